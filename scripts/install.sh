#!/usr/bin/env bash
# Create the virtual environment and install the dependencies: scripts/install.sh VENV
# What a bare Debian lacks for that (venv, Python's headers, a compiler) is installed when
# run as root, and named otherwise.
set -euo pipefail
venv=$1
python=${PYTHON:-python3}

fail() {
    printf 'azulejos: %s\n' "$*" >&2
    exit 1
}

missing_packages() {
    "$python" -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' ||
        echo python3-dev
    command -v "${CC:-gcc}" >/dev/null || echo gcc libc6-dev
}

install_packages() {
    command -v apt-get >/dev/null || fail "this machine lacks what Debian calls: $*"
    [ "$(id -u)" = 0 ] || fail "please run: sudo apt-get install $*"
    echo "Installing $*"
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -qq -y "$@" >/dev/null 2>&1 || {
        apt-get update -qq >/dev/null
        apt-get install -qq -y "$@" >/dev/null
    }
}

mkdir -p build
exec 9>build/.lock
if command -v flock >/dev/null; then flock 9; fi

command -v "$python" >/dev/null || fail "there is no $python; Python 3.11 or later is needed"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "$("$python" --version) is too old; name a later one: make PYTHON=python3.11"

missing=$(missing_packages)
# shellcheck disable=SC2086
[ -z "$missing" ] || install_packages $missing

if [ ! -x "$venv/bin/pip" ]; then
    echo "Creating $venv"
    "$python" -m venv --clear "$venv"
fi

echo "Installing the dependencies into $venv"
export PIP_DISABLE_PIP_VERSION_CHECK=1
mapfile -t requirements < <("$python" -c 'import tomllib
print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")')
# The Makefile compiles the engine and builds the browser app by itself.
export AZULEJOS_COMPILE=0 AZULEJOS_WEB=0
"$venv/bin/pip" install "${requirements[@]}" >build/install.log 2>&1 &&
    "$venv/bin/pip" install --no-build-isolation --editable '.[dev]' >>build/install.log 2>&1 || {
    cat build/install.log >&2
    fail "the dependencies could not be installed; the reason stands above"
}

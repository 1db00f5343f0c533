#!/usr/bin/env bash
# See to it that the tests find PostgreSQL's programs: scripts/postgres.sh
# They start a server of their own with them. Where they are missing they are installed when
# run as root, and named otherwise; the tests that need them are then left out.
set -euo pipefail

compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null && exit 0
command -v postgres >/dev/null && exit 0

if ! command -v apt-get >/dev/null; then
    echo "azulejos: without PostgreSQL its tests are left out" >&2
elif [ "$(id -u)" != 0 ]; then
    echo "azulejos: without PostgreSQL its tests are left out; sudo apt-get install postgresql" >&2
else
    echo "Installing postgresql"
    export DEBIAN_FRONTEND=noninteractive
    # The package would start a server of its own, which nobody here needs.
    mkdir -p /etc/postgresql-common
    [ -e /etc/postgresql-common/createcluster.conf ] ||
        echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
    apt-get install -qq -y postgresql >/dev/null 2>&1 || {
        apt-get update -qq >/dev/null
        apt-get install -qq -y postgresql >/dev/null
    }
fi

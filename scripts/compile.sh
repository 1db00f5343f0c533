#!/usr/bin/env bash
# Compile the Cython parts in place, what has changed only: scripts/compile.sh VENV JOBS
set -euo pipefail
venv=$1
jobs=$2

mkdir -p build
exec 9>build/.lock
if command -v flock >/dev/null; then flock 9; fi

echo "Compiling the engine"
all=()
if [ setup.py -nt build/compiled ]; then all=(--force); fi # other flags, it may be
if ! "$venv/bin/python" setup.py --quiet build_ext --inplace "${all[@]}" --parallel "$jobs" \
    >build/compile.log 2>&1; then
    cat build/compile.log >&2
    exit 1
fi

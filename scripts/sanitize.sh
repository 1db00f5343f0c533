#!/usr/bin/env bash
# Build a copy of the project with the address and undefined-behaviour sanitizers and run the
# tests of the compiled parts in it: scripts/sanitize.sh VENV
# The copy lives in build/sanitize; the normal build is not touched.
set -euo pipefail
python=$(cd "$1/bin" && pwd)/python
copy=build/sanitize

echo "Compiling a copy with sanitizers in $copy"
mkdir -p "$copy"
rm -rf "$copy/src" "$copy/tests"
cp -a src tests setup.py pyproject.toml README.md LICENSE "$copy"
find "$copy/src" -name '*.so' -delete
cd "$copy"
if ! AZULEJOS_SANITIZE=1 "$python" setup.py --quiet build_ext --inplace >compile.log 2>&1; then
    cat compile.log >&2
    exit 1
fi

# Python itself is not sanitized, so the runtimes have to be there before it starts; its own
# allocator would hide our mistakes inside its arenas, and it leaves memory to the exit.
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
export LD_PRELOAD
export ASAN_OPTIONS=detect_leaks=0
export UBSAN_OPTIONS=print_stacktrace=1
export PYTHONMALLOC=malloc
export PYTHONPATH=$PWD/src

"$python" - <<'CHECK'
import pathlib
import azulejos.rules.state as state

assert pathlib.Path(state.__file__).is_relative_to(pathlib.Path.cwd()), state.__file__
CHECK

echo "Testing under the sanitizers"
mapfile -t tests < <(
    find src -name '*.pyx' -printf '%h\n' | sort -u | while read -r folder; do
        find "tests/${folder#src/azulejos/}" -maxdepth 0 2>/dev/null || true
    done
)
# Captured, the report of a fault would be lost with the process that it ends.
exec "$python" -m pytest -p no:cacheprovider -p no:xdist --capture=sys -m "not slow" "${tests[@]}"

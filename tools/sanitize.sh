#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs tests under a sanitizer. Usage: tools/sanitize.sh asan|tsan REGEX [LABEL]
# REGEX picks ctest names, LABEL one label; only the programs of these tests are built.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1 regex=$2 label=${3:-.}
build=build/$preset
export ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
# Simulations of coverage make the same calls many thousands of times, which says nothing more about memory: the release
# build's tests have them.
export GTEST_FILTER=-?*Coverage.*
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
cmake --preset "$preset" --log-level=WARNING >/dev/null  # again, too: there may be new tests
tests=$(ctest --test-dir "$build" -N -R "$regex" -L "$label" | sed -n 's/^ *Test *#[0-9]*: //p')
[[ -n $tests ]] || { echo "tools/sanitize.sh: no test matches $regex with label $label" >&2; exit 1; }
# A test that isn't a program of its own (a script) runs the program itself.
programs=$(ninja -C "$build" -t targets all | sed -n 's/: phony$//p' | grep -Fxf <(echo "$tests") || true)
[[ $(wc -w <<<"$programs") = $(wc -w <<<"$tests") ]] && goal=$programs || goal=all
ninja -C "$build" --quiet $goal | { sed -u -e '/^ninja: no work to do/d' -e '/^-- /d'; }
ctest --test-dir "$build" -R "$regex" -L "$label" --output-on-failure -j "$(nproc)"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Everything that is worth running on a machine with a GPU, in one command of a few minutes:
#
#   tests/gpu/run.sh BUILD [OUT]
#
# BUILD is the folder of a build with a GPU's Kokkos (the preset `cuda`), made here or brought from a machine with the
# same libraries; OUT (BUILD/gpu) receives the logs and figures. Nothing is built. Each program has a time limit, and
# one that fails does not keep the others from running; the exit code is 1 if any did.
set -u
usage='usage: tests/gpu/run.sh BUILD [OUT]'
build=$(cd "${1:?$usage}" && pwd) || { echo "$usage" >&2 && exit 2; }
out=${2:-$build/gpu}
mkdir -p "$out"
out=$(cd "$out" && pwd)
here=$(cd "$(dirname "$0")/../.." && pwd)
failed=()
# Libraries that travelled beside the programs are found first.
export LD_LIBRARY_PATH=$build/lib:$build/src${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

step() { # seconds, name, command...
  local limit=$1 name=$2
  shift 2
  printf '%-40s ' "$name"
  local start=$SECONDS
  if timeout "$limit" "$@" >"$out/$name.log" 2>&1; then
    printf 'ok      %3d s\n' $((SECONDS - start))
  else
    printf 'FAILED  %3d s (exit code %d, last lines below)\n' $((SECONDS - start)) $?
    tail -n 15 "$out/$name.log" | sed 's/^/    /'
    failed+=("$name")
  fi
}

nvidia-smi --query-gpu=name,memory.total,driver_version --format=csv,noheader 2>/dev/null | tee "$out/gpu.txt"

step 60 spica-devices "$build/bin/spica-devices"
step 120 spica-tour env -C "$out" SPICA_HOST_DEVICES=2 "$build/bin/spica-tour"
for test in "$build"/tests/*; do
  [ -f "$test" ] && [ -x "$test" ] || continue
  case $test in *.so | *.so.* | *.cmake) continue ;; esac
  step 180 "$(basename "$test")" "$test"
done
step 300 spica-train "$build/bin/spica-train" digits --data "$here/apps/data/digits.h5"
step 300 spica-exercises "$build/bin/spica-exercises" --json
for benchmark in "$build"/perf/perf_*; do
  [ -x "$benchmark" ] && step 120 "$(basename "$benchmark")" "$benchmark" --benchmark_min_time=0.1
done

if [ ${#failed[@]} -gt 0 ]; then
  printf '%d failed: %s\n' ${#failed[@]} "${failed[*]}"
  exit 1
fi
echo "all passed; logs in $out"

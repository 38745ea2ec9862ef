# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by the scripts: how they say what they do. A step's whole output goes to a log file; on screen stands one
# line a step, with the build tool's own counter while it runs and the end of the log when it fails.

log_dir=${log_dir:-build/log}

say() { printf '%s\n' "$*"; }

section() { printf '\n== %s\n' "$*"; }

fail() {
  printf '\n%s: %s\n' "${0##*/}" "$1" >&2
  exit "${2:-1}"
}

# The last counter of ninja ("[12/34]"), ctest ("3/9 Test") or make ("[ 40%]") in a log.
last_counter() {
  tail -c 4000 "$1" | tr '\r' '\n' | grep -oE '^\[ *[0-9]+(/[0-9]+|%)\]|^ *[0-9]+/[0-9]+ Test|^[0-9]+% \[[^]]*' |
    tail -n 1 || true
}

# run_step TITLE COMMAND...: runs the command with its output in a log. A terminal gets a line that is rewritten every
# second, anything else a new line every ten seconds, so that a log stays short and a person still sees it move.
run_step() {
  local title=$1 log status=0 start=$SECONDS shown=$SECONDS pid counter
  shift
  mkdir -p "$log_dir"
  log=$log_dir/$(printf '%s' "$title" | tr -cs 'A-Za-z0-9.' '-' | sed 's/-*$//').log
  "$@" >"$log" 2>&1 </dev/null &
  pid=$!
  # An interrupted script must not leave its compiler running.
  trap 'kill "$pid" 2>/dev/null; exit 130' INT TERM
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
    if [ -t 1 ]; then
      counter=$(last_counter "$log")
      printf '\r\033[K   %s  %s  %d s' "$title" "$counter" $((SECONDS - start))
    elif [ $((SECONDS - shown)) -ge 10 ]; then
      shown=$SECONDS
      counter=$(last_counter "$log")
      printf '   ... %s  %s  %d s\n' "$title" "$counter" $((SECONDS - start))
    fi
  done
  wait "$pid" || status=$?
  trap - INT TERM
  [ -t 1 ] && printf '\r\033[K'
  if [ "$status" -ne 0 ]; then
    printf '   failed: %s (exit code %d). The end of %s:\n\n' "$title" "$status" "$log" >&2
    tail -n 40 "$log" >&2
    return "$status"
  fi
  printf '   %s: done in %d s\n' "$title" $((SECONDS - start))
}

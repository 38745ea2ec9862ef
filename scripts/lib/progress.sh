# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by the scripts, in the top folder: how they say what they do, and how they end what they started. A step's
# whole output goes to a log file; on screen stands one line a step, with the build tool's own counter while it runs and
# the end of the log when it fails.

log_dir=${log_dir:-build/log}
# Compilers and tests put temporary files here: the scripts write nothing outside the folder.
export TMPDIR=$PWD/build/tmp
mkdir -p "$log_dir" "$TMPDIR"

say() { printf '%s\n' "$*"; }

section() { printf '\n== %s\n' "$*"; }

fail() {
  printf '\n%s: %s\n' "${0##*/}" "$1" >&2
  exit "${2:-1}"
}

# show_help [ARGUMENT]: where that is -h or --help, prints the comment at the head of the script and ends.
show_help() {
  case ${1:-} in
    -h | --help) sed -n '3,/^[^#]/s/^#\( \|$\)//p' "scripts/${0##*/}" && exit 0 ;;
  esac
}

# The last counter of ninja ("[12/34]"), ctest ("3/9 Test") or make ("[ 40%]") in a log.
last_counter() {
  tail -c 4000 "$1" | tr '\r' '\n' | grep -oE '^\[ *[0-9]+(/[0-9]+|%)\]|^ *[0-9]+/[0-9]+ Test|^[0-9]+% \[[^]]*' |
    tail -n 1 || true
}

# start COMMAND...: runs the command in the background, as process group `group`. An interrupted script ends the whole
# group: a build tool that is told to stop may leave its compilers running.
start() {
  set -m
  "$@" </dev/null &
  group=$!
  set +m
  trap 'kill -- "-$group" 2>/dev/null; exit 130' HUP INT TERM
}

# finish: waits for what was started, and returns its exit code.
finish() {
  local status=0
  wait "$group" || status=$?
  trap - HUP INT TERM
  return "$status"
}

# run COMMAND...: for what prints its own progress.
run() { start "$@" && finish; }

# run_step TITLE COMMAND...: runs the command with its output in a log. A terminal gets a line that is rewritten every
# second, anything else a new line every ten seconds, so that a log stays short and a person still sees it move.
run_step() {
  local title=$1 log status=0 begin=$SECONDS shown=$SECONDS counter
  shift
  log=$log_dir/$(printf '%s' "$title" | tr -cs 'A-Za-z0-9.' '-' | sed 's/-*$//').log
  start "$@" >"$log" 2>&1
  while kill -0 "$group" 2>/dev/null; do
    sleep 0.2
    if [ -t 1 ]; then
      counter=$(last_counter "$log")
      printf '\r\033[K   %s  %s  %d s' "$title" "$counter" $((SECONDS - begin))
    elif [ $((SECONDS - shown)) -ge 10 ]; then
      shown=$SECONDS
      counter=$(last_counter "$log")
      printf '   ... %s  %s  %d s\n' "$title" "$counter" $((SECONDS - begin))
    fi
  done
  finish || status=$?
  [ -t 1 ] && printf '\r\033[K'
  if [ "$status" -ne 0 ]; then
    printf '   failed: %s (exit code %d). The end of %s:\n\n' "$title" "$status" "$log" >&2
    tail -n 40 "$log" >&2
    return "$status"
  fi
  printf '   %s: done in %d s\n' "$title" $((SECONDS - begin))
}

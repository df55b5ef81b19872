# Functions for scripts that wait for processes that they started; other scripts source this file.

# Runs a command, and ends it and fails if it takes too long.
#
#   run_within SECONDS COMMAND...
run_within() {
  local limit=$1 status=0
  local end=$((SECONDS + limit))
  shift
  # In the foreground an interrupt from the keyboard ends the command too.
  timeout --foreground --kill-after=10 "$limit" "$@" || status=$?
  if [ "$status" -ge 124 ] && [ "$SECONDS" -ge "$end" ]; then
    echo "${0##*/}: ${*:1:2} did not end within $limit s" >&2
  fi
  return "$status"
}

# Waits until a process writes its ready line to a file.
#
#   await_ready PID FILE [SECONDS]
await_ready() {
  local limit=${3:-60}
  local end=$((SECONDS + limit))
  until grep -qs '^ready ' "$2"; do
    if ! kill -0 "$1" 2>/dev/null; then
      echo "${0##*/}: a process ended before its ready line: $(cat "$2")" >&2
      return 1
    fi
    if [ "$SECONDS" -ge "$end" ]; then
      echo "${0##*/}: no ready line within $limit s from $(tr '\0' ' ' <"/proc/$1/cmdline")" >&2
      return 1
    fi
    sleep 0.05
  done
}

# Terminates a process of this shell and returns its exit status; kills it and returns 124 if it does not end in time.
#
#   end_process PID [SECONDS]
end_process() {
  local limit=${2:-40} status=0
  local end=$((SECONDS + limit))
  kill "$1" 2>/dev/null || true
  while kill -0 "$1" 2>/dev/null; do
    if [ "$SECONDS" -ge "$end" ]; then
      echo "${0##*/}: no end within $limit s after SIGTERM: $(tr '\0' ' ' <"/proc/$1/cmdline")" >&2
      kill -KILL "$1" 2>/dev/null || true
      wait "$1" 2>/dev/null || true
      return 124
    fi
    sleep 0.05
  done
  wait "$1" 2>/dev/null || status=$?
  return "$status"
}

# Terminates processes of this shell one after another, the last one first; fails if one does not end in time.
end_processes() {
  local index status late=0
  for ((index = $#; index > 0; index--)); do
    status=0
    end_process "${!index}" || status=$?
    if [ "$status" -eq 124 ]; then late=1; fi
  done
  return "$late"
}

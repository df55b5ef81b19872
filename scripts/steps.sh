# Functions for scripts that consist of steps, .ci/run and check-release; they set `limit`, the seconds for all steps.
#
# A step runs under scripts/watch with a limit of its own. Its output is in a file of .build/ci. After a failure the other
# steps end, and the durations, the name of the step and the end of its output are printed last.

logs=.build/ci
rm -rf "$logs"
mkdir -p "$logs"
times=()
count=0
declare -A name_of start_of log_of process_of

# begin NAME SECONDS    starts the commands of the standard input in the background
begin() {
  local name=$1 seconds=$2 commands
  commands=$(cat)
  if [ "$seconds" -gt $((limit - SECONDS)) ]; then seconds=$((limit - SECONDS)); fi
  count=$((count + 1))
  log=$logs/$(printf %02d "$count")
  touch "$log"
  scripts/watch --limit "$seconds" --log "$log" -- bash -euxo pipefail -c "$commands" &
  name_of[$!]=$name
  start_of[$!]=$SECONDS
  log_of[$!]=$log
  process_of[$name]=$!
}

# finish NAME...    waits until these steps have ended; other steps may end meanwhile
finish() {
  local name
  for name; do
    while [ -n "${process_of[$name]:-}" ]; do await_step; done
  done
}

# step NAME SECONDS    runs the commands of the standard input
step() {
  begin "$@"
  finish "$1"
}

# await_line NAME TEXT    waits until a step has printed a line that begins with a text, or has ended
await_line() {
  while [ -n "${process_of[$1]:-}" ] && ! grep -aqs "^$2" "${log_of[${process_of[$1]}]}"; do
    end_of_steps
    sleep 0.2
  done
}

# Waits for the end of any step.
await_step() {
  local before=${#name_of[@]}
  while end_of_steps; [ "${#name_of[@]}" -eq "$before" ]; do sleep 0.2; done
}

# Prints the line of each step that has ended, and ends everything if it failed.
#
# `wait -n` does not know a process that ended while another command ran; `wait` with its number does.
end_of_steps() {
  local process running status name log took result
  running=" $(jobs -rp | tr '\n' ' ')"
  for process in "${!name_of[@]}"; do
    if [[ "$running" == *" $process "* ]]; then continue; fi
    status=0
    wait "$process" || status=$?
    name=${name_of[$process]} log=${log_of[$process]} took=$((SECONDS - start_of[$process]))
    times+=("$(printf '%5d s  %5d s  %s' "${start_of[$process]}" "$took" "$name")")
    unset "name_of[$process]"
    process_of[$name]=""
    if [ "$status" -eq 0 ]; then
      result=$(grep -av -e '^+' -e '^The whole log' "$log" | tail -n 1 | cut -c 1-100) || true
      printf '%5d s  %s: %s\n' "$took" "$name" "$result"
      continue
    fi
    end_steps
    print_times
    printf '\nFAILED: %s, with status %d after %d s. The end of %s:\n' "$name" "$status" "$took" "$log"
    tail -n 60 "$log"
    exit "$status"
  done
}

end_steps() {
  local process
  for process in "${!name_of[@]}"; do kill "$process" 2>/dev/null || true; done
  for process in "${!name_of[@]}"; do wait "$process" 2>/dev/null || true; done
}
trap end_steps EXIT

print_times() {
  printf '\nStart, duration, step:\n'
  printf '%s\n' "${times[@]}"
  printf '%5d s  everything\n' "$SECONDS"
}

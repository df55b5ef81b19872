# Clean systems of Debian and Ubuntu; check-package and check-wheel source this file after deadlines.sh, and define `fail`.
# It makes `folder`, a directory for what is temporary, and removes it at the end.
#
# The releases of Ubuntu are tested if the mirror of Debian has them too, or if RIDEALONG_UBUNTU_MIRROR names a mirror.
# Systems are kept in .build/roots for a week.

folder=$(mktemp -d)
chmod 755 "$folder"
root= mounted=()
remove_roots() {
  for place in "${mounted[@]}"; do umount "$place" 2>/dev/null || true; done
  rm -rf --one-file-system "$folder"
}
trap remove_roots EXIT

[ "$(id -u)" -eq 0 ] || fail "clean systems are made by root"
roots=$PWD/.build/roots
debian_mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' \
  | grep -v -- -security | head -1)
debian_mirror=${debian_mirror%/}
ubuntu_mirror=${RIDEALONG_UBUNTU_MIRROR:-${debian_mirror%/*}/ubuntu}
# The key that signs the archives of Ubuntu since 2018.
ubuntu_key=F6ECB3762474EDA9D21B7022871920D1991BC93C

# Installs packages of Debian that only the tests need.
need() {
  local log=$folder/apt.log
  local install=(run_within 600 env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@")
  "${install[@]}" >"$log" 2>&1 || { run_within 300 apt-get update && "${install[@]}"; } >"$log" 2>&1 || fail "$(cat "$log")"
}

if ! command -v mmdebstrap >/dev/null 2>&1; then need mmdebstrap; fi
if ! command -v curl >/dev/null 2>&1; then need curl; fi

# Prints the names of the releases that can be tested.
releases() {
  local release
  echo bookworm
  echo trixie
  for release in jammy noble; do
    if curl --silent --fail --max-time 20 --output /dev/null "$ubuntu_mirror/dists/$release/Release"; then
      echo "$release"
    else
      echo "NOT TESTED: the mirror has no Ubuntu $release; see RIDEALONG_UBUNTU_MIRROR." >&2
    fi
  done
}

# Writes the key of Ubuntu's archives to a file; Debian 12 has no package of it.
save_ubuntu_key() {
  local work=$folder/ubuntu
  mkdir -p "$work/lists/partial" "$work/key"
  # The package's own signature is not checked: only the key of that fingerprint is taken from it.
  echo "deb [trusted=yes] $ubuntu_mirror jammy main" >"$work/sources.list"
  local options=(-o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$work/lists"
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root)
  (cd "$work" && run_within 300 apt-get "${options[@]}" update \
    && run_within 300 apt-get "${options[@]}" download ubuntu-keyring \
    && dpkg-deb --extract ubuntu-keyring_*.deb . \
    && gpg --homedir "$work/key" --batch --import usr/share/keyrings/ubuntu-archive-keyring.gpg \
    && gpg --homedir "$work/key" --batch --export "$ubuntu_key" >"$1" && [ -s "$1" ]) >"$folder/apt.log" 2>&1 \
    || fail "no key of Ubuntu: $(tail -5 "$folder/apt.log")"
}

# Makes a clean system of a release with further packages.
#
#   make_root RELEASE DIRECTORY [PACKAGE...]
make_root() {
  local release=$1 directory=$2 mirror=$debian_mirror options=() packages
  shift 2
  packages=$*
  local kept=$roots/$release${packages:+-${packages// /-}}.tar
  mkdir -p "$roots"
  if [ -n "$(find "$kept" -mtime +7 2>/dev/null)" ]; then rm "$kept"; fi
  if [ ! -e "$kept" ]; then
    case $release in jammy | noble)
      mirror=$ubuntu_mirror
      save_ubuntu_key "$folder/ubuntu.gpg"
      options=(--components=main,universe "--keyring=$folder/ubuntu.gpg")
      ;;
    esac
    # Ubuntu does not count apt among the packages that are required.
    options+=("--include=apt${packages:+,${packages// /,}}")
    run_within 1800 mmdebstrap --quiet --variant=minbase "${options[@]}" "$release" "$kept.new" "$mirror" --format=tar \
      2>"$folder/log" || { tail -5 "$folder/log" >&2 && fail "no clean system of $release"; }
    mv "$kept.new" "$kept"
  fi
  mkdir -p "$directory"
  tar --extract --numeric-owner --directory "$directory" --file "$kept" --exclude './dev/*'
}

# MARK: Using a system

# Makes a system, and the mounts that programs in it need; `root` is its directory then.
open_root() {
  root=$folder/roots/$1
  make_root "$1" "$root" "${@:2}"
  mkdir -p "$root/dev/pts" "$root/proc"
  mount --bind /dev "$root/dev"
  mount --bind /dev/pts "$root/dev/pts"
  mount -t proc proc "$root/proc"
  mounted=("$root/dev/pts" "$root/dev" "$root/proc")
  mkdir -p "$root/tmp/home"
}

close_root() {
  for place in "${mounted[@]}"; do umount "$place"; done
  mounted=()
  rm -rf --one-file-system "$root"
}

environment=(/usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp/home LC_ALL=C.UTF-8)

# Runs a command in the system, and ends one that takes too long; the slowest one installs packages.
within() { timeout -k 10 1800 chroot "$root" "${environment[@]}" "$@"; }

# The same without a network beyond loopback.
within_alone() {
  timeout -k 10 1800 unshare --net sh -c 'ip link set lo up && exec "$@"' sh chroot "$root" "${environment[@]}" "$@"
}

# Prints all files of the system with their modes, without those that its programs change at any time.
listing() {
  find "$root" -xdev \( -path "$root/proc" -o -path "$root/dev" -o -path "$root/sys" -o -path "$root/tmp" \
    -o -path "$root/var/cache" -o -path "$root/var/lib/apt" -o -path "$root/var/lib/dpkg" -o -path "$root/var/log" \
    -o -path "$root/etc/ld.so.cache" \) -prune -o -printf '%P %m %l\n' | sort
}

# Follows a whole ride with a program of the system.
follow_ride() {
  "$1" timeout -k 10 300 "$2" demo --plain --speed 20 >"$folder/ride" 2>&1 \
    || { cat "$folder/ride" >&2 && fail "${root##*/}: the ride ended with an error"; }
  grep -qi 'trip is complete\|drop-off' "$folder/ride" || { cat "$folder/ride" >&2 && fail "${root##*/}: no ride"; }
}

# Shows the demo of a program of the system on a terminal until it has live data, then quits.
show_screen() {
  python3 - "$root" "$1" <<'PY' || fail "${root##*/}: no screen"
import os, pty, select, struct, sys, termios, time
from fcntl import ioctl

sys.dont_write_bytecode = True
sys.path.insert(0, "scripts")
import deadlines

process, terminal = pty.fork()
if process == 0:
    time.sleep(0.1)  # The parent sets the size first.
    os.chroot(sys.argv[1])
    os.chdir("/")
    os.execve(sys.argv[2], ["ridealong", "demo", "--speed", "20"],
              {"TERM": "xterm", "LC_ALL": "C.UTF-8", "HOME": "/tmp/home"})
ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
shown, deadline, has_quit = b"", time.monotonic() + 60, False
while time.monotonic() < deadline:
    if not select.select([terminal], [], [], 1)[0]:
        continue
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        break
    if not piece:
        break
    shown += piece
    if not has_quit and b"LIVE" in shown:
        os.write(terminal, b"q")
        has_quit = True
else:
    print("The demo did not end within 60 s.", file=sys.stderr)
status = deadlines.wait_for_child(process, "the demo", 10)
sys.exit(0 if has_quit and os.waitstatus_to_exitcode(status) == 0 else 1)
PY
}

# A request over HTTP to an emulator, whose answer is that there is no such trip (status 3).
follows_none='ridealong emulator exec -- sh -c "ridealong follow none --once; test \$? -eq 3"'

# Prints how long a program of the system needs to start, in milliseconds.
start_time() {
  within python3 -c '
import subprocess, sys, time
times = []
for _ in range(20):
    start = time.perf_counter()
    subprocess.run([sys.argv[1], "version"], stdout=subprocess.DEVNULL, check=True)
    times.append(time.perf_counter() - start)
print(f"{sorted(times)[10] * 1000:.0f}")' "$1"
}

#!/bin/sh
# Installs ridealong from this directory, or removes it.
#
#   ./install.sh [PREFIX]              by default /usr/local for root, ~/.local for others
#   ./install.sh --remove [PREFIX]
set -eu

action=install
if [ "${1:-}" = --remove ]; then
  action=remove
  shift
fi
case ${1:-} in -*)
  sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
  exit 2
  ;;
esac
if [ "$(id -u)" -eq 0 ]; then prefix=${1:-/usr/local}; else prefix=${1:-$HOME/.local}; fi
case $prefix in
/*) ;;
*) prefix=$PWD/$prefix ;;
esac
cd "$(dirname "$0")"

if [ "$action" = install ]; then
  missing=$(ldd bin/ridealong | sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p')
  # These are loaded when they are first used.
  for library in libcurl.so.4 libmicrohttpd.so.12; do
    if ! { ldconfig -p 2>/dev/null || /sbin/ldconfig -p; } | grep -qF "$library"; then missing="$missing $library"; fi
  done
  if [ -n "$missing" ]; then
    echo "These libraries are missing:" $missing >&2
    echo "On Debian and Ubuntu the .deb package installs them." >&2
    exit 1
  fi
fi
find bin share -type f | while read -r file; do
  if [ "$action" = install ]; then
    mkdir -p "$prefix/$(dirname "$file")"
    # A new file takes the old one's place, so that a running program keeps its own.
    cp "$file" "$prefix/$file.new"
    mv "$prefix/$file.new" "$prefix/$file"
  else
    rm -f "$prefix/$file"
    # Directories that others use stay.
    (cd "$prefix" && rmdir -p "$(dirname "$file")" 2>/dev/null) || true
  fi
done
if [ "$action" = install ]; then
  echo "Installed $("$prefix/bin/ridealong" version) as $prefix/bin/ridealong."
else
  echo "Removed ridealong from $prefix."
fi

#!/bin/sh
# Installs the gatehouse executable of a release, once its SHA-256 is the one that the release names.
#
#   sh install.sh --from URL [--to DIRECTORY]
#
# URL is the address of the release's files, such as https://example.com/releases/v0.1.0; file:///path works too.
# DIRECTORY is ~/.local/bin unless another is named. Nothing is written there before the sum has been checked.
set -eu

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

from='' to=${HOME:+$HOME/.local/bin}
while [ $# -gt 0 ]; do
  case $1 in
    --from) [ $# -ge 2 ] || fail '--from needs an address'; from=${2%/}; shift 2 ;;
    --to) [ $# -ge 2 ] || fail '--to needs a directory'; to=$2; shift 2 ;;
    *) fail "unknown argument $1. Use: sh install.sh --from URL [--to DIRECTORY]" ;;
  esac
done
case $from in
  https://* | file:///*) ;;
  '') fail 'no release named. Use: sh install.sh --from URL [--to DIRECTORY]' ;;
  *) fail "cannot use $from: give an address that begins with https:// or file:///" ;;
esac
case $to in
  /*) ;;
  '') fail 'HOME is not set: name a directory with --to' ;;
  *) fail "cannot use $to: give an absolute directory with --to" ;;
esac

system=$(uname -s)
machine=$(uname -m)
case $system/$machine in
  Linux/x86_64 | Linux/amd64) name=linux-x86_64 ;;
  Linux/aarch64 | Linux/arm64) name=linux-aarch64 ;;
  Darwin/x86_64) name=darwin-x86_64 ;;
  Darwin/arm64) name=darwin-arm64 ;;
  *) fail "there is no executable for $system on $machine" ;;
esac
archive=gatehouse-$name.tar.gz

if command -v sha256sum >/dev/null 2>&1; then
  sum() { sha256sum "$1" | cut -d ' ' -f 1; }
elif command -v shasum >/dev/null 2>&1; then
  sum() { shasum -a 256 "$1" | cut -d ' ' -f 1; }
else
  fail 'neither sha256sum nor shasum is there: nothing can be checked'
fi
command -v curl >/dev/null 2>&1 || fail 'curl is not there'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
get() {
  curl --fail --silent --show-error --location --globoff --proto '=https,file' --proto-redir '=https' \
    --max-filesize 200000000 --output "$work/$1" "$from/$1" || fail "could not get $from/$1"
}
get SHA256SUMS
get "$archive"

wanted=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1 }' "$work/SHA256SUMS")
case $wanted in
  *[!0-9a-f]* | '') fail "SHA256SUMS has no sum for $archive" ;;
esac
[ ${#wanted} -eq 64 ] || fail "SHA256SUMS has no sum for $archive"
found=$(sum "$work/$archive")
[ "$found" = "$wanted" ] || fail "$archive has the sum $found, and not $wanted: nothing was installed"

# In a directory of its own, where a link among the members finds nothing.
mkdir "$work/in"
tar -xzf "$work/$archive" -C "$work/in" gatehouse || fail "$archive does not hold the program"
[ -f "$work/in/gatehouse" ] && [ ! -L "$work/in/gatehouse" ] || fail "$archive does not hold the program"
mkdir -p "$to" || fail "could not make $to"
# Into a directory of that name it would be moved, and nobody would find it.
[ ! -d "$to/gatehouse" ] || fail "$to/gatehouse is a directory: move it away, or name another with --to"
# Beside the old one and then in its place: whoever runs it meanwhile gets the one or the other.
fresh=$(mktemp "$to/.gatehouse.XXXXXX") || fail "could not write to $to"
cat "$work/in/gatehouse" >"$fresh" && chmod 755 "$fresh" && mv -f "$fresh" "$to/gatehouse" || {
  rm -f "$fresh"
  fail "could not write to $to"
}
printf 'Installed %s, SHA-256 of its archive %s\n' "$to/gatehouse" "$found"
case :${PATH:-}: in
  *:"$to":*) printf 'Next: gatehouse init\n' ;;
  *) printf 'Next: add %s to PATH, then: gatehouse init\n' "$to" ;;
esac

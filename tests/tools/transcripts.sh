#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the commands of transcripts and compares what they print:
#
#   transcripts.sh TMAMAP_INSPECT FILE...            fails and shows the difference
#   transcripts.sh --update TMAMAP_INSPECT FILE...   writes what is printed now, for a reviewed diff
#
# A transcript is a text of `$ command` lines, each followed by what it prints on both outputs and,
# unless it is 0, by `[exit N]`. Lines before the first command, and those that start with #, are
# for the reader. Commands run in tests/, with tmamap-inspect found first.
set -u -o pipefail
update=false
if [ "${1-}" = --update ]; then
  update=true
  shift
fi
tool=$(realpath "$1")
shift
PATH=$(dirname "$tool"):$PATH
export LC_ALL=C NO_COLOR=1
failed=0

play() { # prints the transcript of the commands in file $1
  local line printed code
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
    '$ '*)
      printf '%s\n' "$line"
      printed=$(bash -c "${line#'$ '}" 2>&1 </dev/null; echo "[exit $?]")
      code=${printed##*$'\n'}
      printed=${printed%"$code"}
      printf '%s' "$printed"
      [ "$code" = '[exit 0]' ] || printf '%s\n' "$code"
      printf '\n'
      ;;
    '#'*) printf '%s\n' "$line" ;;
    esac
  done <"$1"
}

for file; do
  file=$(realpath "$file")
  now=$(cd "$(dirname "$file")/../.." && play "$file")
  if $update; then
    printf '%s\n' "$now" >"$file"
  elif ! diff -u "$file" <(printf '%s\n' "$now"); then
    failed=1
  fi
done
exit $failed

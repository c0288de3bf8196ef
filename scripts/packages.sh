# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034 # the lists are for the scripts beside it
# Sourced by the scripts beside it: need_packages NAME... installs the Debian packages among them
# that are missing, as root or through sudo, and does nothing when all are there.

build_packages="g++ cmake ninja-build libcli11-dev libfmt-dev libspdlog-dev libsimdjson-dev
  nlohmann-json3-dev zlib1g-dev"
test_packages="$build_packages clang libclang-rt-dev clang-format catch2 libbenchmark-dev python3
  pkg-config dpkg-dev git"

installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    echo "not a Debian system: taking for granted what these packages hold: $*" >&2
    return
  fi
  missing=
  for package in "$@"; do
    installed "$package" || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  echo "installing$missing" >&2
  as_root=
  [ "$(id -u)" = 0 ] || as_root="sudo"
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update </dev/null
  # shellcheck disable=SC2086 # a list of words
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends \
    $missing </dev/null
}

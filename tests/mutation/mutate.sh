#!/bin/sh
# SPDX-License-Identifier: MIT
# Plants bugs in the reference model, one at a time, and demands that the captures catch each:
#
#   tests/mutation/mutate.sh SOURCE_DIR WORK_DIR
#
# The model without a bug must pass first, or catching one would mean nothing.
set -eu
source=$1
work=$2
tree=$work/tree
mkdir -p "$tree"
for part in CMakeLists.txt cmake lib sim tests LICENSE; do
  rm -rf "${tree:?}/$part"
  cp -Rp "$source/$part" "$tree/$part"
done
cmake -S "$tree" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=None -DTMAMAP_BUILD_TOOLS=OFF \
  -DTMAMAP_BUILD_DRIVER=OFF -DTMAMAP_BUILD_BENCH=OFF >/dev/null

# Builds and replays; fails where the model differs from the chip.
replay() {
  cmake --build "$work/build" --target test_sim >"$work/build.log" 2>&1 || {
    cat "$work/build.log"
    echo "mutate: $1 does not compile"
    exit 1
  }
  "$work/build/tests/sim/test_sim" "the reference model does what the chip did" >"$work/run.log" 2>&1
}

replay "the model" || {
  cat "$work/run.log"
  echo "mutate: the model differs from the captures without any bug"
  exit 1
}
missed=0
# mutant NAME FILE SED-SCRIPT
mutant() {
  file=$tree/$2
  cp -p "$file" "$work/original"
  sed "$3" "$work/original" >"$file"
  if cmp -s "$file" "$work/original"; then
    echo "mutate: $1: nothing to change in $2; the script is out of date"
    exit 1
  fi
  if replay "$1"; then
    echo "missed  $1"
    missed=1
  else
    echo "caught  $1"
  fi
  cat "$work/original" >"$file"
}

elements=sim/include/tmamap/sim/elements.hpp
reference=sim/src/reference.cpp
mutant "swizzle counted from the tile, not from address 0" $elements \
  's/swizzled(spec.swizzle, element.tile_address)/access.smem_address + swizzled(spec.swizzle, element.tile_address - access.smem_address)/'
mutant "another NaN as the fill" $reference 's/0xF7/0xF6/'
mutant "stores that end at globalDim[0], not at 16 bytes" $reference 's/round_up(row_bits, 128)/row_bits/'
mutant "im2col rows that return to where they began" $elements 's/at = first(axis);/at = start(w_ + axis);/'
mutant "floor of box / element stride" lib/include/tmamap/geometry.hpp 's/(box % stride != 0 ? 1 : 0)/0/'
exit $missed

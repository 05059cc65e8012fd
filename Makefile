# SPDX-License-Identifier: Apache-2.0
# make demo     set up, build, run the examples, print verdicts and where the reports lie
# make test     set up, build, run the test suite
# make build    the release program, build/release/bin/assay
# make generate refresh schemas/ and docs/reference/ from the program
# make bench    the benchmarks
# make check-all  what is too long for every change
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
.PHONY: demo build test generate bench check-all setup
MAKEFLAGS += --no-print-directory

release := build/release
assay := $(release)/bin/assay
examples := $(addprefix examples/,rare-class/flchain.yaml rare-class/lending.yaml rare-class/abalone19.yaml \
  fashion/fashion.yaml)
long_labels := slow|fuzz|peer-large
overhead := benchmarks/overhead
official := $(release)/official
schemas := spec report scores judged judge-scores groups ranking threshold mlperf-accuracy mlperf-compliance labels plan compare slices flips why citation fit distance
references := spec metrics executors arrivals datasets errors
# ninja that says nothing when there is nothing to do
ninja = ninja -C $(release) --quiet $(1) | { sed -u -e '/^ninja: no work to do/d' -e '/^-- /d'; }

setup:
	@tools/setup.sh

third_party/stamp: tools/setup.sh
	@tools/setup.sh

$(release)/build.ninja: CMakePresets.json third_party/stamp
	@cmake --preset release --log-level=WARNING >/dev/null
	@touch $@

build: setup $(release)/build.ninja
	@[[ -x $(assay) ]] || echo "build: compiling the release program"
	@$(call ninja,assay executor_onnxruntime)

# Exit codes 1, 7 and 8 are verdicts (negative, UNDECIDED, NOT MEASURED), not failures of the demo.
demo: build
	@python3 tools/keel_to_csv.py
	@for spec in $(examples); do \
	  echo; echo "== assay run $$spec   (demo load: not MLPerf length)"; \
	  code=0; $(assay) run $$spec || code=$$?; \
	  case $$code in 0|1|7|8) ;; *) echo "make demo: assay run $$spec ended with exit code $$code" >&2; exit $$code;; esac; \
	done

test: setup $(release)/build.ninja
	@[[ -x $(assay) ]] || echo "test: compiling the program and its tests"
	@$(call ninja)
	@ctest --test-dir $(release) -LE '^($(long_labels))$$' --output-on-failure --no-tests=error

generate: build
	@mkdir -p schemas docs/reference
	@for name in $(schemas); do $(assay) schema $$name >schemas/$$name.schema.json; done
	@for name in $(references); do $(assay) schema reference-$$name >docs/reference/$$name.md; done

bench: setup $(release)/build.ninja
	@$(call ninja)
	@for program in $(release)/bin/*_benchmark; do echo "== $${program##*/}"; $$program; done
	@echo "== the load generator beside the official one"
	@$(overhead)/official_client.sh $(official) $(overhead)/*_client.cc >/dev/null
	@python3 $(overhead)/loadgen_ratio.py $(official)/official_loadgen_client $(release)/bin/loadgen_client
	@python3 $(overhead)/accuracy_log_ratio.py $(official)/official_accuracy_log_client \
	  $(release)/bin/accuracy_log_client $(official)
	@python3 $(overhead)/python_ratio.py $(release)/python third_party/loadgen_peer
	@echo "== metrics beside the programs that others compute them with"
	@benchmarks/scorers/bench.sh $(release)

check-all: test
	@ctest --test-dir $(release) -L '^($(long_labels))$$' --output-on-failure
	@tools/sanitize.sh asan .
	@tools/sanitize.sh tsan .

# Needs make and Python 3.11 or newer. With a C compiler the rules and the search are compiled.
PYTHON ?= python3
VENV   ?= .venv
# Test processes: more than cores, because many tests wait for a browser or a hall.
JOBS   ?= 4

BIN     := $(VENV)/bin
PY      := $(BIN)/python
PIP     := $(PY) -m pip --disable-pip-version-check install --quiet
LOCKED  := $(PIP) --require-hashes --no-deps
INSTALL := $(PIP) --no-deps --force-reinstall
# Build a wheel: $(call build,FOLDER,LOG). An installer would do the same, but hide how long it takes.
BUILD   := $(PY) -c 'import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])'
build    = BUDOKAN_PROGRESS=3 $(BUILD) $(1) 3>&2 >$(2) 2>&1 || \
  { tail $(2); echo "The build failed; $(2) says more."; exit 1; }
TYPESCRIPT := $(VENV)/typescript-5.9.3
TSC     := $(TYPESCRIPT)/node_modules/.bin/tsc
PYTEST  := $(PY) -m pytest -q -n $(JOBS)
PURE     := PYTHONPATH="$(CURDIR)/src" BUDOKAN_EXPECT=pure
COMPILED := env -u PYTHONPATH BUDOKAN_EXPECT=compiled

SOURCES := pyproject.toml setup.py $(sort $(shell find src -type f -not -path '*/__pycache__/*' -not -path '*/.*'))
# Tests that also run on the compiled build; the games' own are taken from the installed package.
NATIVE  := --pyargs budokan.games tests/kit/test_native.py tests/kit/test_memory.py tests/kit/test_laws.py tests/agents/test_search.py tests/agents/test_bands.py tests/lab/test_tiny_games.py tests/match/test_records.py tests/match/test_kept_scenes.py tests/bridges/test_zoo.py tests/bridges/test_spiel.py

IS_COMPILED := $(PY) -c 'import sys, budokan.kit.contract as contract; sys.exit(contract.__file__.endswith(".py"))'
# Whether there is a C compiler.
PROBE   := $(PY) setup.py --quiet probe 2>/dev/null

.DEFAULT_GOAL := help
.PHONY: help play test quick test-long test-faults long check types native native-tests wheel bench bench-start bench-tests bench-env bench-turns bench-server bench-floods bench-first figures mutants pictures lock clean FORCE

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1~\2/p' Makefile | tr '~' '\t' | expand -t 18

play: $(VENV)/.run ## open the hall in the browser; for friends on the network: make play ARGS=--lan
	@$(BIN)/budokan hall $(ARGS)

test: check ## all a change must pass: check, tests of the source, tests of the compiled build
	$(PURE) $(PYTEST)
	@$(MAKE) --no-print-directory native

test-long: export BUDOKAN_LONG := 1
test-long: $(VENV)/.dev $(VENV)/.research ## big counts: rules and search on the compiled build (if there is one), the hall on the source
	@if $(PROBE); then $(MAKE) --no-print-directory native-tests MARK="-m long" && \
	  $(MAKE) --no-print-directory long ONLY="tests $(addprefix --ignore=,$(filter tests/%,$(NATIVE)))"; \
	else $(MAKE) --no-print-directory long; fi
	@$(MAKE) --no-print-directory test-faults

# On the build that people run, and one test after the other: they stop, flood and fill things.
test-faults: $(VENV)/.run $(VENV)/.dev ## kills, stopped processes, full disks, damage and floods, in ten minutes
	env -u PYTHONPATH $(PY) -m pytest -q -n 0 -m "faults and not long" tests/faults $(ARGS)

long: $(VENV)/.dev $(VENV)/.research
	$(PURE) $(PYTEST) -m long $(ONLY)

native: $(VENV)/.dev
	@if $(PROBE); then $(MAKE) --no-print-directory native-tests; \
	else echo "No C compiler: only the plain Python source was tested."; fi

native-tests: $(VENV)/.run
	$(COMPILED) $(PYTEST) $(MARK) $(NATIVE)

quick: $(VENV)/.dev $(VENV)/.research ## check, and the tests nearest to a change, in a minute; BASE=main for a whole branch
	@$(PURE) $(PY) -m tools.quick $(BASE)

check: $(VENV)/.dev $(VENV)/.research ## lint, format and types
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy src tests tools examples $(if $(wildcard bench/*.py),bench)
	@$(MAKE) --no-print-directory types

types: $(PY) ## types of the page's scripts; npm fetches TypeScript once
	@if ! command -v npm >/dev/null; then echo "No npm: the types of the page's scripts are not checked."; \
	elif [ -x $(TSC) ] || npm install --silent --no-audit --no-fund --fetch-retries=0 --prefix $(TYPESCRIPT) \
	  typescript@5.9.3 2>/dev/null; then \
	  echo $(TSC) --project jsconfig.json; \
	  $(TSC) --project jsconfig.json --incremental --tsBuildInfoFile $(TYPESCRIPT)/build.json; \
	else echo "npm cannot fetch TypeScript: the types of the page's scripts are not checked."; fi

wheel: dist/.built ## build the wheel for a release, compiled and profile-guided, into dist/
	@ls dist/*.whl

# Built twice: the first build notes what it spends its time on, the second is made for that.
# It is unpacked, too, and fails if its modules are not the compiled ones.
dist/.built: export BUDOKAN_COMPILE := always
dist/.built: export BUDOKAN_PGO_DIR := .pgo
dist/.built: $(VENV)/.deps $(VENV)/.sources $(SOURCES) bench/work.py
	@rm -rf .pgo dist && mkdir -p .pgo dist
	@echo "Building for the training ..."
	@BUDOKAN_PGO=generate $(call build,.pgo/first,.pgo/first.log)
	@$(INSTALL) --target .pgo/training .pgo/first/*.whl
	@echo "Training: matches and searches of every game ..."
	@PYTHONPATH="$(CURDIR)/.pgo/training" $(PY) -m bench.work train
	@echo "Building the wheel ..."
	@BUDOKAN_PGO=use $(call build,dist,.pgo/build.log)
	@$(INSTALL) --target .pgo/wheel dist/*.whl
	@PYTHONPATH="$(CURDIR)/.pgo/wheel" $(IS_COMPILED) || { echo "The wheel is not compiled."; exit 1; }
	@touch $@

bench: $(VENV)/.run $(VENV)/.research dist/.built ## speed of the compiled build and of the wheel
	$(COMPILED) BUDOKAN_WHEEL="$(CURDIR)/.pgo/wheel" $(PY) -m bench.run $(ARGS)

bench-env: $(VENV)/.run $(VENV)/.research ## steps a second of many matches at once, for learning agents
	$(COMPILED) $(PY) -m bench.env $(ARGS)

bench-turns: $(VENV)/.run ## how long opponents think, on an idle and on a busy machine
	$(COMPILED) $(PY) -m bench.turns $(ARGS)

bench-server: $(VENV)/.run ## 500 tables at once, 2,000 watchers; ARGS="--against COMMIT" compares two builds
	$(COMPILED) $(PY) -m bench.server $(ARGS)

bench-floods: $(VENV)/.run ## what honest players notice of greedy clients, flood by flood
	$(COMPILED) $(PY) -m bench.floods $(ARGS)

bench-first: $(VENV)/.run $(VENV)/.dev ## what a first visitor waits for, in a browser
	$(COMPILED) $(PY) -m bench.first

bench-start: $(PY) ## how long `make play` takes on a fresh clone, downloads not counted
	$(PY) -m bench.clone start

bench-tests: $(PY) ## how long `make test` takes on a fresh clone, with packages and build in place
	$(PY) -m bench.clone tests

figures: $(VENV)/.run ## what agents make of a game: make figures GAME=kenpo_masters
	$(COMPILED) $(PY) -m bench.figures $(GAME) $(ARGS)

mutants: $(VENV)/.dev $(VENV)/.mutants ## do the tests of a game notice faults? make mutants GAME=udaka
	$(PY) tools/mutants.py $(GAME) $(ARGS)

pictures: $(VENV)/.dev ## take the README's pictures anew
	$(PURE) $(PY) -m tools.pictures

LOCK := --frozen --no-emit-project --no-header --format requirements.txt --output-file
lock: $(PY) ## resolve the dependencies anew (maintainers)
	$(PIP) uv
	$(BIN)/uv lock --quiet --upgrade
	$(BIN)/uv export --quiet --no-dev $(LOCK) requirements.lock
	for group in build dev mutants research; do \
	  $(BIN)/uv export --quiet --only-group $$group $(LOCK) requirements-$$group.lock || exit 1; done
	rm uv.lock
	! grep -nE '://|index|@ ' requirements*.lock

clean: ## remove the environment and everything built
	rm -rf $(VENV) .pgo build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The files below $(VENV) record what is installed there.
$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Budokan needs Python 3.11 or newer: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "Python cannot create an environment (on Debian and Ubuntu: apt install python3-venv)"; exit 1; }

$(VENV)/.deps: requirements.lock requirements-build.lock | $(PY)
	@echo "Installing the dependencies ..."
	@$(LOCKED) --no-compile -r requirements.lock -r requirements-build.lock
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.deps
	@$(LOCKED) -r requirements-dev.lock
	@touch $@

$(VENV)/.%: requirements-%.lock | $(PY)
	@$(LOCKED) -r $<
	@touch $@

# So that a deleted file, too, leads to a new build.
$(VENV)/.sources: FORCE | $(PY)
	@echo "$(SOURCES)" | cmp -s - $@ || echo "$(SOURCES)" > $@

$(VENV)/.run: $(VENV)/.deps $(VENV)/.sources $(SOURCES)
	@rm -rf $(VENV)/wheel
	@BUDOKAN_COMPILE=1 $(call build,$(VENV)/wheel,$(VENV)/build.log)
	@$(INSTALL) $(VENV)/wheel/*.whl
	@$(IS_COMPILED) || \
	  echo "No working C compiler (see $(VENV)/build.log): the same games in plain Python, with a slower search."
	@touch $@

# Every target sets up what it needs; a second run of `setup` does nothing.
.DEFAULT_GOAL := help
.PHONY: help setup tools machine ready play watch test browser long lint lint-engine lint-client types examples bench bench-envs bench-table load load-quick fuzz mutants lock clean

PYTHON ?= python3
BIN := .venv/bin
# Modules are compiled when they are first used: half of an installation's time.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal
INSTALLED := .venv/.installed
DEV := .venv/.dev
COMPILED := .venv/.compiled
BENCH := .venv/.bench
KERNELS := $(wildcard src/countermarch/kernels/*.py)
WEB := web/node_modules/.installed
WEB_DEV := web/node_modules/.dev
# Where nothing compiled is kept, every process compiles all its modules anew: twice the processor time of the tests.
unexport PYTHONDONTWRITEBYTECODE
export CHROMIUM ?= $(firstword $(wildcard /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome) /usr/bin/chromium)
export POSTGRES ?= $(firstword $(wildcard /usr/lib/postgresql/*/bin/postgres) $(shell command -v postgres) /usr/bin/postgres)
TABLE := src/countermarch/server/static/index.html
CLIENT := $(shell find web/src web/index.html web/*.config.* web/tsconfig.json -type f) src/countermarch/atlas/symbols.json

help:
	@echo "make play   set everything up and open the table in the browser"
	@echo "make watch  set everything up and watch two bots play in the terminal"
	@echo "make test   lint, types, layering and the tests, those in a browser included"
	@echo "make long   what make test samples, at full length"
	@echo "make browser | lint | types | examples | fuzz | mutants | bench | bench-envs | bench-table | load | load-quick | setup | lock | clean"

# Two at a time: what comes over the net keeps the processor waiting. Building the client needs what it is built with.
setup:
	@$(MAKE) --no-print-directory --jobs=2 tools
	@$(MAKE) --no-print-directory --jobs=2 $(COMPILED) $(TABLE)

tools: $(DEV) $(WEB_DEV)

machine: $(CHROMIUM) $(POSTGRES)

# What playing needs and nothing else.
ready: $(INSTALLED) $(WEB)
	@$(MAKE) --no-print-directory $(COMPILED) $(TABLE)

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Countermarch needs Python 3.11 or later: make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv .venv

$(INSTALLED): requirements-play.lock pyproject.toml | $(BIN)/python
	$(PIP) --requirement requirements-play.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements.lock $(INSTALLED)
	$(PIP) --requirement requirements.lock
	@touch $@

# The kernels are compiled once, so that the first move of a game does not wait for them.
$(COMPILED): $(INSTALLED) $(KERNELS)
	$(BIN)/python -m countermarch.kernels
	@touch $@

$(BENCH): requirements-bench.lock $(DEV)
	$(PIP) --requirement requirements-bench.lock
	@touch $@

$(WEB): web/package.json web/package-lock.json
	cd web && npm ci --omit=dev --no-audit --no-fund
	@touch $@

$(WEB_DEV): web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $(WEB) $@

$(TABLE): $(WEB) $(CLIENT)
	cd web && npm run build

# The table is tested in a browser; without one the tests fail rather than pass in silence.
$(CHROMIUM):
	@if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
		echo "The tests need a browser, and there is no $(CHROMIUM). As root on Debian, make installs it;" \
			"else install Chromium yourself, or name one: make CHROMIUM=/path/to/chromium" >&2; exit 1; fi
	apt-get update
	DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium fonts-dejavu-core

# So is what is kept, on both databases. One installation of packages waits for the other.
$(POSTGRES): | $(CHROMIUM)
	@if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
		echo "The tests need PostgreSQL, and there is no $(POSTGRES). As root on Debian, make installs it;" \
			"else install it yourself" >&2; exit 1; fi
	apt-get update
	DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends postgresql

play:
	@$(MAKE) --no-print-directory --jobs=2 ready
	$(BIN)/countermarch play

watch: $(COMPILED)
	$(BIN)/countermarch sim koenigsberg --games 1 --bots captain,captain --seed 1 --watch --svg koenigsberg.svg

# On PostgreSQL tests wait more than they reckon. The browser gets the machine to itself: it is timed by what is painted.
test:
	@$(MAKE) --no-print-directory --jobs=2 machine tools
	@$(MAKE) --no-print-directory lint
	$(PYTEST) --ignore tests/browser
	COUNTERMARCH_DATABASE=postgresql $(PYTEST) -n 3 tests/server
	$(PYTEST) tests/browser

browser: $(CHROMIUM) setup
	$(PYTEST) tests/browser

# No test hangs here for being long.
long: export PYTEST_ADDOPTS += -o faulthandler_timeout=0
long: $(CHROMIUM) $(POSTGRES) setup
	COUNTERMARCH_KILLS=201 COUNTERMARCH_DOWN=60 $(BIN)/python -m pytest tests/server/test_kill.py tests/server/test_faults.py
	COUNTERMARCH_SEARCHED=2000 $(BIN)/python -m pytest tests/server/test_fog.py tests/server/test_lines.py
	COUNTERMARCH_REQUESTS=50 $(PYTEST) tests/server/test_schema.py
	COUNTERMARCH_PAIRS=300 $(PYTEST) tests/property/test_leaks.py
	$(BIN)/python -m tests.strangers --number 10000
	$(BIN)/python -m tests.forgeries --number 20000
	MONKEY_TURNS=2 COUNTERMARCH_ENDS=all $(BIN)/python -m pytest tests/browser -k monkey

lint: setup
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint-engine lint-client

lint-engine:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict src tests
	$(BIN)/lint-imports
	$(BIN)/python -m countermarch.server.describe | diff web/openapi.json - || (echo "make types writes it anew" >&2; exit 1)

lint-client:
	cd web && npm run check && npm test

# What the server sends, as it describes it itself, and the client's types made from that.
types: setup
	$(BIN)/python -m countermarch.server.describe > web/openapi.json
	cd web && npm run types

# The positions in which rules can be tried, from the tests that prove them.
examples: setup
	$(BIN)/python -m tests.examples

bench: setup $(BENCH)
	$(BIN)/countermarch bench

bench-envs: setup $(BENCH)
	$(BIN)/python -m bench.envs $(ARGS)

bench-table: setup $(CHROMIUM)
	node bench/browser.mjs

# The server under the load of a thousand tables, and a peer of the field beside it; some twenty minutes, on a quiet machine.
load: setup $(BENCH)
	$(BIN)/python -m bench.load --peer $(ARGS)

load-quick: setup $(BENCH)
	$(BIN)/python -m bench.load --tables 50 --seconds 10 --busy 20 --busy-seconds 5 --sleepers 1000 $(ARGS)

GAME ?= koenigsberg
fuzz: setup
	$(BIN)/python -m tests.fuzz --game $(GAME) --decisions 1000000 --jobs 2

# Stopped with Ctrl-C or killed, the same command goes on where it was.
SAMPLE ?= 300
SEED ?= 1
JOBS ?= 2
mutants: setup
	$(BIN)/python -m tests.mutants --game $(GAME) --sample $(SAMPLE) --seed $(SEED) --jobs $(JOBS) $(ARGS)

# Pins the newest versions allowed by pyproject.toml; pip-tools stays out of .venv.
PIP_COMPILE := .lock/bin/pip-compile --quiet --upgrade --strip-extras --no-header --no-annotate \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links
lock:
	$(PYTHON) -m venv .lock
	.lock/bin/python -m pip install --quiet --disable-pip-version-check pip-tools
	$(PIP_COMPILE) --extra dev --build-deps-for editable --output-file requirements.lock pyproject.toml
	$(PIP_COMPILE) --extra fast --extra table --build-deps-for editable --constraint requirements.lock --output-file requirements-play.lock pyproject.toml
	$(PIP_COMPILE) --extra bench --constraint requirements.lock --output-file requirements-bench.lock pyproject.toml

clean:
	rm -rf .venv .lock .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .mutants web/node_modules src/countermarch/server/static

# Every target sets up what it needs and is quick when nothing is to be done.

.DEFAULT_GOAL := help
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.PHONY: help setup run table web test lint test-rust test-portable test-python test-server test-web test-cluster test-peers wheel test-wheel strongest \
	long-test long-test-table bench site fingerprint fuzz fmt clean tools browser

VENV := .venv
BIN := $(VENV)/bin
# The newest Python that is new enough; empty when there is none.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { command -v $$p; break; }; done)
# The crates with code for particular processors, by their folders.
PROCESSOR := $(addprefix kibitz-,$(subst _,-,$(sort $(shell grep -rl target_feature crates games --include='*.rs' | cut -d/ -f2))))
PORTABLE_CPU := $(if $(filter x86_64,$(shell uname -m)),x86-64,generic)

CORE_SOURCES := Cargo.toml .cargo/config.toml pyproject.toml \
	$(shell find crates games -name tests -prune -o \( -name '*.rs' -o -name '*.toml' -o -name RULES.md \) -print) tools/link_games.py

PAGE := python/kibitz/server/static/index.html
PAGE_SOURCES := $(wildcard web/*.*) $(wildcard games/*/RULES.*.md) $(shell find web/src games/*/web -type f)

# One interpreter for every build, so that Cargo does not see a new one each time.
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_QUIET := 1

# The tools of Rust would look for this make's job slots, which only other makes are given, and warn that they are not there.
APART := env -u MAKEFLAGS -u MFLAGS
CARGO := $(APART) cargo
# What is built once and thrown away need not be ready for the next change, and is built by both cores: to optimise the engine
# as one unit, as it is shipped, would keep every other test waiting for one of them.
ifdef CI
export CARGO_INCREMENTAL := 0
export CARGO_PROFILE_RELEASE_LTO := off
export CARGO_PROFILE_RELEASE_CODEGEN_UNITS := 16
endif

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | awk -F'\t' '{ printf "make %-14s %s\n", $$1, $$2 }'

setup: $(BIN)/.core ## install everything into .venv and build the engine

run: $(BIN)/.core ## play a published table again, then rate the built-in players of Tichu (about a minute)
	@echo "A table of a paper, played again:"
	@$(BIN)/kibitz reproduce vu2019/round-robin --results reports/papers
	@echo
	@echo "Who plays better? Everyone meets everyone; every deal is played twice with sides changed."
	@$(BIN)/kibitz ladder tichu --deals 400 --seed 1 --report reports/ladder-tichu.html

table: $(BIN)/.core $(PAGE) ## set the table: play, watch and review in the browser
	@$(BIN)/kibitz serve

web: $(PAGE) ## build the page of the table

# Three at a time on two cores: browsers and tables wait by the clock for much of their time. The longest come first.
test: ## run every check and every test
	@$(MAKE) --no-print-directory --jobs=3 test-web test-rust test-server lint test-python test-portable

lint: $(BIN)/.core $(BIN)/.learn $(PAGE) ## formatting, clippy, ruff, mypy, stubs
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked --quiet -- -D warnings
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/stubtest kibitz._core
	$(BIN)/python tools/protocol_types.py --check
	$(BIN)/python tools/build_web.py check

# After the engine, for which the Python tests wait: two compilers at a time would keep them waiting longer.
test-rust: $(BIN)/.packages Cargo.lock | $(BIN)/.core ## the Rust tests
	$(CARGO) test --workspace --locked --quiet --tests

# Wheels run on machines without BMI2, AVX2 or SSE4: what replaces these there must hold too.
test-portable: $(BIN)/.packages Cargo.lock ## what has code for particular CPUs, built for a plain one
	RUSTFLAGS="-C target-cpu=$(PORTABLE_CPU)" CARGO_TARGET_DIR=target-portable \
		$(CARGO) test --locked --quiet $(PROCESSOR:%=-p %) --lib --test all

test-python: $(BIN)/.core $(BIN)/.learn $(PAGE) ## the Python tests of everything but the table
	$(BIN)/pytest -q --ignore=tests/server --ignore=tests/web

test-server: $(BIN)/.core $(PAGE) ## the server of the table
	$(BIN)/pytest -q tests/server

test-web: $(BIN)/.core $(PAGE) browser ## the page of the table, in a real browser
	$(BIN)/pytest -q --numprocesses=2 --dist=loadfile tests/web

test-cluster: $(BIN)/.core requirements/cluster.txt ## the lab on a real Ray cluster on this machine (installs Ray, 80 MB)
	@$(BIN)/python -m pip install -r requirements/cluster.txt
	$(BIN)/pytest -q -m cluster

test-peers: $(BIN)/.core requirements/peers.txt ## OpenSpiel's algorithms on our games (installs OpenSpiel and RLCard, 20 MB)
	@$(BIN)/python -m pip install -r requirements/peers.txt
	$(BIN)/pytest -q -m peers

wheel: $(BIN)/.packages Cargo.lock $(PAGE) ## what is published, into dist: the wheel, the source distribution, the larger networks
	@$(BIN)/python tools/link_games.py
	@$(APART) PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tools/build_wheel.py

test-wheel: wheel ## install what is published into clean environments and use it (minutes: three engines are built)
	$(BIN)/pytest -q -m wheel tests/test_wheel.py

long-test: $(BIN)/.core ## a million rounds of every preset, brute force, coverage of every interval, kills and power cuts (minutes)
	CARGO_PROFILE_TEST_OPT_LEVEL=3 KIBITZ_ROUNDS=1000000 KIBITZ_POSITIONS=60000 $(CARGO) test --workspace --locked --test all -- --nocapture rounds:: brute_force::
	CARGO_PROFILE_TEST_OPT_LEVEL=3 KIBITZ_ENDINGS=10000 $(CARGO) test --locked -p kibitz-registry --test games exact_play -- --nocapture
	$(BIN)/pytest -q -m long
	$(BIN)/python tools/fuzz.py --seconds 60

long-test-table: $(BIN)/.core ## two thousand deals over the protocol: no seat is sent what it cannot know (half an hour)
	KIBITZ_SECRET_DEALS=160 $(BIN)/pytest -q tests/server/test_secrets.py

strongest: $(BIN)/.core ## the best player of each game against the papers' agents (minutes; reports/)
	@for game in tichu schnapsen six-nimmt doppelkopf; do \
		$(BIN)/kibitz tournament tournaments/strongest-$$game.toml --report reports/strongest-$$game.html; done

site: $(BIN)/.core $(BIN)/.site ## the documentation as a site, in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "Open build/site/index.html"

SECONDS_EACH ?= 10
fuzz: $(BIN)/.core ## inputs that nobody would write, against every law (SECONDS_EACH=60, LAWS="records moves")
	$(BIN)/python tools/fuzz.py --seconds $(SECONDS_EACH) $(LAWS)

# The second engine has neither this machine's instructions nor an optimiser, and stops where a number overflows.
fingerprint: $(BIN)/.core ## whether the engine, and a plain debug build of it, make the moves that were written down
	$(BIN)/python tools/fingerprint.py --threads 16
	RUSTFLAGS="-C target-cpu=$(PORTABLE_CPU)" CARGO_TARGET_DIR=target-portable $(CARGO) build --locked --quiet -p kibitz-py
	$(BIN)/python tools/fingerprint.py --deals 1 --engine target-portable/debug/$(if $(filter Darwin,$(shell uname)),lib_core.dylib,lib_core.so)

bench: $(BIN)/.core ## how fast the engine is, by CPU time
	@$(BIN)/kibitz bench

fmt: $(BIN)/.packages ## format all sources
	$(CARGO) fmt --all
	$(BIN)/ruff check --fix --quiet
	$(BIN)/ruff format

clean: ## remove everything that was built
	rm -rf $(VENV) target target-portable Cargo.lock python/kibitz/_core*.so python/kibitz/server/static web/node_modules
	find python/kibitz/games -type l -delete
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The browser tests say what is missing where this does not bring it.
browser:
	@command -v chromium chromium-browser google-chrome >/dev/null || test -n "$${KIBITZ_CHROMIUM:-}" || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing Chromium for the browser tests …" && \
		apt-get install -qq -y chromium >/dev/null 2>&1; } || true

tools:
	@test -n "$(PYTHON)" || { echo "Kibitz needs Python 3.11 or newer with venv; please install it and try again." >&2; exit 1; }
	@command -v cargo >/dev/null || { echo "Kibitz needs the Rust toolchain (cargo); please install it and try again." >&2; exit 1; }

$(BIN)/.packages: requirements/run.txt requirements/dev.txt | tools
	@echo "Installing the Python packages into $(VENV) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -r requirements/run.txt -r requirements/dev.txt
	@touch $@

$(BIN)/.learn: requirements/learn.txt | $(BIN)/.packages
	@echo "Installing PyTorch for the tests of learning (about 4 GB) …"
	@$(BIN)/python -m pip install --no-deps --no-compile -r requirements/learn.txt
	@touch $@

$(BIN)/.site: requirements/site.txt | $(BIN)/.packages
	@$(BIN)/python -m pip install -r requirements/site.txt
	@touch $@

Cargo.lock: requirements/rust.txt Cargo.toml $(wildcard crates/*/Cargo.toml games/*/Cargo.toml) | $(BIN)/.packages
	@$(BIN)/python tools/pin_rust.py
	@touch $@

$(BIN)/.core: $(BIN)/.packages Cargo.lock $(CORE_SOURCES)
	@echo "Building the engine …"
	@$(BIN)/python tools/link_games.py
	@$(APART) PATH="$(CURDIR)/$(BIN):$$PATH" VIRTUAL_ENV="$(CURDIR)/$(VENV)" $(BIN)/maturin develop --release --locked --quiet
	@touch $@

$(PAGE): $(PAGE_SOURCES) tools/build_web.py requirements/web.txt | $(BIN)/.packages
	@echo "Building the page …"
	@$(BIN)/python tools/build_web.py
	@touch $@

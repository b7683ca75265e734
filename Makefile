# `make run` and `make test` are all the set-up a fresh machine needs: Python 3.11 or later, git and make.

PYTHON ?= python3
PY := .venv/bin/python
PIP := .venv/bin/pip --disable-pip-version-check --no-cache-dir -q
TABLE ?= config/tables/demo.toml
TOURNAMENTS ?= 1000000
TRIALS ?= 100
MUTANTS ?= 50

.DEFAULT_GOAL := help
.PHONY: help setup run test again quick same soak soak-devices harm mutants check panel-types fix docs bench fuzz browser lock screenshots deb test-install release clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: .venv/ready ## make .venv with everything that the table needs, tablectl among it

.venv/ready: requirements.lock pyproject.toml controller/__init__.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or later is needed: set PYTHON, for example make PYTHON=python3.11 setup"; exit 1; }
	@echo "Setting up .venv …"
	@$(PYTHON) -m venv .venv
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/dev-ready: .venv/ready requirements-dev.lock
	@echo "Adding the tools for tests and checks …"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

run: .venv/ready ## start the demonstration table and print its addresses; Ctrl-C stops it
	@.venv/bin/tablectl check-config $(TABLE)
	@exec .venv/bin/tablectl run $(TABLE)

test: .venv/dev-ready browser ## run every test, the panel in a real browser included
	@$(PY) -m pytest -n auto --dist loadfile --no-loadscope-reorder

again: .venv/dev-ready browser ## run once more what failed last, one by one: what fails again is broken, the rest depends on the moment
	@$(PY) -m pytest -vv --last-failed --last-failed-no-failures none

quick: .venv/dev-ready ## run what shows the rules: games, scenarios and the house's own, in about two minutes
	@$(PY) -m pytest -n auto --dist worksteal tests/games tests/scenarios tests/house

soak: .venv/dev-ready ## play ROUNDS random rounds of all games, as many against an adversary, and TOURNAMENTS tournaments
	@$(PY) -m tests.games.soak $(ROUNDS)
	@$(PY) -m tests.adversary.soak $(ROUNDS)
	@$(PY) -m tests.games.tournament.soak $(TOURNAMENTS)

soak-devices: .venv/dev-ready ## play ROUNDS rounds in which devices and cables fail at random, in simulated time
	@$(PY) -m tests.simulation.soak $(ROUNDS)

harm: .venv/dev-ready ## cut the power and harm a playing table's files, TRIALS times each; needs strace
	@$(PY) -m tests.harm $(TRIALS)

mutants: .venv/dev-ready ## put MUTANTS small faults into the program by lot (SEED): which ones do the tests not notice?
	@$(PY) -m tests.mutants $(MUTANTS) $(if $(SEED),--seed $(SEED))

same: .venv/dev-ready ## play recorded rounds again: does everything answer and look as before? (record: see tests/same)
	@$(PY) -m tests.same

check: .venv/dev-ready ## lint, types, import rule, generated documents
	@$(PY) -m ruff format --check --quiet . || { echo "Run make fix to format."; exit 1; }
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy
	@$(PY) -m pytest tests/house
	@$(PY) docs/generate.py --check
	@$(MAKE) -s panel-types

.venv/panel/ready: tests/browser/package.json tests/browser/package-lock.json
	@mkdir -p .venv/panel && cp $^ .venv/panel
	@cd .venv/panel && npm ci --silent --ignore-scripts --fetch-retries=0
	@touch $@

panel-types: # where Node is: a machine without it checks all the rest
	@if ! command -v npm >/dev/null; then echo "The panel's types are not checked: there is no npm here."; \
	elif ! $(MAKE) -s .venv/panel/ready 2>/dev/null; then \
	  echo "The panel's types are not checked: npm could not fetch TypeScript as it is locked."; \
	else .venv/panel/node_modules/.bin/tsc -p tests/browser && echo "the panel's types agree"; fi

fix: .venv/dev-ready ## format the code and mend what ruff can
	@$(PY) -m ruff format --quiet .
	@$(PY) -m ruff check --fix --quiet .

docs: .venv/dev-ready ## write the generated documents anew
	@$(PY) docs/generate.py

screenshots: .venv/dev-ready browser ## take the pictures of the README anew
	@$(PY) -m docs.screenshots

.venv/bench/ready: .venv/ready requirements-bench.lock
	@echo "Setting up .venv/bench …"
	@$(PY) -m venv --without-pip .venv/bench
	@$(PIP) --python .venv/bench/bin/python install --require-hashes -r requirements.lock -r requirements-bench.lock
	@touch $@

deb: .venv/dev-ready ## build the Debian package of this machine's kind into release/
	@.ci/make-deb

test-install: .venv/dev-ready ## walk docs/install.md in a booted container: root, debootstrap, systemd-nspawn, five minutes
	@.ci/test-install

release: .venv/dev-ready ## wheel, source, Debian package, list of what they are made of and checksums, in release/
	@.ci/make-release

bench: .venv/bench/ready ## compare speeds with other libraries; ONLY=hands, card, rounds, journal, commands or wire
	@.venv/bench/bin/python -m tests.bench $(ONLY)

.venv/fuzz/ready: .venv/dev-ready requirements-fuzz.lock
	@echo "Setting up .venv/fuzz …"
	@$(PY) -m venv --without-pip .venv/fuzz
	@$(PIP) --python .venv/fuzz/bin/python install --require-hashes -r requirements-dev.lock \
	  -r requirements-fuzz.lock
	@touch $@

fuzz: .venv/fuzz/ready ## feed every driver rubbish for SECONDS each, 20 if it is not said
	@.venv/fuzz/bin/python -m tests.fuzz $(SECONDS)

browser: # Chromium for the panel's tests; fonts so that texts are measured with the same letters everywhere
	@command -v "$${PANEL_BROWSER:-chromium}" >/dev/null || command -v google-chrome >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing Chromium …"; \
	    apt-get update -qq >/dev/null && apt-get install -y -qq chromium fonts-noto-core >/dev/null; \
	  else echo "The panel's tests need Chromium: install it, or set PANEL_BROWSER to its path."; exit 1; fi; }

lock: .venv/ready ## choose new versions for the lock files (then look at the difference)
	@$(PY) -m venv .venv/lock && .venv/lock/bin/pip install -q pip-tools
	@set -e; for wanted in "requirements.lock:--extra setup pyproject.toml" \
	  "requirements-dev.lock:--extra setup --extra dev -c requirements.lock pyproject.toml" \
	  "requirements-bench.lock:-c requirements.lock tests/bench/peers.in" \
	  "requirements-fuzz.lock:-c requirements-dev.lock tests/fuzz/tools.in"; do \
	  .venv/lock/bin/pip-compile -q --upgrade --generate-hashes --no-emit-index-url --no-emit-find-links \
	    --no-emit-trusted-host --strip-extras --allow-unsafe --no-header --no-annotate -o $${wanted%%:*} $${wanted#*:}; done

clean: ## remove the environment and the demonstration's state
	@rm -rf .venv state build dist release *.egg-info

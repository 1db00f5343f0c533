# Every target installs what it needs; run `make` to see them all.
# Options: ARGS="..." is handed to the program behind play, bench and the tests;
#          PYTHON=python3.12 chooses the interpreter for a new .venv;
#          CHROMIUM=/path/to/it names the browser for tests and pictures.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS := 2

COMPILED := $(shell find src -name '*.pyx' -o -name '*.pxd')
STUBBED := $(patsubst %.pyx,%.pyi,$(shell find src -name '*.pyx'))
STUBBED := $(subst /,.,$(patsubst src/%.pyi,%,$(wildcard $(STUBBED))))
PYTHON_CODE := src tests bench scripts examples setup.py
WEB_BUILT := src/azulejos/web/index.html
WEB := scripts/web.sh $(VENV)
# Folders are in it as well: a file that has gone is a change of its folder.
WEB_SOURCES := $(shell find web/src web/texts web/public -not -name '*.test.ts') web/index.html \
	web/package.json web/svelte.config.js web/tsconfig.json web/vite.config.ts

.DEFAULT_GOAL := help
.PHONY: help setup play play-terminal web test test-web test-python test-all check screenshots pictures
.PHONY: bench bench-server bench-web strength sanitize format clean
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

help: ## Say what each target does
	@echo "Azulejos: the tile game. Each target installs what it needs by itself."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup: build/compiled $(WEB_BUILT) ## Prepare everything: .venv, dependencies, the engine, the browser app
	@echo "Ready: $(BIN)/azulejos --help"

play: build/compiled $(WEB_BUILT) ## Play in the browser, until Ctrl-C
	@$(BIN)/azulejos play $(ARGS)

play-terminal: build/compiled ## Play a game in this terminal
	@$(BIN)/azulejos play --terminal $(ARGS)

web: $(WEB_BUILT) ## Build the browser app
	@:

test: ## Run the tests, all but the slow ones: the browser app's, then Python's
	@$(MAKE) test-web ARGS=
	@$(MAKE) test-python

test-web: build/compiled $(WEB_BUILT) ## Test the browser app: its parts, then whole games in Chromium
	@echo "Testing the browser app"
	@$(WEB) vitest run
	@if scripts/chromium.sh; then $(WEB) playwright test $(ARGS); else \
		echo "azulejos: without it the tests in a browser are left out" >&2; fi

test-python: build/compiled $(WEB_BUILT) ## Run the Python tests, all but the slow ones
	@scripts/postgres.sh
	@echo "Testing"
	@$(BIN)/pytest -n $(JOBS) $(ARGS)

test-all: build/compiled $(WEB_BUILT) ## Run all tests
	@$(MAKE) test-web ARGS=
	@scripts/postgres.sh
	@echo "Testing everything"
	@$(BIN)/pytest -n $(JOBS) -m "" $(ARGS)

check: build/compiled web/node_modules/installed ## Check style, types and import order
	@echo "Checking style"
	@$(BIN)/ruff check --quiet $(PYTHON_CODE)
	@$(BIN)/ruff format --quiet --diff $(PYTHON_CODE)
	@echo "Checking types"
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/stubtest --concise --mypy-config-file pyproject.toml --ignore-disjoint-bases \
		--allowlist scripts/stubtest.allow --ignore-unused-allowlist $(STUBBED) >build/stubtest.log \
		|| { cat build/stubtest.log; exit 1; }
	@echo "Checking import order"
	@$(BIN)/lint-imports --no-cache >build/imports.log || { cat build/imports.log; exit 1; }
	@echo "Checking the browser app"
	@$(WEB) svelte-check --fail-on-warnings --output human >build/svelte.log || { cat build/svelte.log; exit 1; }
	@$(WEB) prettier --check --log-level warn .
	@echo "All checks passed"

screenshots: build/compiled $(WEB_BUILT) ## Draw every screen of the browser app into screenshots/
	@scripts/chromium.sh
	@$(WEB) playwright test --config playwright.tools.ts screens.ts $(ARGS)

pictures: build/compiled $(WEB_BUILT) ## Draw the pictures of the README into docs/images
	@scripts/chromium.sh
	@$(WEB) playwright test --config playwright.tools.ts pictures.ts

bench: build/compiled ## Measure speed against the plain C baseline
	@echo "Measuring"
	@$(BIN)/python bench/playouts.py $(ARGS)
	@$(BIN)/python bench/solver.py

bench-server: build/compiled ## Measure the server with 1,000 live games, on this machine only
	@echo "Measuring"
	@$(BIN)/python bench/server_load.py $(ARGS)

bench-web: build/compiled $(WEB_BUILT) ## Measure the browser app: its size, its start, its motion
	@scripts/chromium.sh
	@echo "Measuring"
	@$(WEB) playwright test --config playwright.tools.ts bench.ts

strength: build/compiled ## Play the matches behind docs/strength.md and write its tables
	@$(BIN)/python -m scripts.strength $(ARGS)

sanitize: build/compiled ## Run the tests of the compiled parts under the address and undefined-behaviour sanitizers
	@scripts/sanitize.sh $(VENV)

format: $(VENV)/installed web/node_modules/installed ## Format the code and repair what can be repaired
	@$(BIN)/ruff check --quiet --fix $(PYTHON_CODE)
	@$(BIN)/ruff format $(PYTHON_CODE)
	@$(WEB) prettier --write --log-level warn .

clean: ## Remove everything that make has made, .venv included
	@echo "Removing .venv, build, the browser app and caches"
	@rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
	@rm -rf src/azulejos/web web/node_modules web/test-results screenshots
	@find src tests bench scripts '(' -name '*.so' -o -name '__pycache__' ')' -prune -exec rm -rf {} +

$(VENV)/installed: pyproject.toml scripts/install.sh
	@PYTHON=$(PYTHON) scripts/install.sh $(VENV)
	@touch $@

build/compiled: $(VENV)/installed setup.py $(COMPILED)
	@scripts/compile.sh $(VENV) $(JOBS)
	@touch $@

web/node_modules/installed: web/package.json web/package-lock.json web/.npmrc | $(VENV)/installed
	@$(WEB) install
	@touch $@

$(WEB_BUILT): web/node_modules/installed $(WEB_SOURCES)
	@$(WEB) build
	@touch $@

# Every target installs what it needs; run `make` to see them all.
# Options: ARGS="..." is handed to the program behind play, test and bench;
#          PYTHON=python3.12 chooses the interpreter for a new .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS := 2

COMPILED := $(shell find src -name '*.pyx' -o -name '*.pxd')
STUBBED := $(patsubst %.pyx,%.pyi,$(shell find src -name '*.pyx'))
STUBBED := $(subst /,.,$(patsubst src/%.pyi,%,$(wildcard $(STUBBED))))
PYTHON_CODE := src tests bench scripts examples setup.py

.DEFAULT_GOAL := help
.PHONY: help setup play test test-all check bench bench-server sanitize format clean
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

help: ## Say what each target does
	@echo "Azulejos: the tile game. Each target installs what it needs by itself."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

setup: build/compiled ## Prepare everything: .venv, dependencies, the compiled engine
	@echo "Ready: $(BIN)/azulejos --help"

play: build/compiled ## Play a game in this terminal
	@$(BIN)/azulejos play $(ARGS)

test: build/compiled ## Run the tests, all but the slow ones
	@scripts/postgres.sh
	@echo "Testing"
	@$(BIN)/pytest -n $(JOBS) $(ARGS)

test-all: build/compiled ## Run all tests
	@scripts/postgres.sh
	@echo "Testing everything"
	@$(BIN)/pytest -n $(JOBS) -m "" $(ARGS)

check: build/compiled ## Check style, types and import order
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
	@echo "All checks passed"

bench: build/compiled ## Measure speed against the plain C baseline
	@echo "Measuring"
	@$(BIN)/python bench/playouts.py $(ARGS)
	@$(BIN)/python bench/solver.py

bench-server: build/compiled ## Measure the server with 1,000 live games, on this machine only
	@echo "Measuring"
	@$(BIN)/python bench/server_load.py $(ARGS)

sanitize: build/compiled ## Run the tests of the compiled parts under the address and undefined-behaviour sanitizers
	@scripts/sanitize.sh $(VENV)

format: $(VENV)/installed ## Format the code and repair what can be repaired
	@$(BIN)/ruff check --quiet --fix $(PYTHON_CODE)
	@$(BIN)/ruff format $(PYTHON_CODE)

clean: ## Remove everything that make has made, .venv included
	@echo "Removing .venv, build and caches"
	@rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
	@find src tests bench scripts '(' -name '*.so' -o -name '__pycache__' ')' -prune -exec rm -rf {} +

$(VENV)/installed: pyproject.toml scripts/install.sh
	@PYTHON=$(PYTHON) scripts/install.sh $(VENV)
	@touch $@

build/compiled: $(VENV)/installed setup.py $(COMPILED)
	@scripts/compile.sh $(VENV) $(JOBS)
	@touch $@

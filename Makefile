# `make serve` runs the server, `make play` lets you play, `make test` runs everything that must hold, and `make bench`
# measures. Each makes what it needs in .venv first; that takes a minute the first time, and nothing after that.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: serve play test bench clean
.SILENT:

# Tombala's own protocol, for this machine only; `make serve TOMBALA=` goes without it.
TOMBALA ?= tcp:8888:interface=127.0.0.1

serve: $(VENV)/.serve
	echo "Serving TileNet$(if $(TOMBALA), and Tombala's own protocol (make serve TOMBALA= goes without it)); Ctrl-C stops."
	$(BIN)/tilenet serve $(if $(TOMBALA),--tombala $(TOMBALA)) $(ARGS)

play: $(VENV)/.play
	$(BIN)/python -m tilenet.clients.bots.demo $(ARGS)

test: $(VENV)/.test
	echo "== ruff"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	echo "== mypy"
	$(BIN)/mypy
	echo "== tests in memory, by trial"
	$(BIN)/python -m twisted.trial --reporter=text tests
	echo "== tests on live sockets, processes and terminals, by pytest"
	$(BIN)/python -m pytest tests/live

bench: $(VENV)/.play
	$(BIN)/tilenet bench $(ARGS)

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .hypothesis _trial_temp*

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tilenet needs Python 3.11 or later: make PYTHON=python3.x")'
	echo "Making a virtual environment in $(VENV)"
	$(PYTHON) -m venv $(VENV)

$(VENV)/.serve: setup.cfg pyproject.toml | $(BIN)/python
	echo "Installing tilenet and what it needs into $(VENV)"
	$(BIN)/pip install -qq --disable-pip-version-check --editable .
	touch $@

$(VENV)/.play: setup.cfg pyproject.toml | $(BIN)/python
	echo "Installing tilenet and what its client needs into $(VENV)"
	$(BIN)/pip install -qq --disable-pip-version-check --editable '.[client]'
	touch $@ $(VENV)/.serve

$(VENV)/.test: setup.cfg pyproject.toml | $(BIN)/python
	echo "Installing tilenet, what it needs, and what its tests need into $(VENV)"
	$(BIN)/pip install -qq --disable-pip-version-check --editable '.[test]'
	touch $@ $(VENV)/.play $(VENV)/.serve

# `make serve` runs the server, `make play` lets you play, `make test` runs everything that must hold, `make bench`
# measures, and `make soak` takes minutes, with crowds and thousands of games. Each makes what it needs in .venv first;
# that takes a minute the first time, and nothing after that.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: serve play test .types .javascript bench soak pictures words clean
.SILENT:

serve: $(VENV)/.serve
	echo "Serving TileNet to everybody, and every other protocol to this machine; Ctrl-C stops."
	echo "To play in a browser, open the link in the line that says HTTP; by ssh, type what the line says that names ssh."
	$(BIN)/tilenet serve --usual-doors $(ARGS)

play: $(VENV)/.play
	$(BIN)/python -m tilenet.clients.bots.demo $(ARGS)

# Live tests wait more than they compute, so more of them than there are cores can run at once.
LIVE_JOBS ?= 6

# The tests of the page need browsers, and fetch them; `make test BROWSER=` runs all others.
BROWSER := yes

test: $(VENV)/.test $(if $(BROWSER),$(VENV)/.browser)
	echo "== ruff"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target .types $(if $(BROWSER),.javascript)
	echo "== tests in memory, by trial"
	$(BIN)/python -m twisted.trial --jobs=auto --reporter=text tests
	echo "== tests on live sockets, processes and terminals, by pytest"
	$(BIN)/python -m pytest --numprocesses=$(LIVE_JOBS) --dist=worksteal tests/live $(if $(BROWSER),tests/web,--ignore-glob='*/test_browser*.py')

# Each uses one core, so both run at once.
.types:
	echo "== mypy"
	$(BIN)/mypy

.javascript:
	echo "== tsc and eslint"
	$(BIN)/python -m tests.doubles.javascript

bench: $(VENV)/.serve
	$(BIN)/python -m tests.bench $(ARGS)

soak: $(VENV)/.serve
	$(BIN)/python -m tests.soak $(ARGS)

# The pictures of the documents, from what the programs really show.
pictures: $(VENV)/.test $(VENV)/.browser
	$(BIN)/python -m tests.pictures.one_table
	$(BIN)/python -m tests.pictures.three_games

# The catalogues of other languages, from the words in the source; LANGUAGE=de begins one.
words: $(VENV)/.test
	$(BIN)/python -m tests.languages.update $(LANGUAGE)

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .hypothesis _trial_temp*

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tilenet needs Python 3.11 or later: make PYTHON=python3.x")'
	echo "Making a virtual environment in $(VENV)"
	$(PYTHON) -m venv $(VENV)

$(VENV)/.serve: setup.cfg pyproject.toml | $(BIN)/python
	echo "Installing tilenet and what all its doors need into $(VENV)"
	$(BIN)/pip install -qq --disable-pip-version-check --editable '.[ssh]'
	touch $@ $(VENV)/.play

$(VENV)/.play: setup.cfg pyproject.toml | $(BIN)/python
	echo "Installing tilenet and what its client needs into $(VENV)"
	$(BIN)/pip install -qq --disable-pip-version-check --editable '.[client]'
	touch $@

$(VENV)/.test: setup.cfg pyproject.toml | $(BIN)/python
	echo "Installing tilenet, what it needs, and what its tests need into $(VENV)"
	$(BIN)/pip install -qq --disable-pip-version-check --editable '.[test]'
	touch $@ $(VENV)/.play $(VENV)/.serve

$(VENV)/.browser: tests/doubles/chromium_program.py tests/doubles/firefox_program.py tests/doubles/axe.py tests/doubles/javascript.py | $(VENV)/.test
	$(BIN)/python -m tests.web.install
	touch $@

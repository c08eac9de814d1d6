# `make demo` and `make test` set everything up by themselves; a machine with python3 and make is enough.

PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort

$(BIN)/python:
	$(PYTHON) -m venv .venv

.venv/installed: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

.venv/installed-test: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[fast,test]'
	@touch .venv/installed $@

demo: .venv/installed  ## adjudicate a recorded hand
	@echo "== What may Dan play? (euchre legal examples/hand-in-progress.toml)"
	@$(BIN)/euchre legal examples/hand-in-progress.toml
	@echo
	@echo "== Who won each trick, and why? (euchre tricks examples/hand.toml)"
	@$(BIN)/euchre tricks examples/hand.toml
	@echo
	@echo "== What was the hand worth? (euchre score examples/hand.toml)"
	@$(BIN)/euchre score examples/hand.toml

test: lint types .venv/installed-test  ## everything that CI runs
	$(BIN)/pytest -n 2 --dist loadfile --cov --cov-report=term --cov-fail-under=99

lint: .venv/installed-test  ## style, and imports one way
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo

types: .venv/installed-test  ## strict types
	$(BIN)/mypy

serve: .venv/installed  ## the server on loopback, port 8000
	$(BIN)/euchred --host 127.0.0.1 --port 8000

openapi: .venv/installed-test  ## write openapi.yaml anew from the schemas
	$(BIN)/python -m euchred.web.openapi > openapi.yaml.new && mv openapi.yaml.new openapi.yaml

bench: .venv/installed-test  ## measure against the peers (not in CI)
	$(BIN)/python -m bench

clean:  ## remove what was built
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist

.PHONY: help demo test lint types serve openapi bench clean

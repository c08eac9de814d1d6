# `make demo` and `make test` set everything up by themselves; a machine with python3 and make is enough.

PYTHON ?= python3
BIN := .venv/bin
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
TOOLS := .venv/tools
LOCK := $(TOOLS)/bin/uv pip compile --quiet --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command "make lock" $(UPGRADE)

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

FUZZ_SECONDS ?= 1200
READER_SECONDS ?= 60

fuzz: .venv/installed-test  ## schemathesis and random states against two live workers (FUZZ_SECONDS=1200)
	$(BIN)/python -m fuzz.http --seconds $(FUZZ_SECONDS)

fuzz-readers: .venv/installed-test  ## atheris on every reader and on the law (READER_SECONDS=60 each)
	$(BIN)/python -m fuzz.readers -max_total_time=$(READER_SECONDS)
	$(BIN)/python -m fuzz.law -max_total_time=$(READER_SECONDS)

$(TOOLS)/installed: $(BIN)/python deploy/build.lock
	$(BIN)/python -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r deploy/build.lock
	$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check 'pip-audit>=2.10' 'uv>=0.13'
	@touch $@

lock: $(TOOLS)/installed  ## pin what the image installs; UPGRADE=--upgrade takes the newest
	$(LOCK) pyproject.toml --extra fast --output-file requirements.lock
	$(LOCK) deploy/build.in --output-file deploy/build.lock

audit: $(TOOLS)/installed .venv/installed-test  ## known vulnerabilities, and ruff's security rules (needs the internet)
	$(BIN)/ruff check --select S --ignore S101,S105 service cli
	$(TOOLS)/bin/pip-audit --strict --disable-pip --require-hashes -r requirements.lock -r deploy/build.lock

sbom: $(TOOLS)/installed  ## dist/euchred.cdx.json: what is in the image's environment
	rm -rf dist/image dist/wheel
	$(PYTHON) -m venv --without-pip dist/image
	$(TOOLS)/bin/python -m pip --python dist/image/bin/python install --quiet --require-hashes --only-binary :all: -r requirements.lock
	$(TOOLS)/bin/python -m pip wheel --quiet --no-deps --no-index --no-build-isolation --wheel-dir dist/wheel .
	$(TOOLS)/bin/python -m pip --python dist/image/bin/python install --quiet --no-deps --no-index --find-links dist/wheel euchred
	$(TOOLS)/bin/cyclonedx-py environment --output-reproducible --output-format JSON --pyproject pyproject.toml \
		--output-file dist/euchred.cdx.json dist/image/bin/python

image:  ## the container image
	docker build --build-arg VERSION=$(VERSION) --build-arg REVISION=$$(git rev-parse HEAD) --tag euchred:$(VERSION) .

clean:  ## remove what was built
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist

.PHONY: help demo test lint types serve openapi bench fuzz fuzz-readers lock audit sbom image clean

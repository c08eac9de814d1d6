"""Addresses found by one look are the ones that Flask finds, and an answer made quickly is the one werkzeug makes."""

from __future__ import annotations

import pytest
from flask import Response
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from euchred.web.addresses import Addresses
from euchred.web.app import create_app
from euchred.web.replies import JSON, Whole
from euchred.web.watch.visits import VISIT, Visit

app = create_app()
PATHS = sorted(
    {rule.rule for rule in app.url_map.iter_rules()} | {"", "//v1/deal", "/v1/deal/", "/v1/nothing", "/v1/rules/x"}
)
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "DELETE")


def found(adapter: MapAdapter, how: type[MapAdapter]) -> object:
    try:
        return how.match(adapter, return_rule=True)
    except HTTPException as error:
        return type(error)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", METHODS)
def test_every_address_is_found_as_flask_finds_it(path: str, method: str) -> None:
    asked = Visit("x", None)
    environ = {"PATH_INFO": path, "REQUEST_METHOD": method, "wsgi.url_scheme": "http", VISIT: asked}
    adapter = Addresses(app.url_map, app.fixed, environ)
    wanted = found(adapter, MapAdapter)
    assert asked.operation is None
    assert found(adapter, Addresses) == wanted
    assert asked.operation == (wanted[0].endpoint if isinstance(wanted, tuple) else None)


def test_a_context_without_a_request_has_its_address_too() -> None:
    with app.test_request_context("/v1/rules/play.lead") as context:
        assert context.request.endpoint == "rule"
        assert context.request.view_args == {"rule": "play.lead"}


def test_an_address_without_a_name_needs_no_search() -> None:
    rules = [rule for rule in app.url_map.iter_rules() if "<" not in rule.rule]
    assert {(method, rule.rule) for rule in rules for method in rule.methods or ()} == app.fixed.keys()
    assert len(rules) > 20


def test_a_whole_answer_is_made_as_werkzeug_makes_one() -> None:
    body = b'{"a":1}\n'
    ours, theirs = Whole(body), Response(body, content_type=JSON)
    assert vars(ours) == vars(theirs)
    assert ours.headers.to_wsgi_list() == theirs.headers.to_wsgi_list()

"""Finds the view of a request: an address that is always written alike by one look, the others as Flask does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.routing import Map, MapAdapter, Rule

from .watch.visits import VISIT, Visit

# By method and path.
Fixed = Mapping[tuple[str, str], Rule]


def fixed(addresses: Map) -> Fixed:
    """The addresses without a name in them; none of those with one stands for the same path."""
    return {
        (method, rule.rule): rule
        for rule in addresses.iter_rules()
        if not rule.arguments
        for method in rule.methods or ()
    }


class Addresses(MapAdapter):
    """The addresses of the service, as one request asks for them; the path alone counts, and not the host.

    Which one it is, is noted in its Visit.
    """

    def __init__(self, addresses: Map, fixed: Fixed, environ: Mapping[str, Any]) -> None:
        path = environ.get("PATH_INFO", "").encode("latin-1").decode("utf-8", "replace")
        script = environ.get("SCRIPT_NAME") or "/"
        super().__init__(
            addresses, "localhost", script, "", environ["wsgi.url_scheme"], path, environ["REQUEST_METHOD"]
        )
        self.fixed = fixed
        self.visit: Visit | None = environ.get(VISIT)

    def match(self, *path_and_method: Any, **options: Any) -> Any:
        """The rule and the names in the path, as Flask asks for them; whatever else is asked is looked up there."""
        if path_and_method or options != {"return_rule": True}:
            return super().match(*path_and_method, **options)
        rule = self.fixed.get((self.default_method, self.path_info))
        found = super().match(return_rule=True) if rule is None else (rule, {})
        if self.visit is not None:
            self.visit.at(found[0])
        return found

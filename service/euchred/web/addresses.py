"""Finds the view of a request: an address that is always written alike by one look, the others as Flask does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.routing import Map, MapAdapter, Rule

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
    """The addresses of the service, as one request asks for them; the path alone counts, and not the host."""

    def __init__(self, addresses: Map, fixed: Fixed, environ: Mapping[str, Any]) -> None:
        path = environ.get("PATH_INFO", "").encode("latin-1").decode("utf-8", "replace")
        script = environ.get("SCRIPT_NAME") or "/"
        super().__init__(
            addresses, "localhost", script, "", environ["wsgi.url_scheme"], path, environ["REQUEST_METHOD"]
        )
        self.fixed = fixed

    def match(self, *path_and_method: Any, **options: Any) -> Any:
        """The rule and the names in the path, as Flask asks for them; whatever else is asked is looked up there."""
        if not path_and_method and options == {"return_rule": True}:
            rule = self.fixed.get((self.default_method, self.path_info))
            if rule is not None:
                return rule, {}
        return super().match(*path_and_method, **options)

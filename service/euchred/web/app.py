"""The application: any WSGI server runs `create_app()`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import docs, resources
from .errors import refuse
from .replies import Application, tag


def create_app(config: Mapping[str, Any] | None = None) -> Application:
    """The WSGI application; `config` is put over Flask's own settings."""
    app = Application("euchred", static_folder=None)
    app.config.update(config or {})
    app.url_map.merge_slashes = False
    app.register_error_handler(Exception, refuse)
    app.after_request(tag)
    resources.register(app)
    docs.register(app)
    return app

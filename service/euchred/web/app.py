"""The application: `create_app()` within a program, `from_environment()` for any WSGI server."""

from __future__ import annotations

import logging.config
import os
from functools import cache

from werkzeug.middleware.proxy_fix import ProxyFix

from . import resources
from .application import Application
from .door.browsers import KEPT_BY_CLIENT, Origins
from .errors import refuse
from .pages import docs
from .settings import Settings
from .settings import from_environment as settings_from
from .watch import logs, metrics, request_log


def create_app(settings: Settings | None = None) -> Application:
    """The WSGI application as it is set up.

    Without settings it is the application for use within a program, as by the command line: open, silent, and nothing
    is counted; variables of the environment change nothing.  OSError and ValueError tell of settings that cannot be
    used: BadKeys for a file of keys, MissingExtra for what is not installed.
    """
    app = Application()
    app.config["METRICS"] = settings is not None and settings.metrics_port is None
    app.url_map.merge_slashes = False
    app.register_error_handler(Exception, refuse)
    resources.register(app)
    docs.register(app)
    app.add_url_rule("/metrics", "metrics", metrics.metrics)
    if settings is not None:
        _set_up(app, settings)
    return app


def from_environment() -> Application:
    """The WSGI application for a server of another make, set up by the EUCHRED_ variables; it logs JSON lines."""
    settings = settings_from(os.environ)
    logging.config.dictConfig(logs.config(settings.log_bodies))
    return create_app(settings)


def _set_up(app: Application, settings: Settings) -> None:
    """Adds what a service in production needs."""
    app.origins = Origins(settings.cors_origins)
    app.bare = cache(create_app)
    app.notes_bodies = settings.log_bodies
    app.watchers = (metrics.start().request,)
    if settings.access_log or settings.log_bodies:
        app.watchers += (request_log.request,)
    if settings.otel:
        from .watch.telemetry import trace

        trace(app)
    if settings.api_keys or settings.rate_limit:
        _guard(app, settings)
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, 0, 0, 0, 0)  # type: ignore[method-assign]


def _guard(app: Application, settings: Settings) -> None:
    """Lets in only whom the settings let in."""
    from .door.gate import Gate

    keys = rates = None
    if settings.api_keys:
        from .door.keys import read

        keys = read(settings.api_keys)
        app.config["KEPT"] = KEPT_BY_CLIENT
    if settings.rate_limit:
        from .door.rates import Rates

        rates = Rates(settings.rate_limit)
    app.gate = Gate(keys, rates)
    app.before_request(app.gate)

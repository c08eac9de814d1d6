"""What goes wrong on the way, in the words of the client."""

from __future__ import annotations

from requests import exceptions
from urllib3.exceptions import ReadTimeoutError

from euchre.client.address import no_address
from euchre.client.errors import BadSetting, Unreachable

NO_ADDRESS = (exceptions.InvalidURL, exceptions.InvalidSchema, exceptions.MissingSchema)
CUT = (exceptions.ChunkedEncodingError, exceptions.ContentDecodingError)


def trouble(error: exceptions.RequestException, shown: str) -> Unreachable | BadSetting:
    """What an exception of requests comes to; `shown` is the server's address."""
    if isinstance(error, NO_ADDRESS):
        return no_address(shown)
    if isinstance(error, exceptions.Timeout) or isinstance(next(iter(error.args), None), ReadTimeoutError):
        return Unreachable(f"{shown} did not answer in time", passing=True)
    if isinstance(error, CUT):
        return broken_off(shown)
    hint = "is the server running? without a server the service inside this program answers"
    passing = isinstance(error, exceptions.ConnectionError)
    return Unreachable(f"{shown} cannot be reached", hint, passing=passing)


def broken_off(shown: str) -> Unreachable:
    """What to raise for an answer that ends too early."""
    return Unreachable(f"{shown} broke off in the middle of an answer", passing=True)

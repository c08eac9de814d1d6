"""What the tests with a running nginx share: two judges, and the proxy before them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.deploy.running import FAST, Proxy, Replica, proxy


@pytest.fixture(scope="package")
def judges() -> Iterator[list[Replica]]:
    """Two judges that live as long as the tests; those that kill have their own."""
    made: list[Replica] = []
    try:
        for _ in range(2):
            made.append(Replica())
        yield made
    finally:
        for judge in made:
            judge.stop()


@pytest.fixture(scope="package")
def front(judges: list[Replica]) -> Iterator[Proxy]:
    """The proxy before them, with a rate that is not in the way."""
    with proxy([judge.address for judge in judges], FAST) as made:
        yield made

"""What the tests with a running nginx share: two judges, and the proxy before them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.deploy.running import FAST, Proxy, Replica, proxy, replicas


@pytest.fixture(scope="package")
def judges() -> Iterator[list[Replica]]:
    """Two judges that live as long as the tests; those that kill have their own."""
    with replicas(2) as made:
        yield made


@pytest.fixture(scope="package")
def front(judges: list[Replica]) -> Iterator[Proxy]:
    """The proxy before them, with a rate that is not in the way."""
    with proxy([judge.address for judge in judges], FAST) as made:
        yield made

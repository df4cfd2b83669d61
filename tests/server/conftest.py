"""One server for the tests of a file."""

from collections.abc import Iterator

import pytest

from server.playing import Host, running


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with running() as running_host:
        yield running_host

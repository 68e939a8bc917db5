"""Longer runs of the fuzzers of the socket and of the API than `make test` has time for."""

import logging

import pytest
from schemathesis.generation import GenerationMode
from starlette.testclient import TestClient

from budokan.kit.game import find_all
from tests.sampling import a_few
from tests.server.test_fuzz import asked, pester
from tests.server.test_schema import EXAMPLES, Places, ask_anything, each_way, places

__all__ = ["asked", "places"]  # fixtures
pytestmark = pytest.mark.faults


@pytest.mark.parametrize("game", a_few(find_all(), 2))
def test_the_socket(
    game: str, client: TestClient, asked: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        pester(game, client, 300)
    assert asked and not caplog.records, caplog.text


@each_way
def test_the_api(name: str, mode: GenerationMode, places: Places) -> None:
    ask_anything(name, mode, places, 2 * EXAMPLES)

"""The description of a table survives every round trip and gives the same setup."""

import pickle

import msgspec
import pytest

from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find
from budokan.match.table_spec import TableSpec
from tests.kit.settings import ALL_SETTINGS

DUEL = find("dojo_duel")


@pytest.mark.parametrize(
    ("name", "game", "setup"), ALL_SETTINGS, ids=[n for n, _, _ in ALL_SETTINGS]
)
def test_every_setup_survives_a_round_trip(name: str, game: Game, setup: Setup) -> None:
    spec = TableSpec.of(game, setup)
    arrived = [
        pickle.loads(pickle.dumps(spec)),
        msgspec.json.decode(msgspec.json.encode(spec), type=TableSpec),
    ]
    for other in arrived:
        assert other == spec and hash(other) == hash(spec)
        assert other.open() == (game, setup)


def test_own_card_values_travel_along() -> None:
    overlay = {"card": {"wild_swing": {"power": 2}}}
    setup = DUEL.setup(2, overlay=overlay)
    again = TableSpec.of(DUEL, setup).setup()
    assert again.data.hash == setup.data.hash != DUEL.data.hash


def test_a_setup_is_parsed_once() -> None:
    spec = TableSpec.of(DUEL, DUEL.setup(2, {}, {0: {"deck": "ember_fist"}}))
    assert spec.setup() is TableSpec.of(DUEL, spec.setup()).setup()
    assert spec.setup() != TableSpec(DUEL.id, 2).setup() == DUEL.setup(2)


def test_bad_values_are_refused() -> None:
    with pytest.raises(Refusal, match="is for 2 players, not 7"):
        TableSpec(DUEL.id, 7).setup()
    with pytest.raises(Refusal, match="no game 'chess'"):
        TableSpec("chess", 2).open()

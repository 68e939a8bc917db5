"""Records of earlier versions replay to the same states; they stay here for good.

To add one after raising a game's version or changing its cards, save a record of a match with the
new code as golden/GAME-N.match and run this file with BUDOKAN_UPDATE=1: it writes the fingerprint
of new records, and never touches those of old ones.
"""

import hashlib
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from budokan.kit import editions
from budokan.kit.contract import SPECTATOR
from budokan.kit.entries import entry_text
from budokan.kit.errors import Refusal
from budokan.kit.game import find, find_all
from budokan.match import fairness, record
from budokan.match.match import CodedMatch

LATER = {"kicker_counts"}  # events that tell more of what happened than those records knew
GOLDEN = Path(__file__).parent / "golden"
RECORDS = sorted(GOLDEN.glob("*.match"))
PRINTS = GOLDEN / "fingerprints.json"
UNFINISHED = [path for path in RECORDS if not record.load(path).over]
EACH = pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])


def fingerprints() -> dict[str, Any]:
    return dict(json.loads(PRINTS.read_text("utf-8")))


def digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


def fingerprint(match: CodedMatch) -> dict[str, Any]:
    """Everything that must stay: states, views, scores, what each viewer saw, and events."""
    viewers = [*range(match.setup.seats), SPECTATOR]
    names = match.game.events
    return {
        "entries": len(match.entries),
        "over": match.over,
        "scores": match.scores(),
        "acting": list(match.acting),
        "state": digest([int(n) for n in match.state.encode()]),
        "views": [digest([int(n) for n in match.view(v).encode()]) for v in viewers],
        "seen": [digest([entry_text(match.notation, e) for e in match.seen(v)]) for v in viewers],
        "events": digest(
            [
                [names[e.kind] if e.kind >= 0 else e.kind, int(e.seat), int(e.a), int(e.b)]
                for e in match.story
                if e.kind < 0 or names[e.kind] not in LATER
            ]
        ),
    }


@EACH
def test_a_golden_record_replays_to_the_same_states(path: Path) -> None:
    text = path.read_text("utf-8")
    match = record.restore(record.load(path))
    known, found = fingerprints(), fingerprint(match)
    if path.stem not in known and os.environ.get("BUDOKAN_UPDATE"):
        PRINTS.write_text(json.dumps({**known, path.stem: found}, indent=1) + "\n", "utf-8")
        known = fingerprints()
    assert found == known.get(path.stem), (
        f"{path.name} no longer leads where it led. If a rule changes, raise the game's version "
        "and keep the earlier rules (CONTRIBUTING, 'Add a ruling')."
    )
    assert not match.over or record.write(match) == text
    verdict = fairness.verify(record.parse(text))
    assert verdict.result != fairness.UNFAIR, verdict.told


@pytest.mark.parametrize("path", UNFINISHED, ids=[path.stem for path in UNFINISHED])
def test_an_unfinished_golden_record_goes_on(path: Path) -> None:
    match, pick = record.restore(record.load(path)), random.Random(path.stem)
    before = len(match.entries)
    for _ in range(40):
        if not match.over:
            seat = pick.choice(match.acting)
            match.play(seat, pick.choice(match.legal(seat)))
    assert len(match.entries) > before
    again = record.restore(record.parse(record.write(match)))
    assert again.state.encode() == match.state.encode()


def test_cards_are_kept_when_they_change() -> None:
    """Every record needs the cards it was played with."""
    headers = [record.load(path).header for path in RECORDS]
    for fields in (each for each in headers if not each["overlay"]):
        game, cards = find(fields["game"]), fields["data"]
        kept = f"{editions.EARLIER}/{cards}.toml"
        try:
            editions.edition(game, game.version, cards)
        except Refusal:
            pytest.fail(
                f"The cards of {game.id} have changed. Keep the cards.toml of the last release "
                f"as {kept} in the game's folder, and add a golden record with the new cards."
            )


def test_there_is_a_golden_record_with_the_rules_and_cards_of_today() -> None:
    headers = [record.load(path).header for path in RECORDS]
    known = {(fields["game"], fields["rules"], fields["data"]) for fields in headers}
    for game in find_all().values():
        assert (game.id, game.version, game.data.hash) in known, (
            f"Save a match of {game.id} as tests/match/golden/{game.id}-N.match: no golden record "
            f"has version {game.version} of its rules and the cards {game.data.hash}."
        )


def test_records_end_in_every_way() -> None:
    texts = [path.read_text("utf-8") for path in RECORDS]
    for word in ("takeback", "concede", "forfeit", "stand-in", "return"):
        assert any(f" {word} ~" in text for text in texts), word
    assert {record.parse(text).over for text in texts} == {True, False}
    assert {record.parse(text).header["seats"] for text in texts} == {1, 2, 3, 4}

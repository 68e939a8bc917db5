"""Counts, tokens, names and signs of one's own: what can be entered, what is refused and why."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from budokan.games.udaka import GAME
from budokan.games.udaka.card_format import CARDS, MOST_COPIES
from budokan.games.udaka.rules.rules import Udaka
from budokan.games.udaka.view.previews import COUNTS, ORDINALS
from budokan.kit import card_file
from budokan.kit.errors import Refusal
from budokan.kit.game import Setup
from budokan.kit.scene import Piece
from budokan.kit.testing.trial import Trial

FILES = Path(__file__).parent / "cards"
ODD: list[Any] = [-1, 10**9, 1.5, True, "", "  ", "x" * 500, "\x00", [], [[[1]]], {}, {"a": {}}]
Overlay = dict[str, Any]


def overlay_of(name: str) -> Overlay:
    return card_file.read(FILES / f"{name}.toml", GAME)


def faults(overlay: Mapping[str, Any]) -> list[tuple[str, str]]:
    found = card_file.faults(GAME, overlay)
    return [(fault.where, fault.text) for fault in found if not fault.warning]


class Play(Trial[Udaka]):
    """A position with cards of one's own."""

    def __init__(self, overlay: Overlay, seats: int = 2, **position: Any) -> None:
        options = position.pop("options", None)
        setup = GAME.setup(seats, options, overlay=overlay)
        super().__init__(GAME, Udaka, setup, position)

    def said(self) -> list[str]:
        words = GAME.words(self.setup)
        return [words.sentence(event, event.seat) for event in self.recorder.events]


def copies(**counts: int) -> Overlay:
    """A card file that changes how many cards there are: copies(k=2), copies(r7=3)."""
    return {"rank": {key.removeprefix("r"): {"copies": n} for key, n in counts.items()}}


# -- twelve components as an owner might type them ---------------------------------------------

TYPED: list[tuple[str, Overlay]] = [
    ("a box with five Aces", copies(a=5)),
    ("two Kings", copies(k=2)),
    ("no Joker", copies(j=0)),
    ("a short set without nines", copies(r9=0)),
    ("six sevens", copies(r7=6)),
    ("two tokens on each number", {"board": {"boxes": {"tokens_each": 2}}}),
    ("a board with one row", {"board": {"layout": {"rows": [[2, 3, 4, 5, 6, 7, 8, 9]]}}}),
    ("cards with other suits", {"suit": {"spades": {"name": "blades", "symbol": "⚔"}}}),
    ("a fifth suit", {"suit": {"stars": {"name": "stars", "symbol": "★"}}}),
    ("the King of clubs", {"suit": {"king": {"name": "clubs", "symbol": "♣"}}}),
    ("an Ace with a name of its own", {"rank": {"a": {"name": "UDAKA card", "word": "U"}}}),
    ("Roman numbers", {"rank": {"2": {"word": "II"}, "3": {"word": "III"}, "4": {"word": "IV"}}}),
]


@pytest.mark.parametrize(("said", "overlay"), TYPED, ids=[said for said, _ in TYPED])
def test_twelve_invented_components_can_be_entered(said: str, overlay: Overlay) -> None:
    """UD-R26; a number that print states otherwise is a warning that names the sentence."""
    found = card_file.faults(GAME, overlay)
    assert [fault for fault in found if not fault.warning] == []
    assert all("UD-" in fault.text for fault in found), said
    play = Play(overlay)
    assert list(play.walk(1))[-1]
    assert len(TYPED) == 12


# -- counts ------------------------------------------------------------------------------------


def test_the_last_ace_wins_the_udaka_token_whatever_its_number() -> None:
    """UD-34, UD-R26: the sixth of six, the only one of one."""
    play = Play(copies(a=6), hands=["A A 2", "3 4"], udaka_pile=4)
    assert "sixth Ace of six: the UDAKA token" in str(play.scene(0))
    play.do("A pair A")
    assert play.state.udaka == 0
    assert play.said()[:2] == ["A lays two Aces, 6 of 6.", "A takes the UDAKA token."]
    early = Play(copies(a=6), hands=["A A 2", "3 4"], udaka_pile=3).do("A pair A")
    assert early.state.udaka == -1
    only = Play(copies(a=1), hands=["A 5 2", "3 4"])
    assert "the player of the only Ace breaks it" in str(only.scene(0))
    only.do("A single A")
    assert only.state.udaka == 0 and only.said()[0] == "A lays an Ace, 1 of 1."


def test_kings_and_jokers_are_laid_one_by_one() -> None:
    """UD-R26: two of them are no pair, neither from hand nor with the top card."""
    play = Play(copies(k=2, j=2), hands=["K K J", "3 4"])
    assert play.legal("A") == ["single J", "single K"]
    held = Play(copies(j=2), hands=["J J 2", "3 4"])
    assert held.legal("A") == ["single 2", "single J"]
    top = Play(copies(k=2), hands=["K 5 6", "3 4"], pile="K")
    assert "pairs" not in str(top.scene(0).zones[1])
    top.do("A single K")
    assert top.said()[0] == "A lays one Suicide King and has no token to return."
    owned: dict[str, Any] = {"tokens": [2, 0], "boxes": "0 0 1 1 1 1 1 1"}
    rich = Play(copies(k=3), hands=["K K 6", "3 4"], pile="K", **owned)
    assert rich.legal("A")[-8:] == [f"single K on {box}" for box in range(2, 10)]
    rich.do("A single K on 5")
    assert rich.state.tokens[0] == 1


def test_a_second_joker_has_its_full_effect() -> None:
    """UD-41, UD-R26"""
    play = Play(copies(j=2), hands=["J 5 6", "J 4"], tokens=[0, 2], boxes="0 0 1 1 1 1 1 1")
    play.do("A single J from B", "* draw 2", "B single J from A")
    assert [int(n) for n in play.state.tokens] == [0, 2]


def test_due_jokers_with_several_of_them() -> None:
    """UD-R11: who lays something else had none; who lays one may have another."""
    given: dict[str, Any] = {"tokens": [0, 2], "boxes": "0 0 1 1 1 1 1 1"}
    options = {"joker_must_play": True}
    play = Play(copies(j=3), hands=["J J 6", "3 4"], **given, options=options)
    assert play.legal("A") == ["single J from B"]
    play.do("A single J from B")
    assert play.state.jokerless == 0
    none = Play(copies(j=3), hands=["5 7 6", "3 4"], **given, options=options).do("A single 5")
    assert none.state.jokerless == 1
    for world in none.worlds(1, 30):
        assert world.count(0, 10) == 0


def test_forced_last_cards_know_the_counts() -> None:
    """A last card plays itself only if every King and Joker is known to be gone."""
    given: dict[str, Any] = {"draw": "", "tokens": [1, 1], "turn": "A", "udaka": "A"}
    for card, forced in (("5", True), ("K", False)):
        play = Play(copies(k=2, j=0), hands=[card, "6"], **given, boxes="0 0 1 1 1 1 1 1")
        assert play.state.is_forced(0) == forced


def test_three_tokens_on_each_box() -> None:
    """UD-04, UD-R9, UD-R26"""
    three = {"board": {"boxes": {"tokens_each": 3}}}
    play = Play(three, hands=["7 7 2", "3 4"])
    assert [int(n) for n in play.state.boxes][1:9] == [3] * 8
    play.do("A pair 7")
    assert (play.state.tokens[0], play.state.boxes[6]) == (1, 2)
    every = Play(three, hands=["7 7 2", "3 4"], options={"pair_takes": "all"}).do("A pair 7")
    assert every.said()[1] == "& and takes the 3 tokens of box 7."
    missing = Play(three, hands=["7 7 2", "3 4"], tokens=[4, 0])
    assert [int(n) for n in missing.state.boxes][1:4] == [0, 2, 3]
    with pytest.raises(Refusal, match="there are 24 number tokens"):
        Play(three, hands=["7 7 2", "3 4"], tokens=[4, 0], boxes="3 3 3 3 3 3 3 3")
    assert GAME.words(play.setup).domains["tokens"].name(24) == "24 number tokens"


def test_more_players_than_a_small_deck_allows() -> None:
    """UD-R26"""
    few = overlay_of("single")
    assert sum(GAME.setup(6, overlay=few).data.column("rank", "copies")) == 14
    few["rank"]["7"]["copies"] = 1
    assert GAME.setup(5, overlay=few).seats == 5
    with pytest.raises(Refusal, match=r"11 cards, enough for 5 players, not for 6 \(UD-R26\)"):
        GAME.setup(6, overlay=few)


def test_too_few_cards_or_no_ace() -> None:
    """UD-R25, UD-R26"""
    bare = copies(r2=0, r3=0, r4=0, r5=0, r6=0, r7=0, r8=0, r9=0, a=2)
    assert faults(bare) == [("rank", "The deck has 4 cards; two players need 5 at least (UD-R26).")]
    bare["rank"]["a"]["copies"] = 3
    assert faults(bare) == []
    assert faults(copies(a=0))[0][0] == "rank.a.copies"


def test_every_count_has_a_word() -> None:
    assert len(COUNTS) == len(ORDINALS) == MOST_COPIES + 1
    seven = Play(copies(r7=12), hands=["7 2 3", "4 5"])
    assert "eleven 7s unseen" in str(seven.scene(0))


# -- names and signs ---------------------------------------------------------------------------


def test_names_and_signs_are_told() -> None:
    overlay = overlay_of("signs")
    play = Play(overlay, hands=["D D Z", "K J"], udaka_pile=0)
    assert play.legal("A") == ["pair D", "single D", "single Z"]
    play.do("A pair D")
    assert play.said()[0] == "A lays two Dragons, 2 of 2."
    fool = Play(overlay, hands=["J K Z", "三 D"]).do("A single J")
    assert fool.said()[0] == "A lays one Fool; there is nothing to take."
    three = Play(overlay, hands=["三 三 D", "K J"]).do("A pair 三")
    assert three.said()[:2] == ["A lays a pair of 三s", "& and wins nothing: box 3 is empty."]
    assert "the player of the second Dragon breaks it" in str(three.scene(1))


def test_boxes_keep_their_numbers_under_other_signs() -> None:
    overlay = {"rank": {"7": {"word": "VII"}}}
    play = Play(overlay, hands=["VII VII 2", "3 4"])
    scene = play.scene(0)
    assert "from box 7" in str(scene) and "box.7.1" in str(scene)
    play.do("A pair VII")
    assert play.said()[1] == "& and takes the 7 token."


def pieces_of(setup: Setup) -> dict[str, Piece]:
    zones = GAME.album(GAME.opening_look(setup))
    return {piece.id: piece for zone in zones for piece in zone.pieces}


def test_the_album_shows_every_component() -> None:
    found = pieces_of(GAME.setup(2, overlay=overlay_of("signs")))
    assert {name for name in found if name.startswith("rank.")} == {
        f"rank.{key}" for key in GAME.data["rank"]
    }
    assert found["rank.a"].component == "rank.a" and found["rank.a"].own
    assert found["suit.stars"].corners[0].label == "★"
    assert (found["suit.king"].kind, found["suit.king"].component) == ("crowns", "suit.king")
    assert "suit.clubs" not in found
    preview = found["rank.4"].preview
    assert preview is not None and preview.note == "no cards"
    plain = pieces_of(GAME.setup(2))
    assert len(plain) == 11 + 5 + 8 + 1
    assert not any(piece.own for piece in plain.values())
    assert all(piece.component for piece in plain.values())
    assert plain["box.7.1"].component == "board.boxes"


def test_suits_beyond_four_are_dealt_in_order() -> None:
    overlay = {"suit": {"stars": {"name": "stars", "symbol": "★"}}, **copies(r7=5)}
    play = Play(overlay, hands=["7 7 7", "3 4"], pile="7 7")
    shown = [piece.face for piece in play.scene(0).zones[1].zones[0].pieces]
    top = next(zone for zone in play.scene(0).zones[0].zones if zone.id == "pile").pieces[0]
    assert len({*shown, top.face}) == 4 and "7-stars" in shown


# -- faults ------------------------------------------------------------------------------------

PLANTED = [
    "about.game",
    "about.complete",
    "ranks",
    "rank.a.copies",
    "rank.2.copies",
    "rank.3.copies",
    "rank.4.copies",
    "rank.5.word",
    "rank.6.word",
    "rank.7.pile",
    "rank.8.box",
    "rank.10",
    "rank.k.word",
    "rank.j.dropped",
    "suit.spades.symbol",
    "suit.moons.symbol",
    "suit.king",
    "board.boxes.tokens_each",
    "board.layout.rows",
    "limits.hand.size",
]


def test_twenty_planted_faults_are_all_found() -> None:
    found = faults(card_file.read(FILES / "faulty.toml"))
    assert len(PLANTED) == 20
    assert sorted(where for where, _ in found) == sorted(PLANTED)
    assert all(text.endswith((".", "?")) for _, text in found)
    assert "rank.9 has the sign 9" in dict(found)["rank.6.word"]


# What cannot be entered, and why: everything here would need other rules.
UNPLAYABLE: list[tuple[Overlay, str]] = [
    ({"limits": {"hand": {"size": 3}}}, "draws the third card"),
    ({"limits": {"players": {"largest": 8}}}, "seats for 2 to 6"),
    ({"board": {"udaka": {"tokens": 2}}}, "one owner of the one UDAKA token"),
    ({"board": {"boxes": {"first": 1}}}, "the number of its rank"),
    ({"board": {"boxes": {"tokens": 2}}}, "no such value"),
    ({"rank": {"q": {"name": "Queen"}}}, "none can be added here"),
    ({"rank": {"k": {"box": 5}}}, "the boxes 2 to 9"),
    ({"rank": {"k": {"pile": "udaka"}}}, "a pile of theirs"),
    ({"rank": {"j": {"word": "X"}}}, "actions are written with it"),
    ({"board": {"layout": {"rows": [[2, 3, 4], [5, 6, 7, 8, 9]]}}}, "equal length"),
    ({"board": {"layout": {"rows": [[2, 3, 4, 5]]}}}, "Every box from 2 to 9"),
    ({"board": {"layout": {"rows": "2 3 4"}}}, "must be rows of boxes"),
]


@pytest.mark.parametrize(("overlay", "why"), UNPLAYABLE)
def test_what_cannot_be_played_is_refused_with_the_reason(overlay: Overlay, why: str) -> None:
    found = faults(overlay)
    assert len(found) == 1 and why in found[0][1]
    with pytest.raises(Refusal, match="The cards: "):
        GAME.setup(overlay=overlay)


def test_the_format_knows_every_value() -> None:
    values = {(section, field) for section, _, field, _, _ in GAME.data.values()}
    known = {(name, field) for name, form in CARDS.sections.items() for field in form.fields}
    assert values == known
    suits = {"about": {"complete": ["suit"]}}
    assert [where for where, _ in faults(suits)] == ["suit.king", "suit"]


@pytest.mark.parametrize("value", ODD, ids=lambda value: repr(value)[:20])
def test_no_value_crashes_the_check(value: Any) -> None:
    for section, form in CARDS.sections.items():
        for name, field in form.fields.items():
            assert all(fault.text for fault in field.check("here", value))
            for key in (next(iter(GAME.data[section])), "new"):
                faults({section: {key: {name: value}}})

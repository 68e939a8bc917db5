"""Random play, compared with a second, naive set of rules and with invariants."""

import hashlib
from collections import Counter
from typing import Any

import pytest

from budokan.games.udaka import GAME
from budokan.games.udaka.tests.helper import ODD, Play
from budokan.kit.contract import CHANCE, SPECTATOR, legal_codes
from budokan.kit.entries import Recorder, view_of
from budokan.kit.notation import SEATS
from budokan.kit.rng import Rng
from budokan.kit.testing.laws import Coverage, check_words, chi_square, play_by_the_laws
from budokan.kit.testing.trial import twin

SETUPS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"top_reuse": False, "rounds_to_win": 1}),
    (4, {"udaka_counts": False, "joker_must_play": True}),
    (5, {"pair_takes": "all", "next_dealer": "redraw", "rounds_to_win": 1}),
    (6, ODD | {"rounds_to_win": 1}),
    (2, ODD),
]
DECK = Counter({**dict.fromkeys("A23456789", 4), "K": 1, "J": 1})


class Naive:
    """The rules written a second time, slow and simple, with lists of words."""

    def __init__(self, seats: int, options: Any) -> None:
        self.seats, self.options = range(seats), options
        self.wins = [0] * seats
        self.dealer = -1
        self.over = False
        self.board()

    def board(self) -> None:
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.pile: list[str] = []
        self.used: list[bool] = []  # for each card of the pile: it was in a pair
        self.aces, self.udaka = 0, -1
        self.boxes = dict.fromkeys("23456789", 1)
        self.tokens = [0 for _ in self.seats]
        self.to_draw = 38
        self.waiting: list[int] = []  # who is given the next cards
        self.shown: list[tuple[int, str]] = []

    def chance(self, verb: str, word: str) -> None:
        if verb == "first":
            first = SEATS.index(word)
            self.waiting = [(first + k) % len(self.seats) for k in self.seats]
        elif verb == "show":
            self.shown.append((self.waiting.pop(0), word))
            if not self.waiting:
                self.choose_dealer()
        else:
            self.hands[self.waiting.pop(0)].append(word)
            self.to_draw -= 1
            if not self.waiting and all(len(hand) == 2 for hand in self.hands):
                self.next_turn()

    def choose_dealer(self) -> None:
        order = "KJ23456789A"
        heights = [max(order.index(word) - 1, 0) for _, word in self.shown]
        best = max(heights)
        seat = self.shown[heights.index(best)][0]
        self.shown = []
        if best > 0:
            self.deal(seat)

    def deal(self, dealer: int) -> None:
        self.dealer = self.turn = dealer
        self.waiting = [(dealer + 1 + k) % len(self.seats) for k in [*self.seats, *self.seats]]

    def next_turn(self) -> None:
        self.turn = (self.turn + 1) % len(self.seats)
        if self.to_draw:
            self.waiting = [self.turn]
        elif not any(self.hands):
            self.score()
        elif not self.hands[self.turn]:
            self.next_turn()

    def discard(self, seat: int, text: str) -> None:
        verb, rank, *rest = text.split()
        cards = 2 if verb == "pair" else 1
        for _ in range(cards):
            self.hands[seat].remove(rank)
        if rank == "A":
            self.aces += cards
            if self.aces == 4:
                self.udaka = seat
        else:
            self.regular(seat, rank, cards)
        if rest and rank == "K":
            self.tokens[seat] -= 1
            self.boxes[rest[1]] += 1
        if rest and rank == "J":
            self.tokens[SEATS.index(rest[1])] -= 1
            self.tokens[seat] += 1
        if self.to_draw and len(self.hands[seat]) == 1:
            self.waiting = [seat]
        else:
            self.next_turn()

    def regular(self, seat: int, rank: str, cards: int) -> None:
        matches = bool(self.pile) and self.pile[-1] == rank
        usable = matches and (self.options.top_reuse or not self.used[-1])
        paired = cards == 2 or usable
        self.pile += [rank] * cards
        self.used += [paired] * cards
        if paired and self.boxes[rank]:
            taken = self.boxes[rank] if self.options.pair_takes == "all" else 1
            self.boxes[rank] -= taken
            self.tokens[seat] += taken

    def score(self) -> None:
        bonus = int(self.options.udaka_counts)
        scores = [self.tokens[s] + bonus * (s == self.udaka) for s in self.seats]
        tied = scores.count(max(scores)) > 1
        winner = self.udaka if tied else scores.index(max(scores))
        self.wins[winner] += 1
        if self.wins[winner] == self.options.rounds_to_win:
            self.over = True
            return
        dealer = self.dealer
        self.board()
        if self.options.next_dealer == "rotate":
            self.deal((dealer + 1) % len(self.seats))

    def agree(self, document: Any) -> None:
        """Compare with a written position."""
        if self.shown or document["phase"] in ("first", "show"):
            shown = dict(self.shown)
            assert document["hands"] == [shown.get(seat, "") for seat in self.seats]
            assert document["round_wins"] == self.wins
            return
        for hand, line in zip(self.hands, document["hands"], strict=True):
            assert Counter(hand) == Counter(line.split())
        pile = document["pile"].split()
        assert Counter(pile) == Counter(self.pile)
        assert pile[-1:] == self.pile[-1:]
        assert len(document["draw"].split()) == self.to_draw
        assert document["udaka_pile"] == self.aces
        assert document["udaka"] == ("" if self.udaka < 0 else SEATS[self.udaka])
        assert document["boxes"] == " ".join(str(n) for n in self.boxes.values())
        assert document["tokens"] == self.tokens
        assert document["round_wins"] == self.wins
        assert (document["phase"] == "over") == self.over
        assert document["dealer"] == SEATS[self.dealer]
        if not self.over:
            assert document["turn"] == SEATS[self.waiting[0] if self.waiting else self.turn]
        if "top_spent" in document:
            assert document["top_spent"] == bool(self.used and self.used[-1])


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_a_naive_set_of_rules_agrees(seats: int, options: dict[str, Any]) -> None:
    for seed in range(1, 5):
        play = Play(seats, options)
        naive = Naive(seats, play.setup.options)
        for seat, action in play.walk(seed):
            naive.agree(play.document())
            text = GAME.notation.text(action)
            if seat == CHANCE:
                naive.chance(*text.split())
            else:
                naive.discard(seat, text)
        naive.agree(play.document())
        assert naive.over


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_invariants(seats: int) -> None:
    """UD-C2, UD-C4, UD-C5, UD-C6, UD-C8, UD-C13"""
    play = Play(seats)
    boxes = 8
    for seat, _ in play.walk(40 + seats):
        doc = play.document()
        on_board = sum(map(int, doc["boxes"].split()))
        assert on_board + sum(doc["tokens"]) == 8
        assert abs(on_board - boxes) <= 1 or doc["phase"] == "deal"
        boxes = on_board
        cards = Counter(" ".join([*doc["hands"], doc["draw"], doc["pile"]]).split())
        cards["A"] += doc["udaka_pile"]
        assert cards == DECK
        assert "A" not in doc["pile"]
        assert (doc["udaka_pile"] == 4) == (doc["udaka"] != "")
        if doc["phase"] == "draw":
            assert all(len(hand.split()) == 2 for hand in doc["hands"])
        if seat != CHANCE:
            assert len(by_rank(play, seat)) == expected_discards(doc["hands"][seat].split())


def by_rank(play: Play, seat: int) -> set[tuple[str, ...]]:
    """The legal discards without box and victim."""
    return {tuple(text.split()[:2]) for text in play.legal(SEATS[seat])}


def expected_discards(hand: list[str]) -> int:
    kinds = len(set(hand))
    if len(hand) == 3:
        return 2 if kinds == 1 else 3
    return 2 if len(hand) == 2 else 1


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_rounds_and_turns(seats: int) -> None:
    """UD-C3, UD-C7, UD-C9, UD-C10, UD-C12, UD-R25"""
    for seed in range(6):
        play = Play(seats)
        for _ in play.walk(100 + seed):
            pass
        rounds = split_rounds(play)
        assert 2 <= len(rounds) <= seats + 1
        assert play["round_wins"].count(2) == 1 and max(play["round_wins"]) == 2
        for heard in rounds:
            pairs = heard["hand_pair"] + heard["ace_pair"]
            singles = sum(heard[name] for name in ("single", "top_pair", "ace", "king", "joker"))
            turns = pairs + singles + heard["king_free"] + heard["joker_free"]
            assert turns == 38 - pairs and 20 <= turns <= 38
            assert heard["udaka"] == heard["last_card"] == heard["left"] == 1
            assert heard["outright"] + heard["tie_inside"] + heard["tie_outside"] == 1
            assert heard["dealt"] == 2 * seats
            assert heard["dealt"] + heard["drawn"] + heard["refilled"] == 38
            assert pairs - heard["refilled"] in range(seats + 2)
            assert heard["token"] + heard["worthless"] == heard["hand_pair"] + heard["top_pair"]


@pytest.mark.parametrize("seats", [2, 5])
def test_nobody_forgets_to_refill(seats: int) -> None:
    """UD-53, UD-54, UD-R20: cards are drawn automatically, so nobody can forget to refill."""
    play, seen = Play(seats), 0
    for seat, _ in play.walk(7):
        if seat != CHANCE and play["draw"]:
            hands = [len(hand.split()) for hand in play["hands"]]
            assert hands.pop(seat) == 3 and set(hands) == {2}
            seen += 1
    assert seen > 20


def split_rounds(play: Play) -> list[Counter[str]]:
    rounds: list[Counter[str]] = []
    for name in play.events():
        if name == "dealer":
            rounds.append(Counter())
        if rounds:
            rounds[-1][name] += 1
    return rounds


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_ud_c15_two_trips_empty_all_hands(seats: int) -> None:
    """UD-C15."""
    play = Play(seats)
    turns: Counter[int] = Counter()
    rounds = 0
    for seat, _ in play.walk(7):
        if play.state.deck_n == 0 and seat != CHANCE and play.state.held[seat] < 3:
            held = [int(n) for n in play.state.held]
            if not turns:
                assert sorted(held)[1:] == [2] * (seats - 1) and min(held) >= 1
                assert held[(seat - 1) % seats] == min(held)
                rounds += 1
            turns[seat] += 1
            assert turns[seat] <= 2
            assert max(turns.values()) - turns[seat] <= 1
        elif play.state.deck_n > 0:
            turns.clear()
    assert rounds == sum(play["round_wins"])


def test_ud_c12_cards_drawn_in_a_turn() -> None:
    play = Play(3)
    for seat, action in play.walk(3):
        if seat == CHANCE or play.state.deck_n < 2:
            continue
        pair = GAME.notation.text(action).startswith("pair")
        state = twin(play.state)
        state.apply(seat, action)
        assert (state.phase, state.turn == seat) == ((4, True) if pair else (3, False))


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_laws(seats: int, options: dict[str, Any]) -> None:
    covered = Coverage()
    play_by_the_laws(GAME, GAME.setup(seats, options), seats, covered, every=31)
    assert covered.matches == 1 and covered.entries > 50


def test_words() -> None:
    check_words(GAME)
    assert GAME.notation.size == 63


@pytest.mark.parametrize("entries", [[], ["* first A"], ["* first A", "* show 9", "* show 2"]])
def test_chance_keeps_its_odds(entries: list[str]) -> None:
    """UD-R15: the seat is random, the cards come from the whole deck."""
    play = Play().do(*entries)
    value, freedom = chi_square(play.state, 4000, 9)
    assert freedom == (1 if not entries else 10)
    assert value < 3 * freedom + 9


def test_odds_count_the_cards_left() -> None:
    play = Play(hands=["2 2", "3 4"], pile="4 4 4 K")
    whole = {f"draw {rank}": 4 for rank in "A56789"}
    assert play.odds() == {**whole, "draw 2": 2, "draw 3": 3, "draw J": 1}
    assert play.do("* draw 9").odds() == {}
    assert list(Play(3).odds().values()) == [1, 1, 1]


# -- fingerprints: what these seeds led to when the rules were last checked by hand -------------


def fingerprint(numbers: list[int]) -> str:
    return hashlib.sha256(" ".join(map(str, numbers)).encode()).hexdigest()[:16]


def play_numbers(seats: int, options: dict[str, Any], seed: int) -> dict[str, list[int]]:
    """All answers of the contract along one random match, as numbers."""
    play = Play(seats, options)
    found: dict[str, list[int]] = {
        name: [] for name in ("state", "why", "view", "heuristic", "event")
    }
    rng = Rng(seed)
    for ply, (seat, action) in enumerate(play.walk(seed)):
        found["state"] += [seat, action, *play.state.encode(), *legal_codes(play.state, seat)]
        if ply % 11 == 0:
            codes = range(GAME.notation.size)
            asked = [*range(seats), CHANCE]
            found["why"] += [int(play.state.why(who, code)) for who in asked for code in codes]
        if ply % 5 == 0:
            for viewer in (0, seats - 1, SPECTATOR):
                view = view_of(play.state, viewer)
                found["view"] += [*view.encode(), int(play.state.seen(viewer, seat, action))]
                view.guess(viewer, rng)
                found["view"] += view.encode()
        if seat != CHANCE:
            codes_here = legal_codes(play.state, seat)
            found["heuristic"] += [int(play.state.heuristic(seat, code)) for code in codes_here]
    heard = play.recorder
    assert isinstance(heard, Recorder)
    found["event"] = [number for event in heard.events for number in event]
    found["state"] += [*play.state.encode(), play.state.commit_count()]
    return found


GOLDEN = {
    "state": "80d39e2d344a4564",
    "why": "808af5b292137071",
    "view": "7fba6c662b26daae",
    "heuristic": "3568ef5f780b825b",
    "event": "5100d6549a658f9a",
}


def test_fingerprints() -> None:
    found: dict[str, list[int]] = {name: [] for name in GOLDEN}
    for at, (seats, options) in enumerate(SETUPS):
        for seed in range(4):
            for name, numbers in play_numbers(seats, options, 1000 * at + seed).items():
                found[name] += numbers
    assert {name: fingerprint(numbers) for name, numbers in found.items()} == GOLDEN

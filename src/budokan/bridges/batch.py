"""Many matches of one setup at once, for learning agents.

Actions come in as bytes, and everything goes out in buffers that are new after each step: numpy
sees them without a copy, and nothing that a caller keeps is overwritten.

Matches are independent of each other: match number k of place i follows from the seed of the place
and k alone, not from how many others there are.
"""

from typing import Final, final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from budokan.agents.plain import Agent
from budokan.kit.action_ids import ActionIds
from budokan.kit.contract import CHANCE, ROOM, State, first_seat
from budokan.kit.lens import Lens, empty_row, row_of, truth_of
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng

NEXT_STEP: Final = 0  # after an end the next step begins another match, whatever its action
SAME_STEP: Final = 1  # the step that ends a match begins another one
DISABLED: Final = 2  # a match that is over stays as it is until it is asked to begin again
LOSE: Final = 0  # an illegal action loses the match
RAISE: Final = 1  # an illegal action is an error, and nothing is done

DRAWN: Final = 0  # as `players`: one seat, drawn for each match
BOT_STREAM: Final = 1 << 20  # chance, each bot and the draw of a seat have generators of their own
SEAT_STREAM: Final = 1 << 30
RUNS: Final = 0  # how a match stands: the caller has a choice
ENDED: Final = 1
CUT_SHORT: Final = 2
TRIES: Final = 1000  # matches in a row that may end before the caller has a choice
BYTES: Final[i64] = 8  # of an action


@final
class Conduct:
    """What happens around matches: after they end, on illegal actions, on forced ones."""

    def __init__(
        self,
        *,
        autoreset: int = NEXT_STEP,
        on_illegal: int = LOSE,
        skip_forced: bool = False,
        most: int = 0,
    ) -> None:
        self.autoreset: i64 = autoreset
        self.on_illegal: i64 = on_illegal
        self.skip_forced: bool = skip_forced  # a seat with one legal action is not asked
        self.most: i64 = most  # decisions of all seats before a match is cut short; 0: no limit


@final
class Batch:
    """Places for matches, each with its state, its generators, and who decides there.

    `players` is a mask of the seats that the caller plays. For the others there are `bots`: one for
    each seat, or one for each seat of each place if they remember.
    """

    def __init__(
        self,
        start: State,
        lens: Lens | None,
        ids: ActionIds,
        size: int,
        players: int,
        bots: list[Agent],
        conduct: Conduct,
    ) -> None:
        seats = int(start.seats)
        self.start: State = start
        self.lens: Lens | None = lens
        self.ids: ActionIds = ids
        self.conduct: Conduct = conduct
        self.size: i64 = size
        self.seat_count: i64 = seats
        self.width: i64 = 0
        if lens is not None:
            self.width = lens.width
        self.players: i64 = players
        self.bots: list[Agent] = bots
        self.one_each: bool = len(bots) > seats
        self.remember: bool = any(bot.remembers for bot in bots)
        self.states: list[State] = [start.blank() for _ in range(size)]
        self.view: State = start.blank()
        self.chance: list[Rng] = [Rng(1) for _ in range(size)]
        self.bot_rngs: list[Rng] = [Rng(1) for _ in range(size * seats)]
        self.draw: Rng = Rng(1)
        # By place.
        self.seed: vec[i64] = zeros(size)
        self.number: vec[i64] = vec[i64]([-1] * size)  # of the match
        self.mine: vec[i64] = zeros(size)  # mask of the caller's seats
        self.seat: vec[i64] = zeros(size)  # who decides, or decided last
        self.count: vec[i64] = zeros(size)  # decisions in this match
        self.standing: vec[i64] = zeros(size)
        self.found: vec[i64] = zeros(ROOM)  # the legal ids at the place at hand
        self.found_n: i64 = 0
        self.list: vec[i64] = zeros(size * 16 + ROOM)  # the legal ids of all places
        self.list_n: i64 = 0
        # What the caller sees.
        self.observations: vec[u8] = empty_row(0)
        self.masks: vec[u8] = empty_row(0)
        self.legal: vec[i64] = zeros(0)
        self.starts: vec[i64] = zeros(0)
        self.seats: vec[i64] = zeros(0)
        self.movers: vec[i64] = zeros(0)
        self.rewards: vec[float] = vec[float]()
        self.terminations: vec[u8] = empty_row(0)
        self.truncations: vec[u8] = empty_row(0)
        self.illegal: vec[u8] = empty_row(0)
        self.decisions: vec[i64] = zeros(0)
        self.lengths: vec[i64] = zeros(0)
        self.final_observations: vec[u8] = empty_row(0)

    # -- what the caller does -----------------------------------------------------------------

    def reset(self, seed: i64) -> None:
        """Begin first matches everywhere, at place i with seed + i."""
        for i in range(self.size):
            self.seed[i] = seed + i
            self.number[i] = -1
        self._clear()
        for i in range(self.size):
            self._begin(i)
            self._report(i)
        self._finish()

    def reseed(self, seeds: bytes, mask: bytes) -> None:
        """Set the seeds of some places, for first matches to begin there next."""
        self._check_length(seeds, BYTES)
        self._check_length(mask, 1)
        for i in range(self.size):
            if mask[i]:
                self.seed[i] = read_i64_le(seeds, BYTES * i)
                self.number[i] = -1

    def begin(self, mask: bytes) -> None:
        """Begin the next match at some places; at the others nothing changes."""
        self._check_length(mask, 1)
        self._clear()
        for i in range(self.size):
            if mask[i]:
                self._begin(i)
            elif self.standing[i] == RUNS:
                self.found_n = self.ids.legal(self.states[i], self.seat[i], self.found)
            else:
                self._tell_end(i)
            self._report(i)
        self._finish()

    def step(self, actions: bytes) -> None:
        """Carry out one action at each place, ids in eight bytes each, the least one first."""
        self._check_length(actions, BYTES)
        if self.conduct.on_illegal == RAISE:
            self._refuse_illegal(actions)
        masks = self.masks
        self._clear()
        autoreset = self.conduct.autoreset
        for i in range(self.size):
            if self.standing[i] == RUNS:
                self._play(i, read_i64_le(actions, BYTES * i), masks)
                if self.standing[i] != RUNS and autoreset == SAME_STEP:
                    self._write_final(i)
                    self._begin(i)
            elif autoreset == NEXT_STEP:
                self._begin(i)
            else:
                self._tell_end(i)
            self._report(i)
        self._finish()

    def row(self, i: i64, seat: i64) -> vec[u8]:
        """What a seat may know at a place."""
        lens = self.lens
        assert lens is not None
        return row_of(lens, self.states[i], seat)

    def truth(self, i: i64) -> vec[u8]:
        """The rows of all seats at a place."""
        lens = self.lens
        assert lens is not None
        return truth_of(lens, self.states[i])

    # -- what happens in a match --------------------------------------------------------------

    def _check_length(self, given: bytes, each: i64) -> None:
        n: i64 = len(given)
        if n != each * self.size:
            raise ValueError(f"{n} bytes for {self.size} places; {each} for each are needed")

    def _refuse_illegal(self, actions: bytes) -> None:
        for i in range(self.size):
            id = read_i64_le(actions, BYTES * i)
            if self.standing[i] == RUNS and not self._is_legal(i, id, self.masks):
                raise ValueError(f"action {id} is not legal at place {i}")

    def _is_legal(self, i: i64, id: i64, masks: vec[u8]) -> bool:
        ids = self.ids.size
        return 0 <= id < ids and masks[i * ids + id] == 1

    def _play(self, i: i64, id: i64, masks: vec[u8]) -> None:
        """Carry out the caller's action at a place, and all until the next one is asked for."""
        state, seat = self.states[i], self.seat[i]
        if self._is_legal(i, id, masks):
            self._enter(i, seat, self.ids.code[id])
            self.standing[i] = self._advance(i)
            if self.standing[i] == ENDED:
                for one in range(self.seat_count):
                    self._reward(i, one, state.score(one))
        else:
            self.illegal[i] = 1
            self.standing[i] = ENDED
            for other in range(self.seat_count):
                if other != seat:
                    self._reward(i, other, 1.0 / float(self.seat_count - 1))
            self._reward(i, seat, 0.0)
        if self.standing[i] != RUNS:
            self.lengths[i] = self.count[i]
            self._tell_end(i)

    def _tell_end(self, i: i64) -> None:
        if self.standing[i] == ENDED:
            self.terminations[i] = 1
        else:
            self.truncations[i] = 1

    def _begin(self, i: i64) -> None:
        """Begin the next match in which the caller has a choice."""
        for _ in range(TRIES):
            number = self.number[i] + 1
            self.number[i] = number
            self.states[i].copy_from(self.start)
            self._seed_all(i, self.seed[i], number)
            self.count[i] = 0
            self.standing[i] = self._advance(i)
            if self.standing[i] == RUNS:
                return
        raise ValueError("no match comes to a choice of the caller")

    def _seed_all(self, i: i64, seed: i64, number: i64) -> None:
        """Everything that is random in a match follows from the seed and its number."""
        self.chance[i].reseed(seed, number)
        self.mine[i] = self.players
        if self.players == DRAWN:
            self.draw.reseed(seed, number + SEAT_STREAM)
            self.mine[i] = 1 << self.draw.below(self.seat_count)
        self.seat[i] = first_seat(self.mine[i])
        for seat in range(self.seat_count):
            if not self.mine[i] >> seat & 1:
                bot_rng = self.bot_rngs[i * self.seat_count + seat]
                bot_rng.reseed(seed, number + BOT_STREAM * (seat + 1))
                self._bot(i, seat).begin()

    def _bot(self, i: i64, seat: i64) -> Agent:
        if self.one_each:
            return self.bots[i * self.seat_count + seat]
        return self.bots[seat]

    def _advance(self, i: i64) -> i64:
        """Let chance and bots act until the caller has a choice or the match is over."""
        state = self.states[i]
        conduct = self.conduct
        while True:
            acting = self._settle(i, state)
            if acting == 0:
                return ENDED
            if conduct.most > 0 and self.count[i] >= conduct.most:
                return CUT_SHORT
            mine = acting & self.mine[i]
            if mine == 0:
                self._let_bot_play(i, state, first_seat(acting))
                continue
            seat = first_seat(mine)
            n = self.ids.legal(state, seat, self.found)
            if n > 1 or not conduct.skip_forced:
                self.seat[i] = seat
                self.found_n = n
                return RUNS
            self._enter(i, seat, self.ids.code[self.found[0]])

    def _settle(self, i: i64, state: State) -> i64:
        """Let chance act; entry by entry if there are bots that remember."""
        if not self.remember:
            return state.settle(self.chance[i])
        acting = state.acting()
        while acting == 1 << CHANCE:
            self._enter(i, CHANCE, state.sample(self.chance[i]))
            acting = state.acting()
        return acting

    def _let_bot_play(self, i: i64, state: State, seat: i64) -> None:
        """Let a bot decide, knowing only what it may know."""
        bot = self._bot(i, seat)
        view = state
        if bot.needs_view:
            view = self.view
            view.copy_from(state)
            view.observe(seat)
        self._enter(i, seat, bot.choose(view, seat, self.bot_rngs[i * self.seat_count + seat]))

    def _enter(self, i: i64, seat: i64, code: i64) -> None:
        """Apply an entry, and show it to the bots that remember."""
        state = self.states[i]
        if self.remember:
            for viewer in range(self.seat_count):
                if not self.mine[i] >> viewer & 1:
                    self._bot(i, viewer).notice(seat, state.seen(viewer, seat, code))
        state.apply(seat, code)
        if seat != CHANCE:
            self.count[i] += 1

    def _reward(self, i: i64, seat: i64, score: float) -> None:
        """Shares of the result as rewards that add up to 0; a lone player's is the score."""
        if self.seat_count > 1:
            seats = float(self.seat_count)
            score = (seats * score - 1.0) / (seats - 1.0)
        self.rewards[i * self.seat_count + seat] = score

    # -- what the caller is told --------------------------------------------------------------

    def _clear(self) -> None:
        """New buffers; those of the last step belong to the caller."""
        size = int(self.size)
        self.observations = empty_row(size * int(self.width))
        self.masks = empty_row(size * int(self.ids.size))
        self.starts = zeros(size + 1)
        self.seats = zeros(size)
        self.movers = vec[i64]([0] * size)
        for i in range(self.size):
            self.movers[i] = self.seat[i]
        self.rewards = vec[float]([0.0] * (size * int(self.seat_count)))
        self.terminations = empty_row(size)
        self.truncations = empty_row(size)
        self.illegal = empty_row(size)
        self.decisions = zeros(size)
        self.lengths = zeros(size)
        self.final_observations = empty_row(0)
        self.list_n = 0

    def _report(self, i: i64) -> None:
        """Write what the caller sees of a place: the row, and the ids found there."""
        self.seats[i] = self.seat[i]
        self.decisions[i] = self.count[i]
        self.starts[i] = self.list_n
        self._look(i, self.observations)
        if self.standing[i] != RUNS:
            return
        n = self.found_n
        found, list, masks = self.found, self.list, self.masks
        end = self.list_n
        base = i * self.ids.size
        for k in range(n):
            id = found[k]
            list[end + k] = id
            masks[base + id] = 1
        self.list_n = end + n
        room: i64 = len(list)
        if end + n + ROOM > room:
            self._make_room()

    def _make_room(self) -> None:
        longer = zeros(2 * len(self.list))
        for k in range(self.list_n):
            longer[k] = self.list[k]
        self.list = longer

    def _look(self, i: i64, out: vec[u8]) -> None:
        lens = self.lens
        if lens is not None:
            view = self.view
            seat = self.seat[i]
            view.copy_from(self.states[i])
            view.observe(seat)
            lens.look(view, seat, out, i * self.width)

    def _write_final(self, i: i64) -> None:
        """Keep the last row of a match that gives way to another one."""
        if len(self.final_observations) == 0:
            self.final_observations = empty_row(int(self.size * self.width))
        self._look(i, self.final_observations)

    def _finish(self) -> None:
        """The lists of all places in one buffer."""
        n = self.list_n
        self.starts[self.size] = n
        legal = zeros(int(n))
        for k in range(n):
            legal[k] = self.list[k]
        self.legal = legal

"""Players at a table elsewhere: clocks, absences and claims, in words."""

from dataclasses import dataclass
from time import monotonic

from budokan.match.clock import time_text
from budokan.protocol import PERSON, Claim, TableFacts

LOW = 20_000  # milliseconds; less is short


@dataclass(frozen=True)
class Presence:
    """The players at a table as one viewer sees them; clocks run on between frames."""

    names: tuple[str, ...]
    view: int
    mine: tuple[int, ...]
    facts: TableFacts
    sent: int  # when the frame was sent, in the hall's milliseconds
    received: float  # when it arrived, in this machine's seconds

    def now(self) -> int:
        """The time now, in the hall's milliseconds."""
        return self.sent + int(1000 * (monotonic() - self.received))

    @property
    def is_running(self) -> bool:
        """Whether the text changes while nobody moves."""
        clock = self.facts.clock
        return bool(self.facts.claims) or (clock is not None and any(clock.since))

    @property
    def has_listeners(self) -> bool:
        """Whether the viewer plays with other people, who can read a courtesy."""
        return self.view in self.mine and self.facts.players.count(PERSON) > 1

    @property
    def bot_plays(self) -> bool:
        """Whether a bot plays for the viewer."""
        return self.view in self.mine and self.view in self.facts.stand_ins

    def status(self) -> str:
        """Clocks and absences in one line; '' if there are none."""
        times = [(seat, self._time(seat)) for seat in range(len(self.names))]
        clocks = [f"{self.names[s]}{time}{self._where(s)}" for s, time in times if time]
        others = [(seat, self._where(seat)) for seat, time in times if not time]
        gone = [f"{self.names[seat]}{where}" for seat, where in others if where]
        time_left = ["Time left: " + ", ".join(clocks)] if clocks else []
        return " · ".join([*time_left, *gone])

    def _time(self, seat: int) -> str:
        """The time a seat has left; '' for a bot, or between turns with a clock per turn."""
        clock = self.facts.clock
        if clock is None or clock.left[seat] < 0:
            return ""
        began = clock.since[seat]
        if clock.kind == "turn" and not began:
            return ""
        left = max(0, clock.left[seat] - (self.now() - began if began else 0))
        return f" {time_text(left)}{' (runs)' if began else ''}"

    def _where(self, seat: int) -> str:
        if seat in self.facts.stand_ins:
            return " (a bot plays)"
        return " (away)" if seat in self.facts.away else ""

    # -- Notices ------------------------------------------------------------------------------

    def notices(self) -> list[str]:
        """Pending claims, and what the viewer can do about them."""
        lines = ["A bot plays for you; press b to take your seat back."] if self.bot_plays else []
        lines += filter(None, [self._undo_line()])
        return lines + [line for line in map(self._line, self.facts.claims) if line]

    # -- Undo by consent ----------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether the viewer may ask to undo their last move."""
        return self.view in self.facts.can_undo

    @property
    def is_asked(self) -> bool:
        """Whether the viewer is to answer a request to undo a move."""
        found = self.facts.undo_request
        return found is not None and not found.declined and self.view in found.waiting

    @property
    def asks(self) -> bool:
        """Whether the viewer waits for answers."""
        found = self.facts.undo_request
        return found is not None and not found.declined and self.view == found.seat

    def _undo_line(self) -> str:
        """The request to undo a move, in words; '' if there is none."""
        found = self.facts.undo_request
        if found is None:
            return ""
        name, own = self.names[found.seat], found.seat == self.view
        if found.seat in found.declined:
            return (
                f"{'You no longer ask' if own else f'{name} no longer asks'} to undo the last move."
            )
        if found.declined:
            no = " and ".join(self._called(seat) for seat in found.declined)
            return f"{no} declined to undo {'your' if own else 'the'} last move."
        if self.is_asked:
            return f"{name} asks to undo their last move; press a to agree, d to decline."
        waiting = " and ".join(self.names[seat] for seat in found.waiting)
        asked = "You asked" if own else f"{name} asked"
        more = "; press d to withdraw." if own else "."
        return f"{asked} to undo the last move; waiting for {waiting}{more}"

    def _called(self, seat: int) -> str:
        return "You" if seat == self.view else self.names[seat]

    # -- Claims -------------------------------------------------------------------------------

    def claimable(self) -> Claim | None:
        """The claim that the viewer can make now."""
        now = self.now()
        open_ones = (each for each in self.facts.claims if self._can_claim(each) and each.at <= now)
        return next(open_ones, None)

    def _can_claim(self, claim: Claim) -> bool:
        """Whether this claim is the viewer's to make."""
        return self.view in self.mine and claim.seat != self.view and not claim.automatic

    def _line(self, claim: Claim) -> str:
        """A claim in words; '' while there is time enough."""
        wait, name = claim.at - self.now(), self.names[claim.seat]
        away, own = claim.seat in self.facts.away, claim.seat == self.view
        if not away and wait > LOW:
            return ""
        whose = "Your" if own else f"{name}'s"
        state = f"{name} is away" if away else f"{whose} time is {'short' if wait > 0 else 'over'}"
        outcome = _own_outcome(claim) if own else self._outcome(claim, name)
        if wait > 0:
            return f"{state}; {outcome} in {time_text(wait)}."
        if self._can_claim(claim):
            what = "claim the win" if claim.effect == "win" else f"let a bot play for {name}"
            return f"{state}; press w to {what}."
        return f"{state}; {outcome} now."

    def _outcome(self, claim: Claim, name: str) -> str:
        """The outcome of a claim for another player."""
        mine = self._can_claim(claim)
        if claim.effect == "bot":
            may = f"{'you' if mine else 'the others'} may let a bot play"
            return "a bot takes over" if claim.automatic else may
        return f"{name} loses" if claim.automatic else f"{_side(mine)} may claim the win"


def _side(mine: bool) -> str:
    return "you" if mine else "the other side"


def _own_outcome(claim: Claim) -> str:
    """The outcome of a claim for the viewer."""
    if claim.effect == "bot":
        return "a bot plays for you" if claim.automatic else "the others may seat a bot for you"
    return "you lose" if claim.automatic else "the other side may claim the win"

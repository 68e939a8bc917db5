"""Who is at a table of a hall elsewhere, whose time runs, and what may be claimed from whom."""

from dataclasses import dataclass
from time import monotonic

from budokan.match.clock import time_text
from budokan.protocol import PERSON, Claim, TableFacts

LOW = 20_000  # milliseconds from which on time is short


@dataclass(frozen=True)
class Presence:
    """The people at a table as a viewer is told of them; the time goes on by itself."""

    names: tuple[str, ...]
    view: int
    mine: tuple[int, ...]
    facts: TableFacts
    sent: int  # the hall's milliseconds when this was said
    heard: float  # and this machine's seconds

    def now(self) -> int:
        """The hall's milliseconds."""
        return self.sent + int(1000 * (monotonic() - self.heard))

    @property
    def is_running(self) -> bool:
        """Whether what is told changes by itself."""
        clock = self.facts.clock
        return bool(self.facts.claims) or (clock is not None and any(clock.since))

    @property
    def has_listeners(self) -> bool:
        """Whether a viewer has a seat, and somebody else is there to hear what they say."""
        return self.view in self.mine and self.facts.players.count(PERSON) > 1

    @property
    def bot_plays(self) -> bool:
        """Whether a bot plays for the viewer."""
        return self.view in self.mine and self.view in self.facts.stand_ins

    def status(self) -> str:
        """Clocks and who is away, in one line; '' if there is nothing to say."""
        times = [(seat, self._time(seat)) for seat in range(len(self.names))]
        said = [f"{self.names[s]}{time}{self._where(s)}" for s, time in times if time]
        gone = [f"{self.names[s]}{self._where(s)}" for s, time in times if not time]
        gone = [each for each in gone if each.endswith(")")]
        return " · ".join(filter(None, ("Time left: " + ", ".join(said) if said else "", *gone)))

    def _time(self, seat: int) -> str:
        """What a seat has left; nothing for a bot, or for who rests at a clock for turns."""
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

    # -- what may happen ----------------------------------------------------------------------

    def notices(self) -> list[str]:
        """What may soon happen to somebody, and what the viewer may do about it."""
        said = ["A bot plays for you; b takes your seat back."] if self.bot_plays else []
        return said + [line for line in map(self._line, self.facts.claims) if line]

    def claimable(self) -> Claim | None:
        """What the viewer may claim now."""
        now = self.now()
        open_ones = (each for each in self.facts.claims if self._claims(each) and each.at <= now)
        return next(open_ones, None)

    def _claims(self, claim: Claim) -> bool:
        """Whether it is for the viewer to claim."""
        return self.view in self.mine and claim.seat != self.view and not claim.automatic

    def _line(self, claim: Claim) -> str:
        """A claim in words; nothing while there is time enough."""
        wait, name = claim.at - self.now(), self.names[claim.seat]
        away, own = claim.seat in self.facts.away, claim.seat == self.view
        if not away and wait > LOW:
            return ""
        whose = "Your" if own else f"{name}'s"
        state = f"{name} is away" if away else f"{whose} time is {'short' if wait > 0 else 'over'}"
        outcome = _fate(claim) if own else self._deed(claim, name)
        if wait > 0:
            return f"{state}; {outcome} in {time_text(wait)}."
        if self._claims(claim):
            what = "claims the win" if claim.effect == "win" else f"lets a bot play for {name}"
            return f"{state}; w {what}."
        return f"{state}; {outcome} now."

    def _deed(self, claim: Claim, name: str) -> str:
        """What may happen to another."""
        mine = self._claims(claim)
        if claim.effect == "bot":
            may = f"{'you' if mine else 'the others'} may let a bot play"
            return "a bot takes over" if claim.automatic else may
        return f"{name} loses" if claim.automatic else f"{_side(mine)} may claim the win"


def _side(mine: bool) -> str:
    return "you" if mine else "the other side"


def _fate(claim: Claim) -> str:
    """What may happen to oneself."""
    if claim.effect == "bot":
        return "a bot plays for you" if claim.automatic else "the others may seat a bot for you"
    return "you lose" if claim.automatic else "the other side may claim the win"

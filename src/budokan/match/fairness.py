"""Was a deal fair? Every entry of chance is computed again from the seed and the bits."""

from dataclasses import dataclass

from budokan.kit.contract import CHANCE
from budokan.kit.entries import RULES_WORD
from budokan.kit.errors import Refusal
from budokan.kit.notation import SEATS
from budokan.match import record
from budokan.match.chance import commitment, dealer, is_bits
from budokan.match.record import RESUMED, Record

FAIR, UNFAIR, UNKNOWN = "fair", "unfair", "unknown"
WRONG = "The deal was not fair:"


@dataclass(frozen=True)
class Verdict:
    """Whether the deal was fair, and one sentence that says why."""

    result: str  # fair, unfair, or unknown
    told: str

    @property
    def fair(self) -> bool:
        return self.result == FAIR


def verify(read: Record, where: str = "the record", shown: str = "", own: str = "") -> Verdict:
    """Check a record against itself, the commitment a player was shown and the bits they gave."""
    shown, own = shown.lower(), own.lower()
    if own and not is_bits(own):
        raise Refusal("Bits are 32 to 64 hexadecimal digits.")
    if why := _why_unknown(read):
        return Verdict(UNKNOWN, why)
    drawn, wrong = 0, _broken(read, shown, own)
    if not wrong:
        drawn, wrong = _count_correct(read, where)
    if wrong:
        return Verdict(UNFAIR, wrong)
    return _fair_verdict(read, drawn, shown, own)


def _why_unknown(read: Record) -> str:
    """Why the record cannot be checked; '' if it can."""
    seed = read.header.get("seed", "")
    if "viewer" in read.header:
        return f"This is what {read.header['viewer']} saw; only the whole record can be checked."
    if not seed:
        return "The seed is published when the match is over; check the deal then."
    if seed.startswith(RESUMED) or read.header.get("origin"):
        return (
            "This match goes on from an earlier one whose seed it does not have; "
            "its deal cannot be checked."
        )
    return ""


def _broken(read: Record, shown: str, own: str) -> str:
    """Which promise the header breaks; '' if it keeps them all."""
    found = commitment(read.header.get("seed", ""))
    for told in (shown, read.header.get("commitment", "")):
        if told and told != found:
            return f"{WRONG} the hash of its seed is {found}, but the commitment was {told}."
    if own and own not in read.header.get("bits", []):
        return f"{WRONG} the bits you gave are not among those in the record."
    return ""


def _count_correct(read: Record, where: str) -> tuple[int, str]:
    """The number of correct entries of chance, and the fault of the first wrong one."""
    steps = record.replay(read, where)
    match, _ = next(steps)
    chance, drawn = dealer(match.seed, match.bits), 0
    for number, (_, text) in enumerate(read.entries, 1):
        drawn_here = text.startswith("* ") and not text.startswith(f"* {RULES_WORD} ")
        if drawn_here and match.acting == (CHANCE,):
            must = f"* {match.notation.text(chance.outcome(match.state))}"
            if text != must:
                return drawn, (
                    f"{WRONG} entry {number} is {text!r}, but seed and bits lead to {must!r}."
                )
            drawn += 1
        next(steps)
    for _ in steps:  # refuses a record that does not end its match
        pass
    return drawn, ""


def _fair_verdict(read: Record, drawn: int, shown: str, own: str) -> Verdict:
    """The verdict on a record whose entries of chance are all right."""
    promised, bits = read.header.get("commitment", ""), read.header.get("bits", [])
    givers = " and ".join(SEATS[seat] for seat, given in enumerate(bits) if given)
    source = f"the seed and the bits of {givers}" if givers else "the seed alone"
    follow = f"all {drawn} entries of chance follow from {source}"
    if not (shown or promised):
        return Verdict(
            UNKNOWN,
            f"{follow[0].upper()}{follow[1:]}, but the record has no commitment: "
            "it cannot show that the seed was fixed before the deal.",
        )
    sure = "" if shown else f", if {promised} is the commitment you were shown"
    yours = ", yours among them" if own else ""
    hall = "" if givers else "; no player gave bits, so only the hall drew it"
    return Verdict(
        FAIR,
        f"The deal was fair{sure}: {follow}{yours}, and the seed is the one committed to{hall}.",
    )

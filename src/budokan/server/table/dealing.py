"""Before the deal: whom the table waits for, and the random bits that people give to the deal."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from budokan.kit.errors import Refusal
from budokan.kit.scene import Prompt, Scene
from budokan.match.chance import is_bits
from budokan.match.match import CodedMatch
from budokan.protocol import PERSON

Holders = Mapping[int, tuple[str, bool]]  # by seat: the visitor, and whether they have come


def read_bits(text: str) -> str:
    """A client's bits for the deal; '' is allowed."""
    bits = text.lower()
    if text and not is_bits(bits):
        raise Refusal("Bits for the deal must be 32 to 64 hexadecimal digits.")
    return bits


def awaited_seats(players: Sequence[str], holders: Holders) -> list[int]:
    """The seats of people who have not come yet."""
    return [
        seat
        for seat, who in enumerate(players)
        if who == PERSON and not (seat in holders and holders[seat][1])
    ]


def mixed_bits(match: CodedMatch, players: Sequence[str], given: Mapping[int, str]) -> list[str]:
    """The bits of every seat; without a promised seed, nothing is mixed in."""
    counts = [bool(match.commitment) and who == PERSON for who in players]
    return [given.get(seat, "") if may else "" for seat, may in enumerate(counts)]


def scene_before(scene: Scene, names: Sequence[str]) -> Scene:
    """The Scene of a table that waits for these people ('' without a name): nothing can be done."""
    known, guests = [name for name in names if name], names.count("")
    if guests:
        known.append("a guest" if guests == 1 else f"{guests} guests")
    prompt = Prompt(
        question=f"The table waits for {' and '.join(known)}.",
        note="The deal is made when everybody sits.",
    )
    return replace(scene, prompt=prompt, acting=(), choices=(), buttons=())

"""Before the deal: who is awaited, and what those who came give to it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from budokan.kit.errors import Refusal
from budokan.kit.scene import Prompt, Scene
from budokan.match.chance import is_bits
from budokan.match.match import CodedMatch
from budokan.store.clocks import PERSON

Holders = Mapping[int, tuple[str, bool]]


def read_bits(text: str) -> str:
    """What a client gives to the deal; nothing is allowed, too."""
    bits = text.lower()
    if text and not is_bits(bits):
        raise Refusal("The bits for the deal are 32 to 64 hexadecimal digits.")
    return bits


def awaited(sitting: Sequence[str], holders: Holders) -> list[int]:
    """The seats of people who have not come yet."""
    people = [seat for seat, who in enumerate(sitting) if who == PERSON]
    return [seat for seat in people if not holders.get(seat, ("", False))[1]]


def mixed(match: CodedMatch, sitting: Sequence[str], given: Mapping[int, str]) -> list[str]:
    """What every seat gives; where no seed was committed to, nothing is mixed into it."""
    counts = [bool(match.commitment) and who == PERSON for who in sitting]
    return [given.get(seat, "") if may else "" for seat, may in enumerate(counts)]


def before(scene: Scene, names: Sequence[str]) -> Scene:
    """The Scene of a table that waits for people: nothing can be done yet."""
    prompt = Prompt(
        question=f"The table waits for {' and '.join(names)}.",
        note="The deal is made when everybody sits.",
    )
    return replace(scene, prompt=prompt, acting=(), choices=(), buttons=())

"""A match in the words of the hall: its Scene and story, how it ended, what is possible."""

from budokan import protocol
from budokan.kit.contract import SPECTATOR
from budokan.kit.scene import Scene
from budokan.match.ending import Ending, outcomes
from budokan.match.match import CodedMatch
from budokan.match.record import RESUMED


def invite(base: str, table: str, seat: int, key: str) -> protocol.Invite:
    return protocol.Invite(seat=seat, url=f"{base}/table/{table}?key={key}")


def can_concede(match: CodedMatch, mine: list[int]) -> bool:
    """Whether giving up means something here."""
    return match.dealt and not match.over and any(map(match.can_lose, mine))


def has_par(match: CodedMatch) -> bool:
    """Whether a solver can play the same deal from its start."""
    known = match.origin is None and not match.seed.startswith(RESUMED)
    return known and match.game.planner is not None


def ending(match: CodedMatch) -> Ending | None:
    """What a match came to, for the lists; nothing while it runs."""
    return Ending.of(match, drawn(match, SPECTATOR)) if match.over else None


def results(match: CodedMatch) -> list[str]:
    """Whether each seat won, lost or drew; nothing while the match runs."""
    sides = match.game.sides(match.setup)
    return outcomes(match.scores(), sides) if match.over else []


def drawn(match: CodedMatch, view: int) -> Scene:
    scene, end = match.scene(view), match.result()
    return protocol.finished(scene, end) if end else scene


def told(match: CodedMatch, view: int) -> list[str]:
    end = match.result()
    return [*match.told(view), *([end] if end else [])]

"""Documents about games, and records and replays of matches as a viewer may have them."""

from collections.abc import Sequence
from typing import Any

from budokan import protocol
from budokan.agents.registry import default_opponent, names
from budokan.kit.contract import SPECTATOR
from budokan.kit.entries import Entry, entry_text
from budokan.kit.errors import Refusal
from budokan.kit.game import Game
from budokan.kit.notation import parse_seat
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.server.http.errors import DeniedError
from budokan.server.table.table import RECORD, Loaded, Table
from budokan.thinking.coach.report import Report, document

WATCHING = "spectator"


def game(chosen: Game) -> dict[str, Any]:
    """A game, its switches, and who can play it for the house."""
    bots = [{"name": name, "line": line} for name, line in names(chosen).items()]
    return {**chosen.document(), "agents": bots, "opponent": default_opponent(chosen)}


def rules(chosen: Game) -> dict[str, Any]:
    """The rules with their clauses, and every component value with its source."""
    return {
        "id": chosen.id,
        "title": chosen.title,
        "markdown": chosen.rules,
        "clauses": dict(chosen.clauses),
        "guide": chosen.guide is not None,
        "verbs": chosen.text.get("rule", {}),
        "components": [
            {
                "section": section,
                "key": key,
                "values": {
                    field: {"value": value, "source": row.sources[field]}
                    for field, value in row.values.items()
                },
            }
            for section, rows in chosen.data.sections.items()
            for key, row in rows.items()
        ],
    }


def viewer(match: CodedMatch, mine: Sequence[int], asked: str) -> int:
    """Whose eyes a visitor may use: any after the end, before it only their own."""
    if not asked:
        return mine[0] if len(mine) == 1 else SPECTATOR
    if asked == WATCHING:
        return SPECTATOR
    seat = parse_seat(asked, match.setup.seats)
    if not match.over and seat not in mine:
        raise DeniedError(f"What seat {asked.upper()} saw is shown once the match is over.")
    return seat


def match_record(match: CodedMatch, mine: Sequence[int], asked: str) -> str:
    """The whole record of a finished match; else, or if asked, what one viewer saw."""
    if match.over and not asked:
        return record.write(match)
    return record.write(match, viewer(match, mine, asked))


def replay_facts(table: Table, loaded: Loaded, mine: list[int], view: int) -> protocol.ReplayFacts:
    match = loaded.match
    return protocol.ReplayFacts(
        id=table.name,
        game=match.game.id,
        title=match.game.title,
        names=list(match.names[: match.setup.seats]),
        view=view,
        mine=mine,
        over=match.over,
        uploaded=RECORD in loaded.sitting,
        sitting=loaded.sitting,
        origin=match.origin,
    )


def seen_entries(match: CodedMatch, view: int) -> list[tuple[Entry, str]]:
    """What happened, each entry with its text as a viewer saw it; drafts of others are left out."""
    shown = [entry_text(match.game, entry) for entry in match.seen(view)]
    kept = match.settled(view)
    if len(kept) != len(shown):
        raise Refusal("The record does not fit the match.")
    return list(zip(kept, shown, strict=True))


def coached(found: Report, mine: Sequence[int]) -> dict[str, Any]:
    """The coach's report on a finished match; whose eyes come first is the visitor's."""
    return {**document(found), "mine": list(mine)}

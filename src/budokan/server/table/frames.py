"""Frames: the table as one viewer may see it, and the other messages a connection is sent."""

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from budokan import protocol
from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.scene import Prompt, Scene
from budokan.match import ending as endings
from budokan.match.ending import Ending
from budokan.match.match import CodedMatch
from budokan.match.record import RESUMED
from budokan.server.table import dealing
from budokan.thinking.advice import Advice, heading

if TYPE_CHECKING:
    from budokan.server.table.table import Loaded, Table, Viewer


# -- messages -------------------------------------------------------------------------------------


def scene_frame(table: "Table", loaded: "Loaded", viewer: "Viewer") -> protocol.SceneFrame:
    match, view = loaded.match, viewer.view
    story, length = latest_story(match, view)
    return protocol.SceneFrame(
        ply=match.ply(view),
        view=view,
        mine=viewer.mine,
        names=list(match.names),
        scene=current_scene(table, loaded, view),
        story=story,
        story_length=length,
        draft_length=match.drafted(view),
        over=match.over,
        table=table_facts(table, loaded, viewer),
    )


def current_scene(table: "Table", loaded: "Loaded", view: int) -> Scene:
    """The table as a viewer sees it now; before the deal it says whom it waits for."""
    match, waiting = loaded.match, table.awaited_seats(loaded)
    scene = match_scene(match, view)
    if not match.dealt:
        awaited = ["" if s in loaded.unnamed else match.names[s] for s in waiting]
        return dealing.scene_before(scene, awaited)
    stood_in = view in loaded.clocks.stand_ins and not match.over
    return _stand_in_scene(scene) if stood_in else scene


def table_facts(table: "Table", loaded: "Loaded", viewer: "Viewer") -> protocol.TableFacts:
    match, waiting = loaded.match, table.awaited_seats(loaded)
    invited = [seat for seat in waiting if viewer.is_founder(loaded) and seat in loaded.keys]
    return protocol.TableFacts(
        id=table.name,
        game=match.game.id,
        title=match.game.title,
        seats=match.setup.seats,
        options=loaded.options,
        players=loaded.players,
        waiting=waiting,
        unnamed=loaded.unnamed,
        invites=[invite(viewer.base, table.name, s, loaded.keys[s]) for s in invited],
        can_concede=bool(viewer.mine) and can_concede(match, viewer.mine),
        rematch=table.rematch,
        has_par=has_par(match),
        assists=match.assists,
        outcomes=outcomes(match),
        origin=match.origin,
        open=table.offered,
        shared_deal=table.deal,
        can_undo=[seat for seat in viewer.mine if table.undo_requests.may_ask(loaded, seat)],
        undo_request=table.undo_requests.facts(loaded),
        showing=showing(table, loaded),
        cards=loaded.cards,
        **_deal_facts(loaded),
        **_clock_facts(table, loaded),
    )


def showing(table: "Table", loaded: "Loaded") -> protocol.Showing | None:
    """Who lets everybody watch; None while the match runs, or if it cannot be shown."""
    match, people = loaded.match, sorted(table.holders.items())
    if not match.over or match.origin is not None or not people:
        return None
    agreed = [seat for seat, (who, _) in people if who in table.agreed]
    missing = [seat for seat, _ in people if seat not in agreed]
    return protocol.Showing(agreed, missing, offered=loaded.shared or bool(table.deal))


def _deal_facts(loaded: "Loaded") -> dict[str, Any]:
    match = loaded.match
    return {
        "dealt": match.dealt,
        "commitment": match.commitment,
        "shared": loaded.shared,
        "seed": match.seed if match.over else "",
        "bits": list(match.bits) if match.over else [],
    }


def _clock_facts(table: "Table", loaded: "Loaded") -> dict[str, Any]:
    clocks = loaded.clocks
    return {
        "when_absent": clocks.when_absent,
        "clock": clocks.facts(),
        "away": [] if loaded.match.over else clocks.away(table.awaited_seats(loaded)),
        "stand_ins": sorted(clocks.stand_ins),
        "claims": table.claims(loaded),
    }


def refused_frame(refusal: Refusal) -> protocol.RefusedFrame:
    clause = refusal.clause if isinstance(refusal, IllegalAction) else ""
    return protocol.RefusedFrame(text=str(refusal), clause=clause)


def hint_frame(match: CodedMatch, seat: int, found: Advice) -> protocol.HintFrame:
    tips = [protocol.Tip(*tip) for tip in found.tips]
    head = heading(alone=match.setup.seats == 1) if tips else ""
    return protocol.HintFrame(match.ply(seat), seat, head, tips, found.note)


def invite(base: str, table: str, seat: int, key: str) -> protocol.Invite:
    return protocol.Invite(seat=seat, url=f"{base}/table/{table}?key={key}")


# -- a match as a viewer may see it ---------------------------------------------------------------


def match_scene(match: CodedMatch, view: int) -> Scene:
    """The Scene of a match. If it ended outside the rules, nothing can be chosen any more."""
    scene, result = match.scene(view), match.result(view)
    if not result:
        return scene
    prompt = Prompt(question=result)
    return replace(scene, result=result, prompt=prompt, choices=(), buttons=(), auto="")


def _stand_in_scene(scene: Scene) -> Scene:
    """The Scene of a person for whom a bot plays."""
    prompt = Prompt(question="A bot plays for you.", note="You can take your seat back any time.")
    return replace(scene, prompt=prompt, choices=(), buttons=(), auto="")


def match_story(match: CodedMatch, view: int) -> list[str]:
    """What has happened, sentence by sentence."""
    result = match.result(view)
    return [*match.told(view), *([result] if result else [])]


def latest_story(match: CodedMatch, view: int) -> tuple[list[str], int]:
    """The latest sentences of what has happened, and how many there are in all."""
    story, length = match.story_end(view, protocol.STORY)
    result = match.result(view)
    return ([*story, result][-protocol.STORY :], length + 1) if result else (story, length)


def outcomes(match: CodedMatch) -> list[str]:
    """Whether each seat won, lost or drew; empty while the match runs."""
    if not match.over:
        return []
    return endings.outcomes(match.scores(), match.game.sides(match.setup))


def ending(match: CodedMatch) -> Ending | None:
    """How a match ended, for the lists; None while it runs."""
    return Ending.of(match, match_scene(match, SPECTATOR)) if match.over else None


def can_concede(match: CodedMatch, mine: list[int]) -> bool:
    """Whether one of these seats can give up now."""
    return match.dealt and not match.over and any(map(match.can_lose, mine))


def has_par(match: CodedMatch) -> bool:
    """Whether a solver can play the same deal from its start."""
    known = match.origin is None and not match.seed.startswith(RESUMED)
    return known and match.game.planner is not None

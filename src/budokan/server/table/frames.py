"""Frames: the table as one viewer may see it, and the other messages a connection is sent."""

from typing import TYPE_CHECKING

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
    match = loaded.match
    scene = match_scene(match, view)
    if not match.dealt:
        waiting = table.awaited_seats(loaded)
        awaited = ["" if s in loaded.unnamed else match.names[s] for s in waiting]
        return dealing.scene_before(scene, awaited)
    stood_in = view in loaded.clocks.stand_ins and not match.over
    return _stand_in_scene(scene) if stood_in else scene


def table_facts(table: "Table", loaded: "Loaded", viewer: "Viewer") -> protocol.TableFacts:
    match, clocks, waiting = loaded.match, loaded.clocks, table.awaited_seats(loaded)
    over, undo = match.over, table.undo_requests
    return protocol.TableFacts(
        id=table.name,
        game=match.game.id,
        title=match.game.title,
        seats=match.setup.seats,
        options=loaded.options,
        players=loaded.players,
        waiting=waiting,
        unnamed=loaded.unnamed,
        invites=_invites(table, loaded, viewer, waiting) if waiting else [],
        can_concede=bool(viewer.mine) and can_concede(match, viewer.mine),
        rematch=table.rematch,
        has_par=has_par(match),
        assists=match.assists,
        outcomes=outcomes(match) if over else [],
        origin=match.origin,
        dealt=match.dealt,
        commitment=match.commitment,
        shared=loaded.shared,
        seed=match.seed if over else "",
        bits=list(match.bits) if over else [],
        open=table.offered,
        shared_deal=table.deal,
        when_absent=clocks.when_absent,
        clock=clocks.facts(),
        away=[] if over else clocks.away(waiting),
        stand_ins=sorted(clocks.stand_ins),
        claims=table.claims(loaded),
        can_undo=[seat for seat in viewer.mine if undo.may_ask(loaded, seat)],
        undo_request=undo.facts(loaded),
        showing=showing(table, loaded) if over else None,
        cards=loaded.cards,
    )


def _invites(
    table: "Table", loaded: "Loaded", viewer: "Viewer", waiting: list[int]
) -> list[protocol.Invite]:
    """The links to free seats, for the person who set up the table."""
    if not viewer.is_founder(loaded):
        return []
    invited = [seat for seat in waiting if seat in loaded.keys]
    return [invite(viewer.base, table.name, seat, loaded.keys[seat]) for seat in invited]


def showing(table: "Table", loaded: "Loaded") -> protocol.Showing | None:
    """Who lets everybody watch; None while the match runs, or if it cannot be shown."""
    match, people = loaded.match, sorted(table.holders.items())
    if not match.over or match.origin is not None or not people:
        return None
    agreed = [seat for seat, (who, _) in people if who in table.agreed]
    missing = [seat for seat, _ in people if seat not in agreed]
    return protocol.Showing(agreed, missing, offered=loaded.shared or bool(table.deal))


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

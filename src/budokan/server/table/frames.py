"""What a connection is sent: the table through one viewer's eyes."""

from typing import TYPE_CHECKING, Any

from budokan import protocol
from budokan.kit import options
from budokan.server.table import dealing
from budokan.server.table.shown import can_concede, drawn, has_par, invite, results, told

if TYPE_CHECKING:
    from budokan.server.table.table import Loaded, Table, Viewer

STORY = 100  # sentences in a frame


def frame(table: "Table", loaded: "Loaded", viewer: "Viewer") -> protocol.SceneFrame:
    match, view = loaded.match, viewer.view
    story, about, scene = told(match, view), facts(table, loaded, viewer), drawn(match, view)
    if not match.dealt:
        scene = dealing.before(scene, [match.names[seat] for seat in about.waiting])
    elif view in about.stands and not match.over:
        scene = protocol.resting(scene)
    return protocol.SceneFrame(
        ply=match.ply(view),
        view=view,
        mine=viewer.mine,
        names=list(match.names),
        scene=scene,
        story=story[-STORY:],
        told=len(story),
        drafted=match.drafted(view),
        over=match.over,
        table=about,
    )


def facts(table: "Table", loaded: "Loaded", viewer: "Viewer") -> protocol.TableFacts:
    match, waiting = loaded.match, table.awaited(loaded)
    founder = viewer.visitor != "" and viewer.visitor == loaded.creator
    invited = [seat for seat in waiting if founder and seat in loaded.keys]
    return protocol.TableFacts(
        id=table.name,
        game=match.game.id,
        title=match.game.title,
        seats=match.setup.seats,
        options=options.values(match.setup.options),
        sitting=loaded.sitting,
        waiting=waiting,
        invites=[invite(viewer.base, table.name, s, loaded.keys[s]) for s in invited],
        can_concede=bool(viewer.mine) and can_concede(match, viewer.mine),
        rematch=table.rematch,
        has_par=has_par(match),
        assists=match.assists,
        outcomes=results(match),
        origin=match.origin,
        open=table.offered,
        deal=table.deal,
        **_dealing(loaded),
        **_attending(table, loaded),
    )


def _dealing(loaded: "Loaded") -> dict[str, Any]:
    match = loaded.match
    return {
        "dealt": match.dealt,
        "commitment": match.commitment,
        "shared": loaded.shared,
        "seed": match.seed if match.over else "",
        "bits": list(match.bits) if match.over else [],
    }


def _attending(table: "Table", loaded: "Loaded") -> dict[str, Any]:
    attendance = loaded.attendance
    return {
        "absent": attendance.absent,
        "clock": attendance.facts(),
        "away": [] if loaded.match.over else attendance.away(table.awaited(loaded)),
        "stands": sorted(attendance.stands),
        "claims": table.claims(loaded),
    }

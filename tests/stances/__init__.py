"""Stances: the smallest whole game. Copy this folder to begin a new one."""

from collections.abc import Mapping
from pathlib import Path

from budokan.games.stances import position
from budokan.games.stances.options import Options
from budokan.games.stances.rules.rules import EVENTS, VERBS, Stances
from budokan.games.stances.view import table
from budokan.kit.contract import State
from budokan.kit.data import Data
from budokan.kit.game import Game, Setup
from budokan.kit.notation import SEATS, Domain
from budokan.kit.options import NoOptions


def domains(data: Data) -> Mapping[str, Domain]:
    words = tuple(data["stance"])
    names = tuple(data.column("stance", "name"))
    return {"stance": Domain(words, names), "seat": Domain(tuple(SEATS[:2]))}


def start(setup: Setup) -> State:
    return Stances(setup.options.points)


GAME = Game(
    id="stances",
    prefix="ST",
    version=1,
    folder=Path(__file__).parent,
    seats=range(2, 3),
    default_seats=2,
    options=Options,
    seat_options=NoOptions,
    verbs=VERBS,
    events=EVENTS,
    domains=domains,
    start=start,
    scene=table.scene,
    write=position.write,
    read=position.read,
)

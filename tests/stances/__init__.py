"""Stances: the smallest whole game. Copy this folder to begin a new one."""

from pathlib import Path

from budokan.games.stances.card_format import CARDS
from budokan.games.stances.options import Options
from budokan.games.stances.position import FIELDS, read, write
from budokan.games.stances.rules.actions import CHANCE_VERBS, VERBS
from budokan.games.stances.rules.events import EVENTS
from budokan.games.stances.rules.lens import StancesLens
from budokan.games.stances.setup import domains, start
from budokan.games.stances.view.album import album
from budokan.games.stances.view.table import scene
from budokan.kit.game import Game
from budokan.kit.options import NoOptions

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
    chance_verbs=CHANCE_VERBS,
    lens=StancesLens,
    events=EVENTS,
    domains=domains,
    start=start,
    scene=scene,
    write=write,
    read=read,
    fields=FIELDS,
    cards=CARDS,
    album=album,
)

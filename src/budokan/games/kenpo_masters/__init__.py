"""Kenpo Masters: attacks wait for the opponent's step, and a Break lets all of them hit at once."""

from pathlib import Path

from budokan.games.kenpo_masters.card_format import CARDS
from budokan.games.kenpo_masters.options import Options
from budokan.games.kenpo_masters.position import FIELDS, read, write
from budokan.games.kenpo_masters.rules.actions import CHANCE_VERBS, VERBS
from budokan.games.kenpo_masters.rules.events import EVENTS
from budokan.games.kenpo_masters.rules.lens import KenpoMastersLens
from budokan.games.kenpo_masters.setup import domains, endless, start
from budokan.games.kenpo_masters.view.album import album
from budokan.games.kenpo_masters.view.table import scene
from budokan.kit.game import Game
from budokan.kit.options import NoOptions

GAME = Game(
    id="kenpo_masters",
    prefix="KM",
    version=2,
    folder=Path(__file__).parent,
    seats=range(2, 3),
    default_seats=2,
    options=Options,
    seat_options=NoOptions,
    verbs=VERBS,
    chance_verbs=CHANCE_VERBS,
    lens=KenpoMastersLens,
    events=EVENTS,
    domains=domains,
    start=start,
    scene=scene,
    write=write,
    read=read,
    fields=FIELDS,
    endless=endless,
    cards=CARDS,
    album=album,
)

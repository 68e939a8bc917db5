"""Martial Art: sow your tokens over five parts of the body; the last one strikes."""

from pathlib import Path

from budokan.games.martial_art.card_format import CARDS
from budokan.games.martial_art.options import Options, Seat
from budokan.games.martial_art.position import FIELDS, read, write
from budokan.games.martial_art.rules.actions import CHANCE_VERBS, VERBS
from budokan.games.martial_art.rules.events import EVENTS
from budokan.games.martial_art.rules.lens import MartialArtLens
from budokan.games.martial_art.setup import check, domains, sides, start
from budokan.games.martial_art.view.album import album
from budokan.games.martial_art.view.beats import weigh
from budokan.games.martial_art.view.gallery import gallery
from budokan.games.martial_art.view.table import scene
from budokan.kit.game import Game

GAME = Game(
    id="martial_art",
    prefix="MA",
    version=2,
    folder=Path(__file__).parent,
    seats=range(2, 5),
    default_seats=2,
    options=Options,
    seat_options=Seat,
    verbs=VERBS,
    chance_verbs=CHANCE_VERBS,
    lens=MartialArtLens,
    events=EVENTS,
    domains=domains,
    start=start,
    scene=scene,
    write=write,
    read=read,
    fields=FIELDS,
    check=check,
    sides=sides,
    gallery=gallery,
    album=album,
    cards=CARDS,
    weigh=weigh,
)

"""Dojo Duel: one card is pointed at, one is chosen, and a kicker waits below."""

from pathlib import Path

from budokan.games.dojo_duel.card_format import CARDS
from budokan.games.dojo_duel.deck import appraise
from budokan.games.dojo_duel.options import Options, Seat
from budokan.games.dojo_duel.position import FIELDS, read, write
from budokan.games.dojo_duel.rules.actions import CHANCE_VERBS, VERBS
from budokan.games.dojo_duel.rules.events import EVENTS
from budokan.games.dojo_duel.rules.lens import DojoDuelLens
from budokan.games.dojo_duel.setup import check, domains, endless, start, veil
from budokan.games.dojo_duel.view.album import album
from budokan.games.dojo_duel.view.gallery import gallery
from budokan.games.dojo_duel.view.table import scene
from budokan.kit.game import Game

GAME = Game(
    id="dojo_duel",
    prefix="DD",
    version=1,
    folder=Path(__file__).parent,
    seats=range(2, 3),
    default_seats=2,
    options=Options,
    seat_options=Seat,
    verbs=VERBS,
    chance_verbs=CHANCE_VERBS,
    lens=DojoDuelLens,
    events=EVENTS,
    domains=domains,
    start=start,
    scene=scene,
    write=write,
    read=read,
    fields=FIELDS,
    check=check,
    endless=endless,
    veil=veil,
    gallery=gallery,
    appraise=appraise,
    cards=CARDS,
    album=album,
)

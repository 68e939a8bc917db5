"""Udaka: pairs win tokens, the fourth Ace settles every tie."""

from pathlib import Path

from budokan.games.udaka.card_format import CARDS
from budokan.games.udaka.options import Options
from budokan.games.udaka.position import FIELDS, read, write
from budokan.games.udaka.rules.actions import CHANCE_VERBS, VERBS
from budokan.games.udaka.rules.events import EVENTS
from budokan.games.udaka.rules.lens import UdakaLens
from budokan.games.udaka.rules.rules import LEAST_SEATS, MOST_SEATS
from budokan.games.udaka.setup import check, domains, start
from budokan.games.udaka.view.album import album
from budokan.games.udaka.view.beats import weigh
from budokan.games.udaka.view.memory import fades
from budokan.games.udaka.view.table import scene
from budokan.kit.game import Game
from budokan.kit.options import NoOptions

GAME = Game(
    id="udaka",
    prefix="UD",
    version=1,
    folder=Path(__file__).parent,
    seats=range(LEAST_SEATS, MOST_SEATS + 1),
    default_seats=4,
    options=Options,
    seat_options=NoOptions,
    verbs=VERBS,
    chance_verbs=CHANCE_VERBS,
    lens=UdakaLens,
    events=EVENTS,
    domains=domains,
    start=start,
    scene=scene,
    write=write,
    read=read,
    fields=FIELDS,
    check=check,
    fades=fades,
    weigh=weigh,
    cards=CARDS,
    album=album,
)

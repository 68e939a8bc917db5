"""Master Udo: a hand that is also your health, and four masters to beat with it."""

from pathlib import Path

from budokan.games.master_udo.card_format import CARDS
from budokan.games.master_udo.daily import daily
from budokan.games.master_udo.options import Options
from budokan.games.master_udo.position import FIELDS, read, write
from budokan.games.master_udo.rules.actions import CHANCE_VERBS, VERBS
from budokan.games.master_udo.rules.events import EVENTS
from budokan.games.master_udo.rules.lens import MasterUdoLens
from budokan.games.master_udo.rules.solver import plan
from budokan.games.master_udo.setup import domains, start
from budokan.games.master_udo.view.album import album
from budokan.games.master_udo.view.beats import weigh
from budokan.games.master_udo.view.gallery import gallery
from budokan.games.master_udo.view.table import scene
from budokan.kit.game import Game
from budokan.kit.options import NoOptions

GAME = Game(
    id="master_udo",
    prefix="MU",
    version=2,
    folder=Path(__file__).parent,
    seats=range(1, 2),
    default_seats=1,
    options=Options,
    seat_options=NoOptions,
    verbs=VERBS,
    chance_verbs=CHANCE_VERBS,
    lens=MasterUdoLens,
    events=EVENTS,
    domains=domains,
    start=start,
    scene=scene,
    write=write,
    read=read,
    fields=FIELDS,
    cards=CARDS,
    planner=plan,
    daily=daily,
    gallery=gallery,
    album=album,
    weigh=weigh,
)

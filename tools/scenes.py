"""Do all Scenes stay the same, and what do they cost? python -m tools.scenes check|time [GAME ...]

It plays random matches of every game with every setting that the tests know, drafts, takebacks and
undone moves included. `check` prints a hash of everything that every viewer is shown and told after
every step: two builds, or the code before and after a change, must print the same. `time` prints
milliseconds of CPU for a Scene of each game, with nothing else measured. Both use the package that
is first on the path; `dump SETTING` prints the Scenes of one setting, to see where two differ.
"""

import gc
import hashlib
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from time import process_time

import msgspec

from budokan.kit.contract import SPECTATOR
from budokan.kit.entries import RETURN, STAND_IN
from budokan.kit.game import Game, Setup, find_all
from budokan.match.match import CodedMatch
from tests.kit.settings import ALL_SETTINGS

STEPS = 60  # of a match that `check` looks at; some last much longer
SEEDS = 3
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal")
TIMED_MATCHES, TIMED_STEPS = 50, 120


def steps(game: Game, setup: Setup, seed: int, most: int, *, odd: bool) -> Iterator[CodedMatch]:
    """A random match after each of its steps; `odd` ones are takebacks and such."""
    pick = random.Random(seed)
    match = CodedMatch(game, setup, NAMES[: setup.seats], seed=f"{seed:032x}")
    match.begin()
    yield match
    for _ in range(most):
        if match.over:
            return
        seat = pick.choice(match.acting)
        chance = pick.random() if odd else 1.0
        if chance < 0.06 and match.drafted(seat):
            match.takeback(seat)
        elif chance < 0.08 and match.way_back(seat) is not None:
            match.undo(seat)
        elif chance < 0.09:
            match.stand(seat, RETURN if seat in match.standing else STAND_IN)
        elif chance < 0.092 and match.can_lose(seat):
            match.concede(seat)
        else:
            match.play(seat, pick.choice(match.legal(seat)))
        yield match


def shown(match: CodedMatch) -> Iterator[bytes]:
    """All that anybody is shown and told now."""
    for viewer in (*range(match.setup.seats), SPECTATOR):
        yield msgspec.json.encode((match.ply(viewer), match.scene(viewer), match.told(viewer)))


def check(games: list[str]) -> None:
    for name, game, setup in ALL_SETTINGS:
        if game.id in games:
            found, count = hashlib.sha256(), 0
            for seed in range(SEEDS):
                for match in steps(game, setup, seed, STEPS, odd=True):
                    for part in shown(match):
                        found.update(part)
                        count += 1
            print(f"{found.hexdigest()[:24]} {count:6} {name}", flush=True)


def dump(wanted: str) -> None:
    _, game, setup = next(each for each in ALL_SETTINGS if each[0] == wanted)
    for seed in range(SEEDS):
        for match in steps(game, setup, seed, STEPS, odd=True):
            for part in shown(match):
                print(part.decode())


def time(games: list[str]) -> None:
    """Both Scenes of every step, as the hall draws them: at many tables by turns."""
    gc.disable()  # what it costs depends on everything else in memory
    cpu, count = defaultdict[str, float](float), Counter[str]()
    playing = [
        (game.id, steps(game, game.setup(2), seed, TIMED_STEPS, odd=False))
        for seed in range(TIMED_MATCHES)
        for game in find_all().values()
        if game.id in games and 2 in game.seats
    ]
    while playing:
        for each in list(playing):
            name, matches = each
            match = next(matches, None)
            if match is None:
                playing.remove(each)
                continue
            began = process_time()
            for viewer in range(2):
                match.scene(viewer)
                match.told(viewer)
            cpu[name] += process_time() - began
            count[name] += 2
    for name in count:
        print(f"{1000 * cpu[name] / count[name]:8.3f} ms {count[name]:6} {name}", flush=True)


def main(what: str, *named: str) -> None:
    if what == "dump":
        dump(*named)
    else:
        {"check": check, "time": time}[what](list(named or find_all()))


if __name__ == "__main__":
    main(*sys.argv[1:])

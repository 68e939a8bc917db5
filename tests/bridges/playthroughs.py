"""A short match of every game as OpenSpiel sees it, in lines to read.

`python -m tests.bridges.playthroughs` writes them anew.
"""

import zlib
from pathlib import Path

import pyspiel

from budokan.bridges import spiel

FOLDER = Path(__file__).parent / "playthroughs"
SHORT = {  # parameters that make a match short
    "budokan_dojo_duel": "start_points=10",
    "budokan_kenpo_masters": "target_score=6",
    "budokan_martial_art": "max_rounds=2",
    "budokan_udaka": "players=3,rounds_to_win=1",
}
GAMES = [kind.name for kind in spiel.kinds()]
EVERY = 20  # entries between two looks at what each player knows


def playthrough(name: str) -> str:
    """The lines of a match whose choices depend only on how many were made."""
    game = pyspiel.load_game(f"{name}({SHORT.get(name, '')})")
    kind, state = game.get_type(), game.new_initial_state()
    observer = game.make_py_observer(None, {})
    lines = [
        f"{game}: {kind.long_name}",
        f"{game.num_players()} players, {game.num_distinct_actions()} actions, "
        f"{game.max_chance_outcomes()} codes of chance",
        f"{kind.utility}, {game.min_utility():g} to {game.max_utility():g}",
        f"observation: {', '.join(f'{k} {list(v.shape)}' for k, v in observer.dict.items())}",
        "",
    ]
    count = 0
    while not state.is_terminal():
        if count % EVERY == 0:
            lines += known(game, state)
        lines.append(entry(state, count))
        count += 1
    return "\n".join([*lines, *known(game, state), str(state), f"returns {state.returns()}", ""])


def known(game: spiel.SpielGame, state: spiel.SpielState) -> list[str]:
    """What each player has seen, and a checksum of what it sees."""
    players = range(game.num_players())
    sums = [zlib.crc32(bytes(map(int, state.observation_tensor(p)))) for p in players]
    return [f"    {state.information_state_string(p)} {sums[p]:08x}" for p in players]


def entry(state: spiel.SpielState, count: int) -> str:
    """Make a choice, and tell it."""
    player = state.current_player()
    if state.is_chance_node():
        odds = state.chance_outcomes()
        action, p = odds[(7 * count) % len(odds)]
        told = f"  * {state.action_to_string(player, action)}  1 of {len(odds)}, {p:.3g}"
    else:
        legal = state.legal_actions()
        action = legal[(7 * count) % len(legal)]
        told = f"  {player} {state.action_to_string(player, action)}  1 of {len(legal)}"
    state.apply_action(action)
    return told


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text(playthrough(each), "utf-8")

"""From data and options to the first state, and the words of cards, steps and squares."""

from collections.abc import Mapping

from budokan.games.kenpo_masters import cards
from budokan.games.kenpo_masters.rules import phases
from budokan.games.kenpo_masters.rules.rules import KenpoMasters
from budokan.games.kenpo_masters.rules.setting import DECK, Setting
from budokan.kit.contract import CHANCE
from budokan.kit.data import Data
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS, Domain

SQUARES = tuple(col + row for col in "abc" for row in "123")
# A part of a sum; a number below 0 counts from the end.
SIGNED = ("", *(f"+ {n}" for n in range(1, 1000)), *(f"- {n}" for n in range(999, 0, -1)))
DIRECTIONS = ("front", "front left", "front right", "left side", "right side")


def domains(data: Data) -> Mapping[str, Domain]:
    """What the arguments of actions and events may be."""
    return {
        "card": Domain(tuple(data["card"]), tuple(data.column("card", "name"))),
        "move": Domain(cards.MOVES, ("forward", "back", "left", "right", "standing")),
        "step": Domain((*cards.MOVES, *(f"{move} break" for move in cards.MOVES))),
        "direction": Domain(DIRECTIONS),
        "square": Domain(SQUARES),
        "signed": Domain(SIGNED),
        "place": Domain(tuple(str(place) for place in range(1, DECK + 1))),
        "player": Domain(tuple(SEATS[:2])),
    }


def check(setup: Setup) -> None:
    """Refuse an overlay the rules cannot play with."""
    cards.check(setup.data)


def endless(setup: Setup) -> str:
    """Why a match without people is refused: fighters may keep apart for ever (KM-R34)."""
    if setup.options.turn_cap > 0:
        return ""
    return "Without a turn limit nothing forces an end; set turn_cap to 20..1000 (KM-R34)."


def setting(setup: Setup) -> Setting:
    """Cards and switches in the form the rules use."""
    options = setup.options
    made = cards.setting(setup.data)
    made.stacking = int(options.defence_stacking)
    made.effect_only = int(options.effect_only_turn)
    made.each_player = int(options.no_rest_scope == "each_player")
    made.see_through = int(options.texts_see_through_effects)
    made.after_effect = int(options.side_kick_after_effect)
    made.optional = int(options.side_kick_optional)
    made.any_step = int(options.blitz_any_step)
    made.always_counters = int(options.hard_block_always_counters)
    made.fakes_stack = int(options.hand_fake_stacks)
    made.turn_cap = options.turn_cap
    made.target = options.target_score
    return made


def start(setup: Setup) -> KenpoMasters:
    """Full decks, the fighters on their squares, nobody chosen yet (KM-02, KM-06)."""
    state = KenpoMasters(setting(setup))
    state.phase = phases.FIRST
    state.mask = 1 << CHANCE
    state.start_squares()
    for side in (state.a, state.b):
        for card, copies in enumerate(setup.data.column("card", "count")):
            side.deck[card] = copies
        side.deck_n = DECK
    return state

"""Every word of the card language of Master Udo, with its meaning and an example."""

from budokan.games.master_udo import grammar
from budokan.kit.card_format import Word

CONDITIONS = (
    Word("first", "the card lies at the bottom", "{ first = true }"),
    Word("not_first", "it never lies at the bottom", "{ not_first = true }"),
    Word("last", "it is always the finisher", "{ last = true }"),
    Word("not_last", "it is never the finisher", "{ not_last = true }"),
    Word("pos", "its number from the bottom, exactly", "{ pos = 3 }"),
    Word("pos_min", "its number from the bottom, at least", "{ pos_min = 3 }"),
    Word("pos_max", "its number from the bottom, at most", "{ pos_max = 2 }"),
    Word("size", "the combo has exactly so many cards", "{ size = 3 }"),
    Word("size_min", "the combo has at least so many cards", "{ size_min = 4 }"),
    Word("size_max", "the combo has at most so many cards", "{ size_max = 3 }"),
    Word("on", "it lies directly on a card with these words in its title", '{ on = "Arm" }'),
    Word("not_on", "it does not lie directly on such a card", '{ not_on = "Left" }'),
    Word("under", "such a card lies directly on it", '{ under = "Leg" }'),
    Word("with", "the combo has another such card; only once on a card", '{ with = "Left Arm" }'),
    Word("without", "the combo has no other such card", '{ without = "Right Leg" }'),
    Word("only_combo", "you lay no other combo this turn", "{ only_combo = true }"),
    Word("charge_min, charge_max", "the Charge you have", "{ charge_min = 3 }"),
    Word("hand_min, hand_max", "the cards you hold before you lay any", "{ hand_max = 3 }"),
    Word("discard_min, discard_max", "the cards in your discard pile", "{ discard_min = 2 }"),
    Word("exhausted_min, exhausted_max", "your exhausted cards", "{ exhausted_min = 1 }"),
    Word("attacks_min, attacks_max", "the attacks that stand", "{ attacks_min = 2 }"),
    Word("hearts_min, hearts_max", "the master's uncovered hearts", "{ hearts_max = 1 }"),
    Word("masters_min, masters_max", "the masters beaten so far", "{ masters_min = 2 }"),
    Word("turn_min, turn_max", "the number of the turn in this fight", "{ turn_max = 1 }"),
    Word("raging", "Kai herself is ENRAGED", "{ raging = true }"),
)
EFFECTS = (
    Word("damage", "a blow; `times` for several", "{ damage = { x = 1, k = 0, times = 2 } }"),
    Word(
        "block",
        'a block; `times` for several, "all" for one against every attack',
        '{ block = { x = 1, k = 1, times = "all" } }',
    ),
    Word("charge", "Charge for Udo, ENRAGE for Kai", "{ charge = { x = 1, k = 0 } }"),
    Word("recover", "so many discarded cards return", "{ recover = { x = 0, k = 1 } }"),
    Word("enrage", "so many of Kai's cards turn", "{ enrage = { x = 0, k = 2 } }"),
    Word("lengthen", "the next combo of this turn is longer", "{ lengthen = { x = 0, k = 2 } }"),
    Word("calm", 'the finisher turns calm ("self"), or its "combo"', '{ calm = "self" }'),
    Word("keep", "the finisher goes back to the hand", "{ keep = true }"),
    Word(
        "discard",
        "a price: discard such a card from hand, or the rest is left out",
        '{ discard = "*" }',
    ),
    Word(
        "exhaust",
        "a price: exhaust such a card from the discard pile, or the rest is left out",
        '{ exhaust = "Leg" }',
    ),
    Word(
        "choose",
        "one of two or three lists of steps",
        "{ choose = [[{ recover = { x = 1 } }], [{ nothing = true }]] }",
    ),
    Word("nothing", "nothing happens; for a choice", "{ nothing = true }"),
    Word(
        "if",
        "`then` if a test holds, otherwise `else`, which may be left out. Tests: the conditions "
        "about the table, and blocked, covered (hearts this turn), cards (of the combo), combos "
        "(of the turn), each with _min or _max; with = words; raging = true",
        "{ if = { blocked_min = 1, then = [{ damage = { x = 1, k = 3 } }] } }",
    ),
    Word(
        "each",
        "in a value: `by` (1) more for each card of the combo with these words in its title",
        '{ damage = { k = 1, each = "Leg", by = 2 } }',
    ),
    Word(
        "count",
        f"in a value: `by` (1) more for each of {', '.join(grammar.COUNTS)}",
        '{ damage = { x = 1, count = "exhausted" } }',
    ),
)
BONUS = (  # without X, since there is no combo
    Word("damage", "a blow; `times` for several", "{ damage = { k = 4 } }"),
    Word("charge", "Charge for Udo, ENRAGE for Kai", "{ charge = { k = 2 } }"),
    Word("recover", "so many discarded cards return", "{ recover = { k = 2 } }"),
    Word("enrage", "so many of Kai's cards turn", "{ enrage = { k = 1 } }"),
    Word("lengthen", "the next combo of this turn is longer", "{ lengthen = { k = 1 } }"),
)
POWERS = (
    Word("bodies", "so many bodies with these hearts and swords each", "{ bodies = 3 }"),
    Word("max_combos", "the most combos you may lay in a turn", "{ max_combos = 2 }"),
    Word("damage_mod", "what is added to each of your blows", "{ damage_mod = -1 }"),
    Word("attack_mod", "what is added to the value of each attack", "{ attack_mod = 1 }"),
    Word("hearts_per_turn", "the most hearts covered in a turn", "{ hearts_per_turn = 1 }"),
    Word(
        "heart_order",
        'which heart must be covered first: the "low" or the "high"',
        '{ heart_order = "low" }',
    ),
    Word("extra_loss", "what every hit takes besides", '{ extra_loss = "*" }'),
    Word("regenerate", "a turn without a heart frees the lowest", "{ regenerate = true }"),
    Word("regrow", "how many covered hearts every turn frees", "{ regrow = 1 }"),
    Word("immune", "finishers that deal it no damage", '{ immune = "Leg" }'),
    Word("weak", "finishers that count one card longer", '{ weak = "Head" }'),
    Word("swift", "its attacks hit before your combos act", "{ swift = true }"),
    Word("hidden", "how many attacks are shown only when combos lie", "{ hidden = 1 }"),
    Word("drain", "the Charge it takes every turn", "{ drain = 1 }"),
)

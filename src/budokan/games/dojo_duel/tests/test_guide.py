"""The guided first match: its advice and the forecasts on the screen agree."""

from budokan.games.dojo_duel import GAME
from budokan.kit.guide import walk
from budokan.kit.scene import Choice


def worth(choice: Choice) -> int | None:
    """What a choice deals less what it takes, where the forecast says it."""
    told = choice.preview
    return None if told is None or told.give is None or told.take is None else told.give - told.take


def test_no_other_choice_looks_better_than_the_advised_one() -> None:
    assert GAME.guide is not None
    compared = 0
    for _, lesson in walk(GAME.guide):
        known = {} if lesson.done else {c.action: worth(c) for c in lesson.scene().choices}
        exact = {action: value for action, value in known.items() if value is not None}
        if len(exact) > 1:
            compared += 1
            (advised,) = lesson.step.accept
            assert exact[advised] == max(exact.values()), (lesson.step.say, exact)
    assert compared == 3  # two decisions about the kicker, and the last answer of a round

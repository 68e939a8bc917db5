"""Checks that every path through a guided first match is legal and ends as it says."""

from budokan.kit.entries import seats_of
from budokan.kit.errors import Refusal
from budokan.kit.guide import Guide, walk
from budokan.kit.scene import ids
from budokan.kit.testing.checks import Checks


def faults(guide: Guide) -> list[str]:
    """The errors of a guide: a refused move, an unknown id to point at, a wrong end."""
    try:
        places = list(walk(guide))
    except Refusal as error:
        return [str(error)]
    wrong = []
    for moves, lesson in places:
        where = f"step {lesson.at + 1}, after {moves}"
        if lesson.done:
            checks = Checks(guide.game, guide.setup, lesson.state, lesson.story)
            wrong += [f"the end, after {moves}: {fault}" for fault in checks.run(guide.then)]
        elif guide.seat not in seats_of(lesson.state.acting()):
            wrong.append(f"{where}: the learner cannot move")
        shown = ids(lesson.scene())
        wrong += [f"{where}: points at {p!r}" for p in lesson.step.point if p not in shown]
    return wrong

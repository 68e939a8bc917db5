"""A guided first match on the screen: the guide's words above the question, one's own moves."""

from dataclasses import replace

from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.guide import Guide, Lesson, play
from budokan.kit.scene import Prompt
from budokan.terminal.hosts.host import Frame, Host, Notice


class GuideHost(Host):
    """A guide at the table; everything but the learner's moves is written down."""

    farewell = "The guide begins again whenever you like."
    can_concede = False

    def __init__(self, guide: Guide) -> None:
        super().__init__()
        self.guide = guide
        self.lesson, self.moves = Lesson(guide), list[str]()

    async def run(self) -> None:
        self.show(self.frame())

    def act(self, seat: int, ply: int, action: str) -> None:
        twin = self.lesson.twin()
        try:
            twin.play(action)
        except Refusal as refusal:
            clause = refusal.clause if isinstance(refusal, IllegalAction) else ""
            self.tell(Notice(str(refusal), clause, bad=True))
            return
        self.lesson = twin
        self.moves.append(action)
        self.show(self.frame())

    def undo(self, seat: int, ply: int) -> None:
        """One step back."""
        self.moves = self.moves[:-1]
        self.lesson = play(self.guide, self.moves)
        self.show(self.frame())

    def frame(self) -> Frame:
        guide, lesson = self.guide, self.lesson
        scene = lesson.scene()
        if lesson.done:
            asked = Prompt(question="The guide ends here.")
            scene = replace(scene, prompt=asked, choices=(), buttons=())
        return Frame(
            game=guide.game.id,
            title=f"{guide.game.title}, a first match",
            ply=lesson.at,
            view=guide.seat,
            mine=(guide.seat,),
            names=guide.names,
            scene=scene,
            story=tuple(lesson.told()),
            drafted=len(self.moves),
            over=lesson.done,
            note="Your first real match: n sets the table." if lesson.done else "",
            assists=False,
            notice=self._words(),
        )

    def _words(self) -> str:
        step, steps = self.lesson.step, len(self.guide.steps)
        place = "" if self.lesson.done else f"{self.lesson.at + 1}/{steps}  "
        cited = f" ({', '.join(step.cites)})" if step.cites else ""
        return f"{place}{step.say}{cited}"

"""A guided first match on the screen: the guide explains, the learner moves."""

from msgspec.structs import replace

from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.guide import Guide, Lesson, play
from budokan.kit.scene import Prompt
from budokan.terminal.hosts.host import Frame, Host, Notice


class GuideHost(Host):
    """Runs a guide: everything except the learner's moves is scripted."""

    farewell = "Start the guide again whenever you like."
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
        """Go one step back."""
        self.moves = self.moves[:-1]
        self.lesson = play(self.guide, self.moves)
        self.show(self.frame())

    def frame(self) -> Frame:
        guide, lesson = self.guide, self.lesson
        scene = lesson.scene()
        if lesson.done:
            end = Prompt(question="The guide ends here.")
            scene = replace(scene, prompt=end, choices=(), buttons=())
        return Frame(
            game=guide.game.id,
            title=f"{guide.game.title}, a first match",
            ply=lesson.at,
            view=guide.seat,
            mine=(guide.seat,),
            names=guide.names,
            scene=scene,
            story=tuple(lesson.told()),
            draft_length=len(self.moves),
            over=lesson.done,
            note="Press n to set up your first real match." if lesson.done else "",
            assists=False,
            notice=self._explanation(),
        )

    def _explanation(self) -> str:
        step, steps = self.lesson.step, len(self.guide.steps)
        progress = "" if self.lesson.done else f"{self.lesson.at + 1}/{steps}  "
        clauses = f" ({', '.join(step.cites)})" if step.cites else ""
        return f"{progress}{step.say}{clauses}"

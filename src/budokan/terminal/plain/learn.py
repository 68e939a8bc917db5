"""A guided first match in plain text."""

from collections.abc import Callable

from budokan.kit.errors import Refusal
from budokan.kit.guide import Guide, Lesson, play
from budokan.kit.scene_text import describe, read_choice
from budokan.terminal.plain.lines import ask_line, screen_width
from budokan.terminal.plain.table import QuitError, explain, unsaid

HELP = (
    "Type the number of a choice or its text, ? for what the choices would do, "
    "or table, story, rules CLAUSE, back, restart, quit."
)


class Teacher:
    """Leads one person through a guide, line by line."""

    def __init__(
        self,
        guide: Guide,
        ask: Callable[[str], str],
        say: Callable[[str], None],
        width: int = 0,  # of the screen; 0 if lines may be as long as they are
    ) -> None:
        self.guide, self.ask, self.say, self.width = guide, ask, say, width
        self.moves: list[str] = []
        self.lesson = Lesson(guide)
        self.lines_told = 0

    def run(self) -> None:
        """Play to the end of the guide."""
        while not self.lesson.done:
            self._show()
            before = self.lesson
            while self.lesson is before:
                try:
                    self._obey(self.ask("You> ").strip())
                except Refusal as refused:
                    self.say(str(refused))
        self._tell()
        self.say(self._words())
        game = self.guide.game.id
        self.say(f"Now play your first real match: budokan play {game} --against white --plain")

    def _show(self) -> None:
        told = self._tell()
        self.say(describe(unsaid(self.lesson.scene(), told), width=self.width))
        self.say(f"\n{self.lesson.at + 1}/{len(self.guide.steps)}  {self._words()}")

    def _words(self) -> str:
        return f"{self.lesson.step.say} ({', '.join(self.lesson.step.cites)})"

    def _tell(self) -> list[str]:
        lines = self.lesson.told()
        news = lines[self.lines_told :]
        for line in news:
            self.say(line)
        self.lines_told = len(lines)
        return news

    def _obey(self, answer: str) -> None:
        word, _, rest = answer.partition(" ")
        command = getattr(self, f"_do_{word.lower()}", None)
        if command is not None:
            command(rest.strip())
            return
        if not answer:
            raise Refusal(HELP)
        if answer[0] == "?":
            self.say(explain(self.guide.game, self.lesson.scene(), answer[1:].strip()))
            return
        text = read_choice(self.lesson.scene(), answer)
        twin = self.lesson.twin()
        twin.play(text)
        self.lesson = twin
        self.moves.append(text)

    def _go(self, moves: list[str]) -> None:
        self.lesson, self.moves = play(self.guide, moves), moves
        self.lines_told = 0

    def _do_help(self, rest: str) -> None:
        self.say(HELP)

    def _do_table(self, rest: str) -> None:
        self.say(describe(self.lesson.scene(), width=self.width))

    def _do_story(self, rest: str) -> None:
        self.say("\n".join(self.lesson.told()))

    def _do_rules(self, rest: str) -> None:
        clauses = self.guide.game.clauses
        self.say(clauses.get(rest.upper(), "") or f"Clauses are {', '.join(clauses)}.")

    def _do_back(self, rest: str) -> None:
        if not self.moves:
            raise Refusal("This is the first step.")
        self._go(self.moves[:-1])

    def _do_restart(self, rest: str) -> None:
        self._go([])

    def _do_quit(self, rest: str) -> None:
        raise QuitError


def learn(guide: Guide) -> int:
    """Follow a guide on this screen; the exit code."""
    print(f"{guide.game.title}, a first match. Type help for help.")
    try:
        Teacher(guide, ask_line, print, screen_width()).run()
    except (QuitError, EOFError, KeyboardInterrupt):
        print(f"\nBegin again with: budokan learn {guide.game.id}")
    return 0

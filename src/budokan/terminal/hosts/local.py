"""A match on this machine."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from budokan.agents.registry import SOLVER_TRIES
from budokan.kit.contract import CHANCE, SPECTATOR
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.provenance import Sourced, values_of
from budokan.kit.scene import Prompt, Scene
from budokan.match.match import CodedMatch
from budokan.terminal.hosts import saves
from budokan.terminal.hosts.host import Frame, Hint, Host, Notice
from budokan.terminal.hosts.thinking import Thinker
from budokan.terminal.seating import HUMAN, belts_worn, next_step
from budokan.thinking.advice import Advice, heading, question
from budokan.thinking.hints import Hints
from budokan.thinking.par import deal
from budokan.thinking.turns import Turns


class LocalHost(Host):
    """A match on this machine, saved after every entry."""

    farewell = "The match is saved; the hall offers it when you come back."

    def __init__(
        self, match: CodedMatch, players: Sequence[str], name: str = "", pause: float = 0.4
    ) -> None:
        super().__init__()
        self.match, self.players, self.pause = match, tuple(players), pause
        self.people = tuple(seat for seat, name in enumerate(players) if name == HUMAN)
        self.name = name or saves.new_name(match)
        self.record: Path | None = None  # the file of the finished match
        self.view = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.worker, self.turns = Thinker(), Turns(pause=pause)
        self.hints = Hints(self.worker.advise)
        self.thinking: asyncio.Task[int] | None = None
        self.thinker = (0, 0)  # the seat of the agent that thinks, and its ply
        self.par, self.tries = "", SOLVER_TRIES
        self.wake = asyncio.Event()

    async def run(self) -> None:
        self.match.begin()
        self._changed()
        if len(self.people) < len(self.players):
            self.worker.warm()
        try:
            while not self.match.over:
                self.wake.clear()
                thinker = next((s for s in self.match.acting if s not in self.people), None)
                if thinker is None:
                    await self.wake.wait()
                else:
                    await self._let_think(thinker)
            await self._find_par()
        except Refusal as refusal:
            self.tell(Notice(str(refusal), bad=True))
        finally:
            self.hints.forget(self)
            self.worker.close()

    async def _find_par(self) -> None:
        """Let the solver play the same deal, if the game has a solver."""
        match = self.match
        if match.game.planner is None:
            return
        self.par = "Par: the solver plays this deal."
        self._show()
        found = await self.worker.par(deal(match.game, match.setup, match.seed, self.tries))
        self.par = found.told(match.scores()[self.people[0]] if self.people else None)
        self._show()

    async def _let_think(self, seat: int) -> None:
        self.thinker = (seat, self.match.ply(seat))
        self.thinking = thinking = asyncio.create_task(self._choose(seat))
        try:
            await asyncio.wait({thinking})
        finally:
            thinking.cancel()
        if not thinking.cancelled():
            self.match.play(seat, thinking.result())
            self._changed()

    async def _choose(self, seat: int) -> int:
        action = await self.turns.next(self.match, seat, self.players[seat], self.worker.think)
        await asyncio.sleep(self.turns.wait(self.match, seat, action))
        return action

    def _drop_stale(self) -> None:
        """Stop an agent whose choice is no longer open."""
        seat, ply = self.thinker
        stale = seat not in self.match.acting or self.match.ply(seat) != ply
        if self.thinking is not None and stale:
            self.thinking.cancel()

    def act(self, seat: int, ply: int, action: str) -> None:
        if ply == self.match.ply(self.view):
            self._do(lambda: self.match.play(seat, self.match.notation.parse(action)))

    def undo(self, seat: int, ply: int) -> None:
        self._do(lambda: self.match.takeback(seat))

    def concede(self, seat: int) -> None:
        self._do(lambda: self.match.concede(seat))

    def look(self, seat: int) -> None:
        self.view = seat
        self._show()

    def hint(self, seat: int, ply: int) -> None:
        match, before = self.match, len(self.match.entries)

        async def answer(found: Advice | Refusal) -> None:
            # A simultaneous choice of another player does not change this one.
            is_stale = any(entry.seat in (seat, CHANCE) for entry in match.entries[before:])
            if isinstance(found, Refusal):
                self.tell(Notice(str(found), bad=True))
            elif seat == self.view and seat in match.acting and not is_stale:
                title = heading(alone=match.setup.seats == 1)
                self.advise(Hint(seat, match.ply(seat), title, found))

        try:
            self.hints.ask(self, (seat, ply), lambda: question(match, seat), answer)
        except Refusal as refusal:
            self.tell(Notice(str(refusal), bad=True))

    async def values(self, frame: Frame, component: str) -> list[Sourced]:
        return values_of(self.match.game, self.match.setup.data, component)

    def finished_match(self) -> CodedMatch | None:
        return self.match if self.match.over else None

    def _do(self, command: Callable[[], None]) -> None:
        try:
            command()
        except Refusal as refusal:
            clause = refusal.clause if isinstance(refusal, IllegalAction) else ""
            self.tell(Notice(str(refusal), clause, bad=True))
        else:
            self._drop_stale()
            self._changed()
            self.wake.set()

    def _changed(self) -> None:
        """Save first, then show."""
        try:
            self.record = saves.keep(self.match, self.players, self.name)
        except Refusal as refusal:
            self.tell(Notice(f"The match is not saved. {refusal}", bad=True))
        self._show()

    def _show(self) -> None:
        self.show(self.frame())

    def frame(self) -> Frame:
        match = self.match
        if match.over and len(self.people) > 1:
            self.view = SPECTATOR  # everybody looks at the screen now
        return Frame(
            game=match.game.id,
            title=match.game.title,
            ply=match.ply(self.view),
            view=self.view,
            mine=self.people,
            names=tuple(match.names),
            scene=final_scene(match, self.view) if match.over else match.scene(self.view),
            story=tuple(match.told(self.view)),
            draft_length=match.drafted(self.view),
            over=match.over,
            assists=match.assists,
            bots=belts_worn(match.names, self.players),
            note=self._note() if match.over else "",
        )

    def _note(self) -> str:
        """After the end: whom to play next, par, and where the record is."""
        _, step = next_step(self.match, self.players)
        kept = f"Record: {self.record}" if self.record else ""
        return " ".join(filter(None, (step, "Press n for a rematch.", self.par, kept)))


def final_scene(match: CodedMatch, view: int) -> Scene:
    """The last scene; a conceded match has a result that the rules do not give."""
    scene, result = match.scene(view), match.result(view)
    if not result:
        return scene
    return replace(scene, result=result, prompt=Prompt(question=result), choices=(), buttons=())

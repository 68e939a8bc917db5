"""What the table of Stances says in words."""

from budokan.games.stances.rules import phases
from budokan.games.stances.rules.rules import Stances
from budokan.kit.contract import CHANCE
from budokan.kit.scene import Prompt
from budokan.kit.view import Look, TableView


class Captions(TableView[Stances]):
    """One look at the table, in words."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, Stances)
        self.names: list[str] = look.setup.data.column("stance", "name")

    def prompt(self) -> Prompt:
        if self.state.phase == phases.OVER:
            return Prompt(question="The match is over.")
        if self.acts:
            return Prompt(question="Which stance do you take?")
        if CHANCE in self.look.acting:
            return Prompt(question="The coin decides.")
        waiting = " and ".join(self.name(seat) for seat in self.look.acting)
        return Prompt(question=f"{waiting} to take a stance.")

    def result(self) -> str:
        if self.state.phase != phases.OVER:
            return ""
        winner = 0 if self.state.points[0] == self.state.setting.target else 1
        return self.tell("{seat} win[s].", winner)

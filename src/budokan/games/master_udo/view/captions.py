"""Words and figures on the table of Master Udo."""

from typing import Final

from budokan.games.master_udo import grammar
from budokan.games.master_udo.rules import actions, phases
from budokan.games.master_udo.rules.effects import amount
from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.rules.state import NONE, ROAD
from budokan.games.master_udo.setup import faces
from budokan.games.master_udo.view.plan import Plan, foresee, twin
from budokan.games.master_udo.view.previews import FALLS, Forecast
from budokan.kit.contract import CHANCE
from budokan.kit.data import Row
from budokan.kit.scene import Fact, Facts, Prompt, Refused
from budokan.kit.view import Look, TableView
from budokan.kit.words import listed

PHASES: Final[tuple[str, ...]] = ("Attacks", "Play combos", "Resolve combos", "Resolve attacks")
STEP_OF: Final = {
    phases.CHOOSE: 0,
    phases.REVEAL: 0,
    phases.PLAY: 1,
    phases.ATTACKS: 3,
    phases.PAY: 3,
}
QUESTIONS: Final = {
    phases.CHOOSE: "Whom do you challenge?",
    phases.RESOLVE: "Which combo comes next?",
    phases.OPTION: "Which effect?",
    phases.ATTACKS: "Which attack do you take first?",
}


def counted(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


class Captions(TableView[MasterUdo]):
    """One look at the table."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, MasterUdo)
        data = look.setup.data
        self.faces = faces(data)
        self.attacks: list[Row] = list(data["attack"].values())
        self.attack_keys = list(data["attack"])
        self.masters: list[Row] = list(data["master"].values())
        self.master_keys = list(data["master"])
        self.forecast = self.at(self.state)
        self.enrages = self.forecast.enrages()
        self._plan: Plan | None = None
        self._later: Forecast | None = None
        self._ahead: Forecast | None = None

    def at(self, state: MasterUdo) -> Forecast:
        """Forecasts from a state of this match."""
        return Forecast(state, self.faces, [str(row["title"]) for row in self.attacks])

    @property
    def plan(self) -> Plan:
        """What the combos on the table would do."""
        if self._plan is None:
            self._plan = foresee(self.state)
        return self._plan

    @property
    def later(self) -> Forecast:
        """Forecasts for the moment when the attacks come."""
        if self._later is None:
            self._later = self.at(self.plan.after)
        return self._later

    @property
    def ahead(self) -> Forecast:
        """Forecasts for the combo that is laid now: the closed ones have been resolved."""
        if self._ahead is None:
            self._ahead = self.look_ahead()
        return self._ahead

    def look_ahead(self) -> Forecast:
        state = self.state
        if state.phase != phases.PLAY or not state.lanes:
            return self.forecast
        closed = twin(state)
        closed.phase = phases.RESOLVE
        return self.at(foresee(closed).after)

    # -- words --------------------------------------------------------------------------------

    def card(self, card: int) -> str:
        return self.look.words.domains["card"].name(card)

    def is_fresh(self) -> bool:
        """Whether the last turn is over: combos are laid, or the match has ended."""
        return self.state.phase == phases.PLAY or self.state.phase >= phases.WON

    def power(self, master: int) -> str:
        said = grammar.power_text(self.masters[master]["power"])
        return said[:1].upper() + said[1:]

    def rank(self, glory: int) -> str:
        """The title for a sum of glory (MU-68)."""
        rows = self.look.setup.data["rank"].items()
        key = next(key for key, row in rows if glory >= row["glory"])
        return str(self.look.words.text["rank"][key])

    def result(self) -> str:
        state, glory = self.state, int(self.state.glory())
        if state.phase < phases.WON:
            return ""
        if state.phase == phases.WON:
            told = self.tell("{seat} beat[s] four masters: {n} glory.", 0, n=glory)
            return f"{told} {self.rank(glory)}"
        form = {
            phases.FELL: "{seat} fall[s].",
            phases.TIMED_OUT: "{seat} run[s] out of turns.",
            phases.CONCEDED: "{seat} give[s] up.",
        }[int(state.phase)]
        return f"{self.tell(form, 0)} Masters beaten {state.road.n}, glory {glory}."

    def status(self) -> str:
        fight = min(ROAD, int(self.state.road.n) + (self.state.phase != phases.WON))
        turn = f", turn {self.state.turn}" if self.state.turn else ""
        return f"Fight {fight} of {ROAD}{turn}"

    def phase_names(self) -> tuple[str, ...]:
        return PHASES

    def phase(self) -> int:
        state = self.state
        hit = state.phase == phases.ENRAGE and state.lane == NONE
        return 3 if hit or state.phase >= phases.WON else STEP_OF.get(int(state.phase), 2)

    def summary(self) -> str:
        state = self.state
        if state.master == NONE:
            return f"Between fights. Glory {state.glory()}."
        left = [int(state.heart(i)) for i in range(state.hearts()) if not state.covered >> i & 1]
        hearts = ", ".join(str(value) for value in left) or "none"
        standing = self.forecast.attacks_of(int(state.shown))
        attacks = ", ".join(str(self.attacks[a]["title"]) for a in standing) or "none"
        master = self.masters[state.master]["title"]
        return f"{master}: hearts left {hearts}; attacks {attacks}. Glory {state.glory()}."

    def face_text(self, card: int) -> tuple[str, str]:
        """Condition and effect in the words of the grammar."""
        face = self.faces[card]
        said = grammar.conditions_text(face.conditions)
        return said, grammar.steps_text(face.steps, self.enrages)

    def refused(self, action: int) -> Refused | None:
        """Why a piece cannot be picked."""
        if not self.acts or action in self.look.legal:
            return None
        text, clause = self.look.why(action)
        return Refused(text=text, clause=clause)

    # -- the question -------------------------------------------------------------------------

    def prompt(self) -> Prompt:
        state = self.state
        if state.phase >= phases.WON:
            return Prompt(question="The game is over.")
        if CHANCE in self.look.acting:
            return Prompt(question="The attacks are revealed.")
        if not self.acts:
            return Prompt(question=self.tell("{seat} [is|are] to decide.", 0))
        return Prompt(question=self.question(), note=self.advice())

    def question(self) -> str:
        state = self.state
        if state.phase == phases.PLAY:
            if state.size[state.lanes]:
                return "Add a card, or resolve" if self.can_resolve() else "Add a card"
            return "Another combo?" if state.lanes else "Lay a combo"
        if state.phase == phases.COVER:
            return f"{self.amount()} damage: which heart?"
        if state.phase == phases.STOP:
            return f"Block {self.amount()}: which attack?"
        if state.phase == phases.RECOVER:
            return f"Take back up to {counted(int(state.left))}"
        if state.phase in (phases.GIVE, phases.BURN):
            return "Discard a card as a price" if state.phase == phases.GIVE else "Exhaust a card"
        if state.phase == phases.ENRAGE:
            return f"ENRAGE up to {counted(int(state.left))}"
        if state.phase == phases.PAY:
            return f"{self.attacks[state.attack]['title']}: lose {self.demand()}"
        if state.phase == phases.RESOLVE and len(self.look.legal) == 2 and state.can_boost():
            return "Double it?" if state.setting.kai else f"Spend Charge {state.charge} on it?"
        return QUESTIONS[int(state.phase)]

    def amount(self) -> int:
        """The value of the step being carried out."""
        return int(amount(self.state))

    def demand(self) -> str:
        """The card that the next loss demands."""
        state = self.state
        words = list(self.attacks[state.attack]["loss"])
        extra = str(self.masters[state.master]["power"].get("extra_loss", ""))
        return grammar.loss_text([[*words, extra][int(state.paid)]])

    def advice(self) -> str:
        state = self.state
        if state.phase == phases.CHOOSE:
            return f"Glory {state.glory()}. More coins, harder fight."
        if state.phase == phases.PLAY:
            return self.danger()
        if state.phase == phases.PAY:
            if state.all_covered():
                return "Discards return after this fight, exhausted cards do not."
            return "Discard from hand, or exhaust from the pile for good."
        if state.phase == phases.RESOLVE and state.can_boost() and len(self.look.legal) > 2:
            kept = "not doubled" if state.setting.kai else "without Charge"
            return f"A combo that you pick itself is resolved {kept}."
        if state.phase in (phases.COVER, phases.STOP):
            return f"{state.left} to go." if state.left > 1 else ""
        return ""

    def can_resolve(self) -> bool:
        return actions.RESOLVE in self.look.legal

    def danger(self) -> str:
        """What resolving now would bring, or what comes if nothing is blocked."""
        state, plan = self.state, self.plan
        done = []
        if plan.covers:
            hearts = sorted({int(state.heart(heart)) for heart in plan.covers}, reverse=True)
            done.append(f"cover the {listed([str(value) for value in hearts])}")
        if plan.stops:
            done.append(f"block {listed([self.forecast.short(a) for a in plan.stops])}")
        loss = self.loss()
        if not (state.lanes or state.size[0]):
            return f"Unblocked, you {loss}." if loss else ""
        done += [loss] if loss else []
        return f"So far you {listed(done)}." if done else "So far this does nothing."

    def loss(self) -> str:
        """What the attacks that nothing blocks take."""
        standing = self.later.attacks_of(int(self.plan.after.shown))
        if not standing:
            return ""
        if any(self.later.toll(attack)[1] == FALLS for attack in standing):
            return "cannot pay for an attack, and fall"
        if self.later.deadly():
            return "cannot pay for all attacks, and fall"
        return f"lose {counted(sum(len(self.later.demands(attack)) for attack in standing))}"

    # -- facts --------------------------------------------------------------------------------

    def facts(self) -> tuple[Facts, ...]:
        return (self.to_come(),)

    def to_come(self) -> Facts:
        """The attacks in the deck (MU-R31)."""
        state = self.state
        values = [int(row["value"]) for row in self.attacks]
        if state.master != NONE:
            values = [int(state.block_value(a)) for a in range(len(values))]
        deck = self.forecast.attacks_of(int(state.deck))
        rows = tuple(Fact(cells=(self.forecast.short(a), str(values[a]))) for a in deck)
        note = self.forecast.odds()
        return Facts(title="Attacks still to come", form="tally", rows=rows, note=note)

"""What the table of Martial Art says in words and figures."""

from collections.abc import Iterator
from itertools import pairwise

from budokan.games.martial_art.rules import actions, arena, layout, phases, skills, strike
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.rules.state import (
    AREAS,
    EFFECTS,
    IN,
    KINDS,
    LEARNED,
    NONE,
    TOKENS,
)
from budokan.games.martial_art.view import previews
from budokan.games.martial_art.view.previews import Aim, Spread
from budokan.kit.contract import CHANCE
from budokan.kit.game import Glance, Look
from budokan.kit.notation import SEATS
from budokan.kit.scene import Line, Part, Preview, Prompt

PHASES = ("Area", "Effects", "Skill", "Sow", "Strike", "End")
BEFORE = ("Skills", "Tokens", "Fight")
STEPS = (phases.EFFECTS, phases.SKILL, phases.SOW, phases.STRIKE, phases.AFTER_STEP)
BEATEN = ("", "KO", "Technical KO", "pushed out", "conceded")
WON = ("at the round limit", "by KO", "by Technical KO", "by a push out of the ring", "")
MODES = {0: "White Belt", 1: "Black Belt"}


class Telling(Glance[MartialArt]):
    """One look at the table; `me` is the seat drawn as a body."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, MartialArt)
        self.data = look.setup.data
        self.seats = range(look.setup.seats)
        self.kinds = list(self.data["token"])
        self.skill_words = list(self.data["skill"])
        self.areas = list(self.data["area"])
        self.aims = list(previews.aims(self.state, look.viewer)) if self.acts else []

    # -- names --------------------------------------------------------------------------------

    def fighter(self, seat: int) -> str:
        return str(list(self.data["fighter"].values())[self.state.setting.who[seat]]["name"])

    def title(self, seat: int) -> str:
        return f"{self.name(seat)} · {self.fighter(seat)}"

    def kind(self, kind: int) -> str:
        return self.look.words.domains["kind"].name(kind)

    def area(self, area: int) -> str:
        return self.look.words.domains["place"].name(area)

    def skill(self, skill: int) -> str:
        return self.look.words.domains["skill"].name(skill)

    def skill_text(self, key: str) -> str:
        told = str(self.look.words.text["skill"][key])
        return told[:1].upper() + told[1:]

    def others(self) -> list[int]:
        """All but the seat drawn as a body, partners last."""
        rest = [seat for seat in self.seats if seat != self.me]
        return sorted(rest, key=lambda seat: self.state.mates(self.me, seat))

    def side(self, seat: int) -> str:
        """In a team battle, whom a fighter is with."""
        mates = [other for other in self.seats if self.state.mates(seat, other) and other != seat]
        return f"with {self.name(mates[0])}" if mates else ""

    # -- the moment ---------------------------------------------------------------------------

    def steps(self) -> tuple[str, ...]:
        """The steps of a turn; before the fight, those to the first one."""
        return BEFORE if self.state.setting.black and self.state.phase < phases.AREA else PHASES

    def phase(self) -> int:
        if self.state.phase < phases.AREA:
            return int(self.state.setting.black and self.state.phase > phases.REVEAL)
        return sum(self.state.phase >= step for step in STEPS)

    def status(self) -> str:
        mode = MODES[int(self.state.setting.black)]
        if self.state.phase < phases.AREA:
            return f"{mode}, before the fight"
        return f"{mode}, round {self.state.round}" + (", bonus turn" if self.state.bonus else "")

    def result(self) -> str:
        if self.state.phase != phases.OVER:
            return ""
        winners = [self.name(seat) for seat in self.seats if self.state.score(seat) > 0]
        sides = {int(self.state.setting.team[s]) for s in self.seats if self.state.score(s) > 0}
        if len(sides) > 1:
            return f"The fight is a draw: {', '.join(winners)}."
        win = f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}"
        return " ".join(filter(None, (win, self.how(sides)))) + "."

    def how(self, sides: set[int]) -> str:
        """The way a duel was won, or that the rounds were over."""
        setting = self.state.setting
        outs = [self.state.fighter(s).out for s in self.seats if setting.team[s] not in sides]
        return WON[outs[0]] if len(self.seats) == 2 or IN in outs else ""

    def summary(self) -> str:
        return " ".join(self.stand(seat) for seat in self.seats)

    def stand(self, seat: int) -> str:
        fighter = self.state.fighter(seat)
        if fighter.out != IN:
            return f"{self.title(seat)} is out: {BEATEN[fighter.out]}."
        q, r = self.state.setting.q[fighter.cell], self.state.setting.r[fighter.cell]
        faces = ""
        if self.state.setting.black:
            faces = f" facing {self.look.words.domains['dir'].name(int(fighter.facing))}"
        return f"{self.title(seat)} on ({q},{r}){faces}, {self.severe(seat)}."

    def severe(self, seat: int) -> str:
        return f"{strike.severe(self.state, seat)} of {strike.FATAL} severe"

    # -- the prompt ---------------------------------------------------------------------------

    def prompt(self) -> Prompt:
        if self.state.phase == phases.OVER:
            return Prompt(question="The fight is over.")
        if CHANCE in self.look.acting:
            return Prompt(question=self.of_chance())
        if not self.acts:
            waiting = " and ".join(self.name(seat) for seat in self.look.acting)
            return Prompt(question=f"{waiting} to decide.", note=self.under_way())
        return Prompt(question=self.question(), note=self.note())

    def of_chance(self) -> str:
        told = {
            phases.REVEAL: "The Skills are turned up.",
            phases.LAY: "The tokens are dealt.",
            phases.FIRST: "Who begins?",
        }
        return told.get(int(self.state.phase), "The dice are rolled.")

    def under_way(self) -> str:
        state = self.state
        if state.kind == NONE:
            return ""
        return (
            f"{self.kind(state.kind)} at {self.name(state.main.seat)}'s {self.area(state.target)}"
        )

    def question(self) -> str:
        state, phase = self.state, int(self.state.phase)
        if phase == phases.LEARN:
            return f"Which Skill do you take? {state.fighter(self.me).chosen + 1} of {LEARNED}"
        if phase == phases.LAY:
            return f"Which token: {self.area(layout.place_of(state.fighter(self.me).laid))}?"
        if phase == phases.SOW:
            return f"Which token goes on the {self.area(skills.landing(state, state.sown + 1))}?"
        if phase in (phases.REACT, phases.THIRD_REACT):
            return f"React to the {self.kind(state.kind)} at your {self.area(state.target)}?"
        if phase in (phases.DEFEND, phases.THIRD_DEFEND):
            return f"What do you show at your {self.area(state.target)}?"
        if phase == phases.EFFECTS and state.setting.black:
            return "Use your Effects, then face a direction"
        return QUESTIONS[phase]

    def note(self) -> str:
        """The consequence, or what is left to use."""
        state, me = self.state, self.state.fighter(self.me)
        if state.phase == phases.LAY:
            return f"{TOKENS - me.laid} left; two to a place, Effects before the Action."
        if state.phase == phases.AREA:
            return "The last token put down strikes where it lands."
        if state.phase == phases.EFFECTS:
            return self.left_to_use() + self.to_turn()
        if state.phase in (phases.TURN, phases.AFTER_FACE):
            return self.to_turn().strip()
        if state.phase == phases.STRIKE and len(self.aims) < 2:
            return self.in_short(self.aims[0]) if self.aims else self.why_hold()
        return self.under_way()

    def left_to_use(self) -> str:
        state = self.state
        parts = [f"Energy {state.energy}" if state.energy else ""]
        moves = state.moves + state.free
        parts.append(f"Moves {moves}" if moves else "")
        toll = int(skills.toll(state, self.me))
        parts.append(f"a space costs {toll} Moves" if toll > 1 else "")
        told = ", ".join(part for part in parts if part)
        return f"Left: {told}." if told else "Nothing is left to use."

    def to_turn(self) -> str:
        return " To turn, pick your fighter and a space beside." if self.state.setting.black else ""

    def why_hold(self) -> str:
        """Why nobody can be struck; a neighbour's reason says most."""
        if self.state.last == NONE:
            return "An Effect token came last: no strike."
        cell = self.state.fighter(self.me).cell
        for foe in self.others():
            near = arena.direction(self.state, cell, self.state.fighter(foe).cell) != NONE
            if near and self.state.is_in(foe) and not self.state.mates(self.me, foe):
                return self.look.why(actions.STRIKE + foe)[0]
        return "Nobody stands beside you."

    # -- forecasts ----------------------------------------------------------------------------

    def preview(self, aim: Aim) -> Preview:
        """A strike that could be declared."""
        target = f"{self.kind(aim.state.kind)} at the {self.area(aim.state.target)}"
        if aim.push == "out":
            return Preview(note=target, alarm=f"{self.name(aim.foe)} is pushed out.")
        found = self.spread(aim, 0)
        alarm = f"beats {self.name(aim.foe)}: {percent(found.beaten)}" if found.beaten else ""
        note = f"{target}, {aim.dice} dice: {found.mean:.1f} damage if nothing is shown"
        return Preview(note=note, alarm=alarm, sum=self.parts(aim))

    def in_short(self, aim: Aim) -> str:
        told = self.preview(aim)
        return "; ".join(part.removesuffix(".") for part in (told.note, told.alarm) if part) + "."

    def with_skill(self, skill: int) -> Preview | None:
        """The strike a Start Skill is for."""
        state = previews.twin(self.state)
        state.used = skill
        for aim in previews.aims(state, self.me):
            if skills.fits(aim.state, skill, skills.ATTACK):
                return self.preview(aim)
        return None

    def bought(self) -> Preview | None:
        """What a step costs beyond the Moves at hand (MA-87)."""
        missing = int(skills.missing(self.state, self.me))
        if self.state.free or not missing:
            return None
        return Preview(note=f"costs {missing} Chi and {missing} Rage")

    def spread(self, aim: Aim, defenses: int) -> Spread:
        return previews.spread(aim.state, aim.state.main, defenses, 0)

    def parts(self, aim: Aim) -> tuple[Part, ...]:
        """Where the dice come from."""
        state = aim.state
        style = state.fighter(state.turn).style
        found = [Part(label="strike", value=strike.BARE_DICE)]
        for skill in (state.used, state.boost, style):
            dice = int(skills.dice_part(state, skill))
            if dice:
                found.append(Part(label=self.skill(skill), value=dice))
        found += [Part(label="from behind", value=1)] * int(state.back)
        found += [Part(label="Collision", value=1)] * int(state.collision)
        return tuple(found)

    def answer(self, reaction: int, defenses: int, moves: int) -> Preview:
        """What the viewer would suffer with an answer to a strike."""
        state = previews.twin(self.state)
        third = state.phase in (phases.THIRD_REACT, phases.THIRD_DEFEND)
        blow = state.third if third else state.main
        blow.reaction = reaction if reaction != NONE else blow.reaction
        if not third:
            strike.push(state)  # it comes before the dice, and a Collision adds one (MA-104)
        blow.dice = 1 if third else strike.attack_dice(state)
        found = previews.spread(state, blow, defenses, moves)
        alarm = f"beats you: {percent(found.beaten)}" if found.beaten else ""
        return Preview(note=f"{found.mean:.1f} damage on average", alarm=alarm)

    # -- lines --------------------------------------------------------------------------------

    def lines(self) -> tuple[Line, ...]:
        return (*self.path_lines(), *self.sow_lines(), *self.aim_lines())

    def falls(self, area: int) -> list[int]:
        """The Areas in which the tokens of a Starting Area would fall."""
        n, skip = int(self.state.fighter(self.me).all_at(area)), self.state.setting.skip_start
        return [(area + k + ((k - 1) // 4 if skip else 0)) % AREAS for k in range(1, n + 1)]

    def path_lines(self) -> Iterator[Line]:
        """The path of every Area one may start from, for whoever points at it."""
        mark = SEATS[self.me]
        for area in range(AREAS):
            if self.acts and actions.AREA + area in self.look.legal:
                falls, own = [area, *self.falls(area)], f"{mark}-{self.areas[area]}"
                for step, (start, end) in enumerate(pairwise(falls), 1):
                    ends = (f"{mark}-{self.areas[start]}", f"{mark}-{self.areas[end]}")
                    yield Line(start=ends[0], end=ends[1], role="sow", step=step, shown_for=own)

    def sow_lines(self) -> Iterator[Line]:
        """The path of the tokens still in hand, numbered."""
        state = self.state
        if state.phase != phases.SOW:
            return
        mark, total = SEATS[state.turn], sum(int(n) for n in state.pile)
        for step in range(int(state.sown) + 1, total + 1):
            start = skills.landing(state, step - 1) if step > 1 else state.start
            yield Line(
                start=f"{mark}-{self.areas[start]}",
                end=f"{mark}-{self.areas[skills.landing(state, step)]}",
                role="sow",
                step=step,
            )

    def aim_lines(self) -> Iterator[Line]:
        state = self.state
        for aim in self.aims if state.phase == phases.STRIKE else ():
            label = f"{self.area(aim.state.target)}, {aim.dice} dice"
            start, end = f"pawn-{SEATS[self.me]}", f"pawn-{SEATS[aim.foe]}"
            yield Line(start=start, end=end, role="aim", label=label)
            if aim.push:
                cell = self.cell(aim.end if aim.end != NONE else int(state.fighter(aim.foe).cell))
                yield Line(start=end, end=cell, role="push", label=aim.push)
        if not self.aims and state.phase in range(phases.REACT, phases.DAMAGE):
            start, end = f"pawn-{SEATS[state.turn]}", f"pawn-{SEATS[state.main.seat]}"
            yield Line(start=start, end=end, role="aim", label=self.area(state.target))

    def cell(self, cell: int) -> str:
        return f"{self.state.setting.q[cell]},{self.state.setting.r[cell]}"

    def leads_to(self, area: int) -> str:
        """The strike a Starting Area leads to."""
        me = self.state.fighter(self.me)
        n = int(me.all_at(area))
        kinds = [self.kind(kind) for kind in range(EFFECTS, KINDS) if me.at(area, kind)]
        if not kinds:
            return "no strike" if n else "empty"
        end = self.area(previews.lands(self.state, area, n))
        near = previews.in_reach(self.state, self.me, area)
        return f"{' or '.join(kinds)} → {end}" + ("" if near else ", too far")


QUESTIONS = {
    phases.AREA: "Which Area do you start from?",
    phases.EFFECTS: "Use your Effects, then go on",
    phases.SKILL: "Activate a Skill before you sow?",
    phases.STRIKE: "Strike?",
    phases.TURN: "Where do you face?",
    phases.GAIN: "Chi or Rage?",
    phases.DISCARD: "Which token do you lose?",
    phases.AFTER_STEP: "Move on after the strike?",
    phases.AFTER_FACE: "Where do you face?",
    phases.END: "Activate a Skill at the end of your turn?",
    phases.KIAI: "Whom do you silence?",
    phases.SWAP: "Which two Effect tokens change places?",
    phases.STYLE: "Use your Style?",
}


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"

"""Words and figures on the table of Martial Art."""

from collections.abc import Iterator
from typing import Final

from budokan.games.martial_art.rules import (
    actions,
    arena,
    knowledge,
    layout,
    phases,
    skills,
    strike,
)
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.rules.state import (
    AREAS,
    EFFECTS,
    IN,
    KINDS,
    LEARNED,
    NONE,
    TOKENS,
    WIDTH,
)
from budokan.games.martial_art.setup import skill_rows
from budokan.games.martial_art.view import previews, skill_words
from budokan.games.martial_art.view.previews import Aim, Spread
from budokan.kit.contract import CHANCE
from budokan.kit.data import Data, Row
from budokan.kit.scene import Fact, Facts, Part, Preview, Prompt
from budokan.kit.view import Look, TableView

PHASES: Final[tuple[str, ...]] = ("Area", "Effects", "Skill", "Sow", "Strike", "End")
BEFORE: Final[tuple[str, ...]] = ("Skills", "Tokens", "Fight")
STEPS: Final[tuple[int, ...]] = (
    phases.EFFECTS,
    phases.SKILL,
    phases.SOW,
    phases.STRIKE,
    phases.AFTER_STEP,
)
BEATEN: Final[tuple[str, ...]] = ("", "KO", "Technical KO", "pushed out", "conceded")
WON: Final[tuple[str, ...]] = (
    "at the round limit",
    "by KO",
    "by Technical KO",
    "by a push out of the ring",
    "",
)
MODES: Final = {0: "White Belt", 1: "Black Belt"}
SURE: Final = 0.999
OFTEN: Final = ((SURE, "always"), (0.85, "nearly always"), (0.0, "usually"))
LIKELY: Final = ((SURE, "certainly"), (0.5, "probably"), (0.15, "perhaps"), (0.0, "hardly ever"))
QUESTIONS: Final = {
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


class Printed:
    """The rows of the card file by number."""

    def __init__(self, data: Data) -> None:
        self.kinds, self.areas = list(data["token"]), list(data["area"])
        self.skills = list(skill_rows(data))
        self.fighter_keys = list(data["fighter"])
        self.fighters: list[Row] = list(data["fighter"].values())


class Captions(TableView[MartialArt]):
    """One look at the table; `me` is the seat drawn as a body."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, MartialArt)
        self.data = look.setup.data
        self.seats = range(look.setup.seats)
        printed: Printed | None = self.made.get("printed")
        if printed is None:
            printed = self.made["printed"] = Printed(self.data)
        self.kinds, self.skill_words, self.areas = printed.kinds, printed.skills, printed.areas
        self.fighter_keys, self.fighters = printed.fighter_keys, printed.fighters
        self.aims = list(previews.aims(self.state, look.viewer)) if self.acts else []

    # -- names --------------------------------------------------------------------------------

    def fighter_row(self, seat: int) -> Row:
        return self.fighters[self.state.setting.who[seat]]

    def fighter(self, seat: int) -> str:
        return str(self.fighter_row(seat)["name"])

    def title(self, seat: int) -> str:
        return f"{self.player(seat)} · {self.fighter(seat)}"

    def kind(self, kind: int) -> str:
        return self.look.words.domains["kind"].name(kind)

    def area(self, area: int) -> str:
        return self.look.words.domains["place"].name(area)

    def skill(self, skill: int) -> str:
        return self.look.words.domains["skill"].name(skill)

    def skill_text(self, key: str) -> str:
        """The text of the card file, ours, or one told from the values that differ from ours."""
        row, ours = self.data["skill"][key], self.look.words.text["skill"]
        told = str(row.values.get("text", ""))
        if not told:
            own = key not in ours or row.is_own(*skill_words.TOLD)
            told = skill_words.describe(row, self.data) if own else str(ours[key])
        return told[:1].upper() + told[1:]

    def own_skills(self, seat: int) -> range:
        """The numbers of all Skills of a seat's fighter."""
        base = int(self.state.setting.base[seat])
        return range(base, base + int(self.state.setting.owned[seat]))

    def skills_in_play(self, seat: int) -> list[int]:
        chosen = int(self.state.fighter(seat).skills)
        return [skill for own, skill in enumerate(self.own_skills(seat)) if chosen >> own & 1]

    def others(self) -> list[int]:
        """All but the seat drawn as a body, partners last."""
        rest = [seat for seat in self.seats if seat != self.me]
        foes = [seat for seat in rest if not self.state.mates(self.me, seat)]
        return foes + [seat for seat in rest if self.state.mates(self.me, seat)]

    def side(self, seat: int) -> str:
        """In a team battle, the partners of a fighter."""
        mates = [other for other in self.seats if self.state.mates(seat, other) and other != seat]
        return self.tell("with {seat}", mates[0]) if mates else ""

    # -- the moment ---------------------------------------------------------------------------

    def phase_names(self) -> tuple[str, ...]:
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
        seats = [seat for seat in self.seats if self.state.score(seat) > 0]
        seats.sort(key=lambda seat: seat != self.look.viewer)  # the viewer first: You and Ann
        winners = [self.player(seat) for seat in seats]
        sides = {int(self.state.setting.team[seat]) for seat in seats}
        if len(sides) > 1:
            return f"The fight is a draw: {', '.join(winners)}."
        win = f"{' and '.join(winners)} win"
        if len(seats) == 1:
            win = self.tell("{seat} win[s]", seats[0])
        return " ".join(filter(None, (win, self.how(sides)))) + "."

    def how(self, sides: set[int]) -> str:
        """How a duel was won, or that the rounds ran out."""
        setting = self.state.setting
        outs = [self.state.fighter(s).out for s in self.seats if setting.team[s] not in sides]
        return WON[outs[0]] if len(self.seats) == 2 or IN in outs else ""

    def summary(self) -> str:
        return " ".join(self.stand(seat) for seat in self.seats)

    def stand(self, seat: int) -> str:
        fighter = self.state.fighter(seat)
        if fighter.out != IN:
            return f"{self.title(seat)}: out, {BEATEN[fighter.out]}."
        q = self.state.setting.q[fighter.cell]
        r = self.state.setting.r[fighter.cell]
        faces = ""
        if self.state.setting.black:
            faces = f" facing {self.look.words.domains['dir'].name(int(fighter.facing))}"
        return f"{self.title(seat)}: on ({q},{r}){faces}, {self.severe(seat)}."

    def severe(self, seat: int) -> str:
        return f"{skills.severe(self.state, seat)} of {strike.FATAL} severe"

    # -- the prompt ---------------------------------------------------------------------------

    def prompt(self) -> Prompt:
        if self.state.phase == phases.OVER:
            return Prompt(question="The fight is over.")
        if CHANCE in self.look.acting:
            return Prompt(question=self.of_chance())
        if not self.acts:
            waiting = " and ".join(self.player(seat) for seat in self.look.acting)
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
        kind, area = self.kind(state.kind), self.area(state.target)
        return self.tell("{kind} at {seat}'s {area}", int(state.main.seat), kind=kind, area=area)

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
        """The consequence, or the Moves and energy left."""
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
        if not self.state.setting.black:
            return ""
        if self.turns_at_once():
            return " To turn, pick a space beside you."
        return " To turn, pick your fighter and a space beside."

    def turns_at_once(self) -> bool:
        """Whether a space beside can only mean a direction to face, since no step is possible."""
        return not any(actions.STEP <= action < actions.FACE for action in self.look.legal)

    def why_hold(self) -> str:
        """Why nobody can be struck; a neighbour's reason is the most useful."""
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
        alarm = beats_whom(found, self.name(aim.foe))
        note = f"{target}, {aim.dice} dice: {usually(found)} if nothing is shown"
        return Preview(note=note, alarm=alarm, sum=self.parts(aim))

    def in_short(self, aim: Aim) -> str:
        told = self.preview(aim)
        return "; ".join(part.removesuffix(".") for part in (told.note, told.alarm) if part) + "."

    def with_skill(self, skill: int) -> Preview | None:
        """The strike a Start Skill is for."""
        state = previews.twin(self.state)
        state.used = skill
        for aim in previews.aims(state, self.me):
            if skills.fits(aim.state, self.me, skill, skills.ATTACK):
                return self.preview(aim)
        return None

    def bought(self) -> Preview | None:
        """The cost of Moves that are not at hand (MA-87)."""
        missing = int(skills.missing(self.state, self.me))
        if not missing:
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
        foe = state.fighter(state.main.seat)
        for skill in (foe.style, foe.next, state.main.reaction):
            dice = int(skills.defence_part(state, state.main, skill, skills.ATTACK_DICE))
            if dice:
                found.append(Part(label=self.skill(skill), value=dice))
        found += [Part(label="from behind", value=1)] * int(state.back)
        found += [Part(label="Collision", value=1)] * int(state.collision)
        return tuple(found)

    def answer(self, reaction: int, defenses: int, moves: int) -> Preview:
        """The damage to the viewer after an answer to a strike."""
        state = previews.twin(self.state)
        third = state.phase in (phases.THIRD_REACT, phases.THIRD_DEFEND)
        blow = state.third if third else state.main
        blow.reaction = reaction if reaction != NONE else blow.reaction
        if not third:
            strike.push(state)  # it comes before the dice, and a Collision adds one (MA-104)
        blow.dice = strike.third_dice(state) if third else strike.attack_dice(state)
        found = previews.spread(state, blow, defenses, moves)
        return Preview(note=f"you {usually(found, 'take ')}", alarm=beats_whom(found, "you"))

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

    # -- facts ------------------------------------------------------------------------------------

    def facts(self) -> list[Facts]:
        state = self.state
        found = [self.damage_odds(aim) for aim in self.aims[:3]]
        if self.acts and state.phase == phases.LEARN:
            found.append(self.prospects())
        if self.acts and state.phase == phases.LAY:
            found += [self.stock(), self.pairs()]
        if state.phase >= phases.AREA and state.phase != phases.OVER:
            if self.acts and state.phase == phases.AREA:
                found.append(self.threats())
            if self.look.setup.options.memory_aid:
                found += self.memory()
        if state.phase > phases.REVEAL or not state.setting.black:
            found += [self.skill_list(seat) for seat in self.others()]
        return found

    def damage_odds(self, aim: Aim) -> Facts:
        """The damage of a strike for each possible number of Defense tokens (MA-R64)."""
        title = f"{self.kind(aim.state.kind)} at {self.name(aim.foe)}"
        if aim.push == "out":
            return Facts(title=title, note=f"{self.name(aim.foe)} is pushed out.")
        title = f"{title}: {aim.dice} dice"
        most = previews.guards(self.state, aim.foe, int(aim.state.target))
        spreads = [self.spread(aim, shown) for shown in range(most + 1)]
        rows = tuple(
            Fact(cells=(f"{n} Defense" if n else "shows none", usually(s)), bars=bars(s))
            for n, s in enumerate(spreads)
        )
        parts = [f"{likely(spreads[0].beaten)} out"] * bool(spreads[0].beaten)
        parts += [f"{likely(spreads[0].severe)} severe"] * bool(spreads[0].severe)
        parts += self.losses(aim, spreads[0])
        note = f"undefended: {', '.join(parts)}" if parts else ""
        head = (f"if {self.name(aim.foe)}", "damage")
        return Facts(title=title, form="bars", head=head, rows=rows, note=note)

    def losses(self, aim: Aim, found: Spread) -> Iterator[str]:
        """How likely each picture still ahead costs a token (MA-48)."""
        for kind, share in previews.losses(aim, found):
            yield f"{likely(share)} {self.kind(kind)} lost"

    def stock(self) -> Facts:
        """The layout helper: the tokens left, and those every Area still needs."""
        state, me = self.state, self.me
        rows = []
        for kind in range(KINDS):
            total = int(state.setting.totals[WIDTH * me + kind])
            if total:
                left = int(layout.left(state, me, kind))
                rows.append(Fact(cells=(self.kind(kind), f"{left} of {total}")))
        laid = int(state.fighter(me).laid)
        free = AREAS - max(0, laid - 2) // 2
        actions = int(layout.actions_left(state, me))
        note = f"Actions left {actions}, Areas open {free}; one Action to an Area."
        return Facts(title="Still to lay", rows=tuple(rows), note=note)

    def pairs(self) -> Facts:
        """Where the second token of each Area would strike in the first turn, and with what."""
        rows = tuple(
            Fact(cells=(self.area(area), self.area((area + 2) % AREAS), self.laid(area)))
            for area in range(AREAS)
        )
        return Facts(title="A pair strikes", head=("from", "at", "with"), rows=rows)

    def laid(self, area: int) -> str:
        """The Action laid on an Area, and the viewer's Skills that would fit its strike."""
        me, target = self.state.fighter(self.me), (area + 2) % AREAS
        kinds = [kind for kind in range(EFFECTS, KINDS) if me.at(area, kind)]
        if not kinds:
            return "nothing" if me.all_at(area) == 2 else ""
        known = self.skills_in_play(self.me)
        fit = [self.skill(skill) for skill in known if self.suits(skill, kinds[0], target)]
        return ", ".join([self.kind(kinds[0]), *fit])

    def suits(self, skill: int, kind: int, target: int) -> bool:
        """Whether a Skill is for such a strike of its owner."""
        row = self.data["skill"][self.skill_words[skill]]
        wants = not row["kinds"] or self.kinds[kind] in row["kinds"]
        return (
            row["role"] == "attack" and wants and (not row["areas"] or target + 1 in row["areas"])
        )

    def prospects(self) -> Facts:
        """The Skill helper: the tokens a Skill is for, and the Areas from which a pair reaches."""
        state = self.state
        rows = []
        for skill in self.own_skills(self.me):
            row = self.data["skill"][self.skill_words[skill]]
            counts = [(k, int(state.setting.totals[WIDTH * self.me + k])) for k in range(KINDS)]
            with_ = [
                f"{self.kind(k)} {n}" for k, n in counts if n and self.kinds[k] in row["kinds"]
            ]
            starts = [self.area((area + 2) % AREAS) for area in row["areas"]]
            attack = row["role"] == "attack"
            cells = (", ".join(with_) or "any", ", ".join(starts) or "any") if attack else ("", "")
            rows.append(Fact(cells=(self.skill(skill), *cells)))
        head = ("Skill", "with your", "a pair from")
        return Facts(title="What your Skills ask for", head=head, rows=tuple(rows))

    def threats(self) -> Facts:
        """Which of the viewer's Areas could be struck next, by open Actions and numbers."""
        found: list[set[str]] = [set() for _ in range(AREAS)]
        for foe in self.others():
            if not self.state.is_in(foe) or self.state.mates(self.me, foe):
                continue
            for area in range(AREAS):
                fighter = self.state.fighter(foe)
                target = previews.lands(self.state, area, int(fighter.all_at(area)))
                for kind in range(EFFECTS, KINDS):
                    if fighter.at(area, kind):
                        found[target].add(f"{self.kind(kind)} ({self.name(foe)})")
        rows = tuple(
            Fact(cells=(self.area(area), ", ".join(sorted(kinds))))
            for area, kinds in enumerate(found)
            if kinds
        )
        return Facts(title="They may strike your", rows=rows)

    def memory(self) -> list[Facts]:
        """Least and greatest numbers over all tables that are possible (MA-R64)."""
        return [self.remembered(s) for s in self.others() if self.state.fighter(s).veiled]

    def remembered(self, seat: int) -> Facts:
        """What is known of a fighter's hidden tokens."""
        fighter, known = self.state.fighter(seat), self.state.known(seat)
        places = [place for place in range(knowledge.PLACES) if fighter.down(place)]
        name, facts = f"memory-{seat}", (known, tuple(places))  # equal only to itself
        return self.unchanged(name, facts) or self.keep(
            name, facts, self.memory_facts(seat, places)
        )

    def memory_facts(self, seat: int, places: list[int]) -> Facts:
        tables = self.state.known(seat).tables()
        low, high = knowledge.least(tables), knowledge.most(tables)
        rows = []
        for place in places:
            cells = [span(int(low[i]), int(high[i])) for i in range(3 * place, 3 * place + 3)]
            rows.append(Fact(cells=(self.area(place), *cells)))
        head = ("", "Energy", "Move", "Defense")
        title = f"{self.name(seat)}'s hidden tokens"
        return Facts(title=title, head=head, rows=tuple(rows), note=f"{len(tables)} ways")

    def skill_list(self, seat: int) -> Facts:
        fighter, skills = self.state.fighter(seat), self.skills_in_play(seat)
        active = int(fighter.style), int(fighter.next)
        name, facts = f"skills-{seat}", (tuple(skills), active)
        return self.unchanged(name, facts) or self.keep(
            name, facts, self.skill_facts(seat, skills, active)
        )

    def skill_facts(self, seat: int, skills: list[int], active: tuple[int, int]) -> Facts:
        rows = []
        for skill in skills:
            key = self.skill_words[skill]
            row = self.data["skill"][key]
            name = self.look.words.domains["priced"].name(skill)
            on = skill in active
            when = f"{row['timing']}{', on' if on else ''}"
            rows.append(Fact(cells=(name, when, self.skill_text(key)), strong=on))
        return Facts(title=f"{self.name(seat)}'s Skills", rows=tuple(rows))


def usually(found: Spread, verb: str = "") -> str:
    """The damage as advice: the most likely number, and the greatest."""
    shares = found.shares
    usual = next(n for n, share in enumerate(shares) if share > max(shares) - 1e-9)
    most = len(shares) - 1
    often = next(word for least, word in OFTEN if shares[usual] >= least)
    return f"{often} {verb}{usual}" + (f", at most {most}" if most > usual else "")


def likely(share: float) -> str:
    """A chance as a word."""
    return next(word for least, word in LIKELY if share >= least)


def beats_whom(found: Spread, whom: str) -> str:
    """A warning that a strike may end the fight of somebody."""
    return f"{likely(found.beaten)} beats {whom}" if found.beaten else ""


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def bars(found: Spread) -> tuple[tuple[str, float], ...]:
    return tuple((str(n), round(share, 4)) for n, share in enumerate(found.shares))

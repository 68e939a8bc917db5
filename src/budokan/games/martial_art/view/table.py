"""The table of Martial Art as a Scene: bodies, the arena, the viewer's side, and choices."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, cast

from msgspec.structs import replace
from mypy_extensions import i64

from budokan.games.martial_art.rules import actions, knowledge, layout, phases, skills
from budokan.games.martial_art.rules.state import (
    AREAS,
    EFFECTS,
    IN,
    KINDS,
    NONE,
    UNSEEN,
    WIDTH,
    Blow,
)
from budokan.games.martial_art.setup import DIRECTIONS, IN_ROWS, SPACE_NAMES, spell_faces
from budokan.games.martial_art.view import motifs, previews
from budokan.games.martial_art.view.beats import beats, happened
from budokan.games.martial_art.view.captions import BEATEN, Captions
from budokan.games.martial_art.view.skill_words import TOLD
from budokan.kit.notation import SEATS
from budokan.kit.scene import (
    Beat,
    Button,
    Choice,
    Corner,
    Icon,
    Line,
    Mark,
    Piece,
    Preview,
    Refused,
    Scene,
    TrackMark,
    Zone,
)
from budokan.kit.view import Look, News, origin

Paths = tuple[tuple[str, ...], ...]
GAUGES: Final[tuple[str, ...]] = ("chi", "rage")
PRICES: Final[tuple[Icon, Icon]] = ("chi", "rage")
ROOM: Final = 32  # more than the tokens of a fighter
BUTTONS: Final[tuple[str, ...]] = (
    "energy",
    "buy",
    "face",
    "ready",
    "pass",
    "hold",
    "strike",
    "defend",
    "discard",
)
PASS_WORDS: Final = {
    phases.REACT: "Do not react",
    phases.THIRD_REACT: "Do not react",
    phases.AFTER_STEP: "Stay",
    phases.STYLE: "Leave all as it is",
}
# Of the first form of each verb; the others are those of choices a viewer may not know.
ARGUMENTS: Final[dict[str, tuple[str, ...]]] = {
    name: names for name, _, names in reversed(actions.VERBS)
}
REFUSING: Final[tuple[int, ...]] = (phases.SKILL, phases.END, phases.REACT, phases.THIRD_REACT)


def scene(look: Look) -> Scene:
    """The Scene of a viewer."""
    return Drawing(look).scene()


class Drawing(Captions):
    """Zones and pieces, and the ways to pick them."""

    def beats(self, news: News) -> Iterable[Beat]:
        return beats(self, news)

    def happened(self, news: News) -> str:
        return happened(self, news)

    def zones(self) -> tuple[Zone, ...]:
        others = [self.body(seat) for seat in self.others()]
        return (self.body(self.me), self.arena(), self.near(), *others)

    def refused(self, action: int) -> Refused | None:
        if action in self.look.legal:
            return None
        text, clause = self.look.why(action)
        return Refused(text=text, clause=clause) if clause else None

    # -- bodies -------------------------------------------------------------------------------

    def body(self, seat: int) -> Zone:
        """A fighter's board: five Areas, and the tokens set aside."""
        zones = [self.area_zone(seat, area) for area in range(AREAS)]
        if self.lying_at(seat, knowledge.ASIDE):
            pieces = self.tokens(seat, knowledge.ASIDE)
            place = f"{SEATS[seat]}-aside"
            zones.append(Zone(id=place, title="Set aside", owner=seat, pieces=pieces))
        fighter = self.state.fighter(seat)
        state = self.severe(seat) if fighter.out == IN else f"out: {BEATEN[fighter.out]}"
        name, facts = f"body-{SEATS[seat]}", (tuple(zones), state, self.chips(seat))
        return self.unchanged(name, facts) or self.keep(name, facts, self.board(name, seat, *facts))

    def board(
        self, name: str, seat: int, zones: tuple[Zone, ...], state: str, chips: tuple[Corner, ...]
    ) -> Zone:
        art = str(self.fighter_row(seat)["art"])
        return Zone(
            id=name,
            layout="panel",
            title=self.title(seat),
            owner=seat,
            note=", ".join(filter(None, (art, self.side(seat), state))),
            room="body",
            zones=zones,
            chips=chips,
            place="left" if seat == self.me else "rail",
        )

    def area_zone(self, seat: int, area: int) -> Zone:
        own = seat == self.look.viewer and self.state.phase == phases.AREA and self.acts
        target = self.state.target == area and seat == self.state.main.seat
        starts = self.state.start == area and seat == self.state.turn
        marks: tuple[Mark, ...] = ("on",) if target else ("moved",) if starts else ()
        note = self.leads_to(area) if own else ""
        refused = self.refused(actions.AREA + area) if own else None
        lying, threat = self.lying_at(seat, area), self.threat(seat, area)
        at = int(self.state.fighter(seat).life[area])
        name, facts = f"{SEATS[seat]}-{self.areas[area]}", (lying, at, threat, marks, note, refused)
        found: Zone | None = self.unchanged(name, facts)
        if found is not None:
            return found
        zone = Zone(
            id=name,
            layout="panel",
            title=self.area(area),
            owner=seat,
            spot=self.areas[area],
            note=note,
            marks=marks,
            zones=(self.token_row(seat, area, lying), self.life(seat, area, at, threat)),
            refused=refused,
        )
        return self.keep(name, facts, zone)

    def token_row(self, seat: int, area: int, lying: int) -> Zone:
        """The tokens of an Area."""
        name = f"{SEATS[seat]}-{self.areas[area]}-tokens"
        found: Zone | None = self.unchanged(name, lying)
        if found is not None:
            return found
        drawn = Zone(id=name, owner=seat, pieces=self.tokens(seat, area))
        return self.keep(name, lying, drawn)

    def kinds_at(self, seat: int, place: int) -> list[int]:
        """The kinds of the tokens that lie somewhere, in order."""
        fighter, found = self.state.fighter(seat), list[int]()
        for kind in range(WIDTH):
            for _ in range(fighter.at(place, kind)):
                found.append(kind)
        return found

    def lying_at(self, seat: int, place: int) -> int:
        """The same as one number, which is compared faster; 0 if nothing lies there."""
        fighter = self.state.fighter(seat)
        found: i64 = 0
        for kind in range(WIDTH):
            found = found * ROOM + fighter.at(place, kind)
        return int(found)

    def tokens(self, seat: int, place: int) -> tuple[Piece, ...]:
        base = f"{SEATS[seat]}-{self.areas[place] if place < AREAS else 'aside'}"
        kinds = self.kinds_at(seat, place)
        return tuple([self.token(f"{base}-{n}", kind) for n, kind in enumerate(kinds)])

    def token(self, place: str, kind: int) -> Piece:
        key = "token", place, kind
        found: Piece | None = self.made.get(key)
        if found is None:
            found = self.made[key] = replace(self.token_face(kind), id=place)
        return found

    def token_face(self, kind: int) -> Piece:
        """A token as it is printed."""
        if kind == UNSEEN:
            return Piece(id="", shape="token", name="Face down", kind="hidden", marks=("hidden",))
        key = self.kinds[kind]
        return Piece(
            id="",
            shape="token",
            face=key,
            name=self.kind(kind),
            kind="action" if kind >= EFFECTS else "effect",
            **origin(self.data["token"][key], "name"),
        )

    def life(self, seat: int, area: int, at: int, threat: int) -> Zone:
        """The column with its pictures, the Severe line and the last square."""
        name = f"{SEATS[seat]}-{self.areas[area]}-life"
        return self.unless_changed(name, (at, threat), lambda: self.column(seat, area, threat))

    def column(self, seat: int, area: int, threat: int) -> Zone:
        setting, at = self.state.setting, AREAS * seat + area
        last = int(setting.last[at])
        line = TrackMark(square=int(setting.severe[at]), line=True, role="hit")
        marks = [line, TrackMark(square=last, icon="skull", role="hit")]
        for square, kind in previews.pictures(self.state, seat, area):
            marks.append(TrackMark(square=square, icon=cast("Icon", self.kinds[kind])))
        return Zone(
            id=f"{SEATS[seat]}-{self.areas[area]}-life",
            layout="track",
            title="Damage",
            owner=seat,
            meter="damage",
            at=int(self.state.fighter(seat).life[area]),
            length=last,
            track=tuple(marks),
            threat=threat,
            **self.marks_of(seat, "length", "severe", "pictures", "squares"),
        )

    def marks_of(self, seat: int, *fields: str) -> dict[str, Any]:
        """Whether some of a fighter's values are designed, or from a card file."""
        row = self.fighter_row(seat)
        return {"designed": row.is_designed(*fields), "own": row.is_own(*fields)}

    def threat(self, seat: int, area: int) -> int:
        """The damage an undefended strike does on average, in whole squares."""
        if not self.aims:
            return 0
        means = [
            self.spread(aim, 0).mean
            for aim in self.aims
            if aim.foe == seat and aim.state.target == area and aim.push != "out"
        ]
        return round(max(means, default=0))

    def chips(self, seat: int) -> tuple[Corner, ...]:
        """Short words about a fighter: effects in force, and pending ones."""
        fighter, found = self.state.fighter(seat), list[Corner]()
        if seat != self.me:
            found.append(Corner(value=str(fighter.chi), label="Chi"))
            found.append(Corner(value=str(fighter.rage), label="Rage"))
        if fighter.style != NONE:
            found.append(Corner(value=self.skill(fighter.style), label="Style", role="gain"))
        if fighter.next != NONE:
            found.append(Corner(value=self.skill(fighter.next), label="next turn", role="gain"))
        if seat == self.state.turn and self.state.boost != NONE:
            found.append(Corner(value=self.skill(self.state.boost), label="now", role="gain"))
        if seat == self.state.turn and self.state.used != NONE:
            found.append(Corner(value=self.skill(self.state.used), label="uses", role="gain"))
        if fighter.silenced:
            found.append(Corner(value="Kiai", label="pays nothing:", role="hit"))
        if fighter.tax:
            found.append(Corner(value=f"+{fighter.tax}", label="a space costs", role="hit"))
        return tuple(found)

    # -- the arena ----------------------------------------------------------------------------

    def arena(self) -> Zone:
        pawns = tuple([self.pawn(seat) for seat in self.seats if self.state.is_in(seat)])
        if self.steps_now():
            return self.full_arena(pawns)
        return self.unchanged("full arena", pawns) or self.keep(
            "full arena", pawns, self.full_arena(pawns)
        )

    def full_arena(self, pawns: tuple[Piece, ...]) -> Zone:
        inside = self.inside()
        empty = self.unless_changed("arena", (), lambda: self.empty_arena(inside))
        return replace(empty, pieces=(*self.slots(inside), *pawns))

    def inside(self) -> dict[int, int]:
        """The spaces of the arena, with the number of their neighbours."""
        return self.unless_changed(
            "inside", (), lambda: {cell: n for cell in IN_ROWS if (n := self.neighbours(cell))}
        )

    def empty_arena(self, inside: Mapping[int, int]) -> Zone:
        setting = self.state.setting
        reach = max(int(setting.q[cell]) for cell in inside)
        return Zone(
            id="arena",
            layout="hex",
            title="Fighting Area",
            width=2 * reach + 1,
            cells=tuple(self.cell(cell) for cell in inside),
            note="" if setting.black else "any neighbour can be struck",
        )

    def neighbours(self, cell: int) -> int:
        beside = self.state.setting.beside
        return 6 - [beside[at] for at in range(6 * cell, 6 * cell + 6)].count(NONE)

    def slots(self, inside: Mapping[int, int]) -> Sequence[Piece]:
        """The rim, the spaces that can be reached, and why the others beside cannot."""
        rim = self.unless_changed("rim", (), lambda: self.rim(inside))
        if not self.steps_now():
            return tuple(rim.values())
        spots = {self.beside(way): way for way in range(6)}
        found = []
        for cell in inside:
            way, edge = spots.get(cell), rim.get(cell)
            if way is not None:
                found.append(self.slot_beside(cell, way, "rim" if edge is not None else ""))
            elif edge is not None:
                found.append(edge)
        return found

    def slot_beside(self, cell: int, way: int, rim: str) -> Piece:
        legal, name = actions.STEP + way in self.look.legal, self.cell(cell)
        marks: tuple[Mark, ...] = ("on",) if legal else ()
        why = None if legal else self.refused(actions.STEP + way)
        place = f"{'to' if legal else 'no'}-{name}"
        return Piece(id=place, shape="slot", spot=name, kind=rim, marks=marks, refused=why)

    def rim(self, inside: Mapping[int, int]) -> dict[int, Piece]:
        """The spaces at the edge."""
        return {cell: self.rim_slot(self.cell(cell)) for cell, n in inside.items() if n < 6}

    def rim_slot(self, name: str) -> Piece:
        return Piece(id=f"rim-{name}", shape="slot", spot=name, kind="rim")

    def steps_now(self) -> bool:
        return self.acts and self.state.phase in (phases.EFFECTS, phases.AFTER_STEP)

    def beside(self, way: int) -> int:
        cell = int(self.state.fighter(self.me).cell)
        return NONE if cell == NONE else int(self.state.setting.beside[6 * cell + way])

    def pawn(self, seat: int) -> Piece:
        """A fighter in the ring."""
        fighter = self.state.fighter(seat)
        where, severe = (int(fighter.cell), int(fighter.facing)), self.severe(seat)
        name, facts = f"pawn-{SEATS[seat]}", (where, severe, self.refused_strike(seat))
        return self.unchanged(name, facts) or self.keep(name, facts, self.pawn_at(seat, NONE))

    def pawn_at(self, seat: int, cell: int) -> Piece:
        """A fighter on a space, or on its own."""
        fighter = self.state.fighter(seat)
        return replace(
            self.figure(seat),
            spot=self.cell(int(fighter.cell) if cell == NONE else cell),
            facing=60 * int(fighter.facing) if self.state.setting.black else None,
            badge=self.severe(seat),
            refused=self.refused_strike(seat),
        )

    def figure(self, seat: int) -> Piece:
        """A fighter, wherever they are."""
        number = int(self.state.setting.who[seat])
        made = "pawn", seat, number
        found: Piece | None = self.made.get(made)
        if found is None:
            key = self.fighter_keys[number]
            found = self.made[made] = Piece(
                id=f"pawn-{SEATS[seat]}",
                shape="pawn",
                face=key,
                motif=motifs.of_fighter(key, number),
                name=self.fighter(seat),
                **origin(self.fighters[number], "name"),
                owner=seat,
            )
        return found

    def refused_strike(self, seat: int) -> Refused | None:
        """Why a fighter cannot be struck, where strikes are declared."""
        asks = self.acts and self.state.phase == phases.STRIKE and seat != self.me
        return self.refused(actions.STRIKE + seat) if asks else None

    # -- the own side -------------------------------------------------------------------------

    def near(self) -> Zone:
        """Gauges, Skills, tokens in hand and dice."""
        zones = [self.skill_row()]
        if self.state.phase != phases.LEARN:  # the only moment in which all seven Skills lie there
            zones = [self.gauge("chi"), self.gauge("rage"), *zones]
        if self.state.phase == phases.SOW:
            zones.append(self.hand())
        if self.state.phase == phases.LAY and self.state.setting.black:
            zones.append(self.stock_row())
        if self.state.main.dice:
            zones += [self.dice("attack"), self.dice("defence")]
        name, facts = f"side-{SEATS[self.me]}", tuple(zones)
        found: Zone | None = self.unchanged(name, facts)
        if found is not None:
            return found
        drawn = Zone(
            id=name,
            layout="panel",
            title=self.title(self.me),
            owner=self.me,
            place="near",
            zones=facts,
        )
        return self.keep(name, facts, drawn)

    def gauge(self, name: str) -> Zone:
        fighter = self.state.fighter(self.me)
        legal = actions.ENERGY + ("chi", "rage").index(name) in self.look.legal
        at, setting = int(fighter.chi if name == "chi" else fighter.rage), self.state.setting
        key = name, self.me, int(setting.who[self.me]), int(setting.gauge[self.me]), at, legal
        found: Zone | None = self.made.get(key)
        if found is None:
            found = self.made[key] = self.gauge_at(name, at, int(legal))
        return found

    def gauge_at(self, name: str, at: int, gain: int) -> Zone:
        return Zone(
            id=name,
            layout="track",
            title=name.title(),
            owner=self.me,
            kind=name,
            at=at,
            length=int(self.state.setting.gauge[self.me]),
            gain=gain,
            **self.marks_of(self.me, "gauge_max"),
        )

    def skill_row(self) -> Zone:
        shown = self.skills_in_play(self.me)
        if self.state.phase == phases.LEARN and self.me == self.look.viewer:
            shown = list(self.own_skills(self.me))
        facts = tuple(
            [
                (skill, self.is_on(skill), self.refused_skill(skill), self.skill_preview(skill))
                for skill in shown
            ]
        )
        found: Zone | None = self.unchanged("skills", facts)
        if found is not None:
            return found
        pieces = tuple([self.skill_card(*each) for each in facts])
        drawn = Zone(id="skills", layout="row", title="Skills", owner=self.me, pieces=pieces)
        return self.keep("skills", facts, drawn)

    def is_on(self, skill: int) -> bool:
        fighter = self.state.fighter(self.me)
        if self.state.phase == phases.LEARN and skill in self.skills_in_play(self.me):
            return True
        return skill in (fighter.style, fighter.next, self.state.boost)

    def skill_card(
        self,
        skill: int,
        on: bool = False,
        refused: Refused | None = None,
        preview: Preview | None = None,
    ) -> Piece:
        key = self.skill_words[skill]
        face = self.unless_changed(f"skill-{key}", (), lambda: self.skill_face(key))
        return replace(face, marks=("on",) if on else (), refused=refused, preview=preview)

    def skill_face(self, key: str) -> Piece:
        """A Skill as it is printed."""
        row = self.data["skill"][key]
        corners = [
            Corner(value=str(n), label=icon.title(), icon=icon)
            for n, icon in zip(row["cost"], PRICES, strict=True)
            if n
        ]
        return Piece(
            id=f"skill-{key}",
            face=key,
            form="skill",
            motif=motifs.of_skill(key),
            name=row["name"],
            kind=row["timing"],
            text=self.skill_text(key),
            corners=tuple(corners),
            owner=self.me,
            **origin(row, "name", "cost", *TOLD),
        )

    def refused_skill(self, skill: int) -> Refused | None:
        if self.acts and self.state.phase == phases.LEARN:
            return self.refused(actions.LEARN + skill)
        asks = self.acts and self.state.phase in REFUSING
        return self.refused(actions.SKILL + skill) if asks else None

    def skill_preview(self, skill: int) -> Preview | None:
        if actions.SKILL + skill not in self.look.legal:
            return None
        if self.state.phase in (phases.REACT, phases.THIRD_REACT):
            return self.answer(skill, 0, 0)
        return self.with_skill(skill) if self.state.phase == phases.SKILL else None

    def hand(self) -> Zone:
        """The tokens being sown, the next one's Area above them."""
        lying = [kind for kind in range(WIDTH) for _ in range(int(self.state.hand[kind]))]
        pieces = tuple(self.token(f"hand-{n}", kind) for n, kind in enumerate(lying))
        turn = int(self.state.turn)
        return Zone(id="hand", title="To sow", owner=turn, pieces=pieces)

    def stock_row(self) -> Zone:
        left = [
            kind
            for kind in range(KINDS)
            for _ in range(int(layout.left(self.state, self.me, kind)))
            if self.me == self.look.viewer
        ]
        pieces = tuple(self.token(f"stock-{n}", kind) for n, kind in enumerate(left))
        return Zone(id="stock", title="To lay", owner=self.me, pieces=pieces)

    def dice(self, name: str) -> Zone:
        """The last roll of a strike that is not over."""
        blow: Blow = self.state.main
        if name == "attack":
            n, x = int(blow.n), int(blow.x)
            rolled = self.state.phase > phases.ATTACK
            faces = spell_faces((int(blow.dice) - n - x, n, x)) if rolled else ""
        else:
            faces = spell_faces((0, int(blow.guard_n), int(blow.guard_x)))
        names = {"f": "Failure", "n": "Normal Success", "x": "Exceptional Success"}
        pieces = tuple(
            Piece(id=f"{name}-die-{i}", shape="die", face=face, name=names[face])
            for i, face in enumerate(faces)
        )
        return Zone(id=f"dice-{name}", title=name.title(), pieces=pieces)

    # -- lines --------------------------------------------------------------------------------

    def lines(self) -> tuple[Line, ...]:
        phase = self.state.phase
        if phase == phases.AREA:
            return tuple(self.path_lines())
        return tuple(self.sow_lines() if phase == phases.SOW else self.aim_lines())

    def falls(self, area: int) -> list[int]:
        """The Areas in which the tokens of a Starting Area would fall."""
        n = int(self.state.fighter(self.me).all_at(area))
        return [previews.lands(self.state, area, k) for k in range(1, n + 1)]

    def path_lines(self) -> Iterator[Line]:
        """The path of the tokens of every possible Starting Area, shown when it is pointed at."""
        mark = SEATS[self.me]
        for area in range(AREAS):
            if actions.AREA + area in self.look.legal:
                falls = [area, *self.falls(area)]
                own = f"{mark}-{self.areas[area]}"
                for step, (start, end) in enumerate(pairwise(falls), 1):
                    ends = (f"{mark}-{self.areas[start]}", f"{mark}-{self.areas[end]}")
                    yield Line(start=ends[0], end=ends[1], role="sow", step=step, shown_for=own)

    def sow_lines(self) -> Iterator[Line]:
        """The path of the tokens still in hand, numbered."""
        state = self.state
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
            start = f"pawn-{SEATS[state.turn]}"
            end = f"pawn-{SEATS[state.main.seat]}"
            yield Line(start=start, end=end, role="aim", label=self.area(state.target))

    def cell(self, cell: int) -> str:
        return SPACE_NAMES[cell]

    # -- choices ----------------------------------------------------------------------------------

    def choice(self, action: int) -> Choice:
        verb, args = self.look.notation.split(action)
        return Choice(
            action=self.look.notation.text(action),
            label=self.label(action, verb, args),
            paths=self.paths(action, verb, args),
            preview=self.choice_preview(action, verb, args),
        )

    def label(self, action: int, verb: str, args: tuple[int, ...]) -> str:
        said = str(self.look.words.text["verb"][verb])
        if verb == "pass":
            return PASS_WORDS.get(int(self.state.phase), "No Skill")
        if verb == "defend":
            return f"Show {shown(*args)}"
        if verb in ("strike", "kiai"):
            return f"{said} {self.title(args[0])}"
        domains = self.look.words.domains
        parts = [domains[name].name(arg) for name, arg in zip(ARGUMENTS[verb], args, strict=True)]
        return f"{said}: {', '.join(parts)}" if parts else said

    def choice_preview(self, action: int, verb: str, args: tuple[int, ...]) -> Preview | None:
        if verb == "area":
            return self.sowing(args[0])
        if verb == "buy" or (verb == "step" and self.state.phase == phases.EFFECTS):
            return None if verb == "step" and self.state.free else self.bought()
        if verb == "skill":
            return self.skill_preview(args[0])
        if verb == "strike":
            return next((self.preview(aim) for aim in self.aims if aim.foe == args[0]), None)
        if verb == "defend":
            return self.answer(NONE, *args)
        if verb == "pass" and self.state.phase in (phases.REACT, phases.THIRD_REACT):
            return self.answer(NONE, 0, 0)
        return None

    def sowing(self, area: int) -> Preview:
        """Where the tokens of an Area would fall."""
        path = ", ".join(f"{k} {self.area(fall)}" for k, fall in enumerate(self.falls(area), 1))
        return Preview(note=f"{self.leads_to(area)}; path: {path}")

    def paths(self, action: int, verb: str, args: tuple[int, ...]) -> Paths:
        mark = SEATS[self.me]
        if verb in ("learn", "skill"):
            return ((f"skill-{self.skill_words[args[0]]}",),)
        if verb == "area":
            return ((f"{mark}-{self.areas[args[0]]}",),)
        if verb == "energy":
            gauge = GAUGES[args[0]]
            return ((gauge,), (f"energy-{gauge}",))
        if verb == "step":
            return ((self.cell(self.beside(args[0])),),)
        if verb in ("strike", "kiai"):
            foe = SEATS[args[0]]
            button = ((f"strike-{foe}",),) if verb == "strike" else ()
            return ((f"pawn-{foe}",), (f"body-{foe}",), *button)
        if verb in ("lay", "sow"):
            return self.token_paths("stock" if verb == "lay" else "hand", args[0])
        if verb in ("swap", "trade", "shift"):
            return self.moves(verb, args)
        if verb == "face":
            return self.face_paths(args[0])
        return ((self.look.notation.text(action).replace(" ", "-"),),)

    def face_paths(self, way: int) -> Paths:
        """A space beside, after the viewer's pawn where it could mean a step; and buttons to keep
        facing or to face outwards."""
        first = () if self.turns_at_once() else (f"pawn-{SEATS[self.me]}",)
        pointed = (*first, self.cell(self.beside(way)))
        paths = [pointed] if self.beside(way) != NONE else []
        return (*paths, *[(f"face-{list(DIRECTIONS)[way]}",)] * self.has_button(way))

    def has_button(self, way: int) -> bool:
        return way == self.state.fighter(self.me).facing or self.beside(way) == NONE

    def token_paths(self, zone: str, kind: int) -> Paths:
        row = self.hand() if zone == "hand" else self.stock_row()
        return tuple((piece.id,) for piece in row.pieces if piece.face == self.kinds[kind])

    def lying(self, area: int, kind: int) -> list[str]:
        """The viewer's tokens of a kind in an Area."""
        pieces = self.tokens(self.me, area)
        return [piece.id for piece in pieces if piece.face == self.kinds[kind]]

    def moves(self, verb: str, args: tuple[int, ...]) -> Paths:
        """Tokens that change places, clicked one after the other."""
        if verb == "shift":
            return tuple((token,) for token in self.lying(args[0], args[1]))
        other = args[3] if verb == "swap" else self.kinds.index("kick")
        return tuple(
            (one, two) for one in self.lying(args[0], args[2]) for two in self.lying(args[1], other)
        )

    def buttons(self) -> Iterator[Button]:
        """Choices without a piece to click, and the most frequent ones."""
        for action in self.look.legal:
            verb, args = self.look.notation.split(action)
            if verb in BUTTONS and not (verb == "face" and not self.has_button(args[0])):
                yield self.button(action, verb, args)

    def button(self, action: int, verb: str, args: tuple[int, ...]) -> Button:
        keeps = verb == "face" and args[0] == self.state.fighter(self.me).facing
        sole = verb == "strike" and len(self.aims) == 1  # its preview is the note of the prompt
        label = self.label(action, verb, args)
        if verb == "energy":
            label = f"{GAUGES[args[0]].title()} +1"
        if keeps:
            label = f"Keep facing {self.look.words.domains['dir'].name(args[0])}"
        return Button(
            id=self.look.notation.text(action).replace(" ", "-"),
            label=label,
            primary=len(self.look.legal) == 1 or verb == "ready" or keeps or sole,
            preview=None if sole else self.choice_preview(action, verb, args),
        )


def shown(defenses: int, moves: int) -> str:
    """Tokens shown for defence, in words."""
    parts = [f"{n} {name}" for n, name in ((defenses, "Defense"), (moves, "Move")) if n]
    return ", ".join(parts) or "nothing"

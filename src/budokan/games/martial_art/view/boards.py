"""What lies on the table of Martial Art: bodies, the arena, the own side."""

from collections.abc import Iterator

from budokan.games.martial_art.rules import actions, known, layout, phases
from budokan.games.martial_art.rules.state import (
    AREAS,
    EFFECTS,
    IN,
    KINDS,
    NONE,
    OWN,
    UNSEEN,
    WIDTH,
    Blow,
)
from budokan.games.martial_art.setup import SPACES, spell_faces
from budokan.games.martial_art.view.captions import BEATEN
from budokan.games.martial_art.view.figures import Figures
from budokan.kit.notation import SEATS
from budokan.kit.scene import Corner, Mark, Piece, Preview, Refused, TrackMark, Zone

REFUSING = (phases.SKILL, phases.END, phases.REACT, phases.THIRD_REACT)


class Boards(Figures):
    """Zones and pieces."""

    def zones(self) -> Iterator[Zone]:
        yield self.body(self.me)
        yield self.arena()
        yield self.near()
        for seat in self.others():
            yield self.body(seat)

    def refused(self, action: int) -> Refused | None:
        text, clause = self.look.why(action)
        return Refused(text=text, clause=clause) if clause else None

    # -- bodies -------------------------------------------------------------------------------

    def body(self, seat: int) -> Zone:
        """A fighter's board: five Areas, and what is set aside."""
        zones = [self.area_zone(seat, area) for area in range(AREAS)]
        aside = self.tokens(seat, known.ASIDE)
        if aside:
            pieces = tuple(aside)
            place = f"{SEATS[seat]}-aside"
            zones.append(Zone(id=place, title="Set aside", owner=seat, pieces=pieces))
        fighter, row = self.state.fighter(seat), self.data["fighter"]
        art = list(row.values())[self.state.setting.who[seat]]["art"]
        note = self.severe(seat) if fighter.out == IN else f"out: {BEATEN[fighter.out]}"
        return Zone(
            id=f"body-{SEATS[seat]}",
            layout="panel",
            title=self.title(seat),
            owner=seat,
            note=", ".join(filter(None, (art, self.side(seat), note))),
            room="body",
            zones=tuple(zones),
            chips=tuple(self.chips(seat)),
            place="left" if seat == self.me else "rail",
        )

    def area_zone(self, seat: int, area: int) -> Zone:
        mark, key = SEATS[seat], self.areas[area]
        own = seat == self.look.viewer and self.state.phase == phases.AREA and self.acts
        target = self.state.target == area and seat == self.state.main.seat
        starts = self.state.start == area and seat == self.state.turn
        marks: tuple[Mark, ...] = ("on",) if target else ("moved",) if starts else ()
        row = Zone(id=f"{mark}-{key}-tokens", owner=seat, pieces=tuple(self.tokens(seat, area)))
        return Zone(
            id=f"{mark}-{key}",
            layout="panel",
            title=self.area(area),
            owner=seat,
            spot=key,
            note=self.leads_to(area) if own else "",
            marks=marks,
            zones=(row, self.life(seat, area)),
            refused=self.refused(actions.AREA + area) if own else None,
        )

    def tokens(self, seat: int, place: int) -> list[Piece]:
        fighter, key = self.state.fighter(seat), [*self.areas, "aside"][place]
        lying = [k for k in range(WIDTH) for _ in range(int(fighter.at(place, k)))]
        return [self.token(f"{SEATS[seat]}-{key}-{n}", kind) for n, kind in enumerate(lying)]

    def token(self, place: str, kind: int) -> Piece:
        if kind == UNSEEN:
            return Piece(
                id=place, shape="token", name="Face down", kind="hidden", marks=("hidden",)
            )
        word = "action" if kind >= EFFECTS else "effect"
        name = self.kind(kind)
        return Piece(id=place, shape="token", face=self.kinds[kind], name=name, kind=word)

    def life(self, seat: int, area: int) -> Zone:
        """The column with its pictures, the Severe line and the last square."""
        setting, at = self.state.setting, AREAS * seat + area
        last = int(setting.last[at])
        line = TrackMark(square=int(setting.severe[at]), line=True, role="hit")
        marks = [line, TrackMark(square=last, face="skull", role="hit")]
        for i in (2 * at, 2 * at + 1):
            face = self.kinds[setting.picture[i]]
            marks.append(TrackMark(square=int(setting.square[i]), face=face))
        return Zone(
            id=f"{SEATS[seat]}-{self.areas[area]}-life",
            layout="track",
            title="Damage",
            owner=seat,
            at=int(self.state.fighter(seat).life[area]),
            length=last,
            track=tuple(marks),
            threat=self.threat(seat, area),
            designed=self.is_designed(seat, "length", "severe", "pictures", "squares"),
        )

    def is_designed(self, seat: int, *fields: str) -> bool:
        """Whether some value of a fighter is designed."""
        row = list(self.data["fighter"].values())[self.state.setting.who[seat]]
        return any(row.sources[field] == "designed" for field in fields)

    def threat(self, seat: int, area: int) -> int:
        """The damage an undefended strike does on average, in whole squares."""
        means = [
            self.spread(aim, 0).mean
            for aim in self.aims
            if aim.foe == seat and aim.state.target == area and aim.push != "out"
        ]
        return round(max(means, default=0))

    def chips(self, seat: int) -> Iterator[Corner]:
        """What holds for a fighter, and what waits."""
        fighter = self.state.fighter(seat)
        if seat != self.me:
            yield Corner(value=str(fighter.chi), label="Chi")
            yield Corner(value=str(fighter.rage), label="Rage")
        if fighter.style != NONE:
            yield Corner(value=self.skill(fighter.style), label="Style", role="gain")
        if fighter.next != NONE:
            yield Corner(value=self.skill(fighter.next), label="next turn", role="gain")
        if seat == self.state.turn and self.state.boost != NONE:
            yield Corner(value=self.skill(self.state.boost), label="now", role="gain")
        if seat == self.state.turn and self.state.used != NONE:
            yield Corner(value=self.skill(self.state.used), label="uses", role="gain")
        if fighter.silenced:
            yield Corner(value="Kiai", label="pays nothing:", role="hit")
        if fighter.tax:
            yield Corner(value=f"+{fighter.tax}", label="a space costs", role="hit")

    # -- the arena ----------------------------------------------------------------------------

    def arena(self) -> Zone:
        setting = self.state.setting
        inside = [c for c in range(len(SPACES)) if self.neighbours(c)]
        pieces = [*self.slots(inside), *(self.pawn(s) for s in self.seats if self.state.is_in(s))]
        return Zone(
            id="arena",
            layout="hex",
            title="Fighting Area",
            width=7 if len(inside) == len(SPACES) else 5,
            cells=tuple(self.cell(cell) for cell in inside),
            pieces=tuple(pieces),
            note="" if setting.black else "any neighbour can be struck",
        )

    def neighbours(self, cell: int) -> int:
        return sum(self.state.setting.beside[6 * cell + way] != NONE for way in range(6))

    def slots(self, inside: list[int]) -> Iterator[Piece]:
        """The rim, the spaces that can be reached, and why the others beside cannot."""
        spots = {self.beside(way): way for way in range(6)}
        for cell in inside:
            name, way = self.cell(cell), spots.get(cell)
            rim = "rim" if self.neighbours(cell) < 6 else ""
            if way is not None and self.steps_now():
                legal = actions.STEP + way in self.look.legal
                marks: tuple[Mark, ...] = ("on",) if legal else ()
                why = None if legal else self.refused(actions.STEP + way)
                place = f"{'to' if legal else 'no'}-{name}"
                yield Piece(id=place, shape="slot", spot=name, kind=rim, marks=marks, refused=why)
            elif rim:
                yield Piece(id=f"rim-{name}", shape="slot", spot=name, kind=rim)

    def steps_now(self) -> bool:
        return self.acts and self.state.phase in (phases.EFFECTS, phases.AFTER_STEP)

    def beside(self, way: int) -> int:
        cell = int(self.state.fighter(self.me).cell)
        return NONE if cell == NONE else int(self.state.setting.beside[6 * cell + way])

    def pawn(self, seat: int) -> Piece:
        fighter = self.state.fighter(seat)
        return Piece(
            id=f"pawn-{SEATS[seat]}",
            shape="pawn",
            face=list(self.data["fighter"])[self.state.setting.who[seat]],
            name=self.fighter(seat),
            owner=seat,
            spot=self.cell(int(fighter.cell)),
            facing=60 * int(fighter.facing) if self.state.setting.black else None,
            badge=self.severe(seat),
            refused=self.refused_strike(seat),
        )

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
        mark = SEATS[self.me]
        title = self.title(self.me)
        return Zone(
            id=f"side-{mark}",
            layout="panel",
            title=title,
            owner=self.me,
            place="near",
            zones=tuple(zones),
        )

    def gauge(self, name: str) -> Zone:
        fighter = self.state.fighter(self.me)
        legal = actions.ENERGY + ("chi", "rage").index(name) in self.look.legal
        return Zone(
            id=name,
            layout="track",
            title=name.title(),
            owner=self.me,
            kind=name,
            at=int(fighter.chi if name == "chi" else fighter.rage),
            length=int(self.state.setting.gauge[self.me]),
            gain=int(legal),
            designed=self.is_designed(self.me, "gauge_max"),
        )

    def skill_row(self) -> Zone:
        fighter, base = self.state.fighter(self.me), OWN * int(self.state.setting.who[self.me])
        shown = [base + own for own in range(OWN) if fighter.skills >> own & 1]
        if self.state.phase == phases.LEARN and self.me == self.look.viewer:
            shown = list(range(base, base + OWN))
        pieces = tuple(self.skill_card(skill) for skill in shown)
        return Zone(id="skills", layout="row", title="Skills", owner=self.me, pieces=pieces)

    def skill_card(self, skill: int) -> Piece:
        key = self.skill_words[skill]
        row, fighter = self.data["skill"][key], self.state.fighter(self.me)
        corners = [
            Corner(value=str(n), label=label)
            for n, label in zip(row["cost"], ("Chi", "Rage"), strict=True)
            if n
        ]
        learned = self.state.phase == phases.LEARN and fighter.skills >> skill % OWN & 1
        on = learned or skill in (fighter.style, fighter.next, self.state.boost)
        return Piece(
            id=f"skill-{key}",
            face=key,
            name=row["name"],
            kind=row["timing"],
            text=self.skill_text(key),
            corners=tuple(corners),
            owner=self.me,
            marks=("on",) if on else (),
            refused=self.refused_skill(skill),
            preview=self.skill_preview(skill),
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

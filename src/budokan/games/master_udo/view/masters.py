"""The masters of Master Udo and their attacks, as zones and pieces."""

from budokan.games.master_udo import grammar
from budokan.games.master_udo.rules import actions, phases
from budokan.games.master_udo.rules.state import ATTACKS, MASTERS, NONE, TECHNIQUE
from budokan.games.master_udo.view.captions import Telling
from budokan.kit.scene import Corner, Mark, Piece, Preview, Zone


class Foes(Telling):
    """Whom one fights, and with what they strike."""

    # -- the master ---------------------------------------------------------------------------

    def gallery(self) -> Zone:
        """All masters with both sides of their cards."""
        pieces = tuple(self.master_card(master) for master in range(MASTERS))
        return Zone(id="masters", title="Masters", place="far", room="road", pieces=pieces)

    def master_card(self, master: int) -> Piece:
        row, key = self.masters[master], self.master_keys[master]
        beaten = self.state.road.find(master) != NONE
        bodies = int(row["power"].get("bodies", 1))
        hearts = ", ".join(str(heart) for heart in row["hearts"])
        marks: tuple[Mark, ...] = ("spent",) if beaten else ()
        return Piece(
            id=f"master-{key}",
            face=key,
            name=row["title"],
            kind="master",
            text=f"{self.power(master)}. Teaches {self.face_text(TECHNIQUE + master, True)}",
            corners=(
                Corner(value=str(row["glory"]), role="gain", label="glory"),
                _swords(int(row["swords"]) * bodies),
                Corner(value=hearts + (" each" if bodies > 1 else ""), label="hearts"),
                Corner(value=str(self.look.words.text["hardness"][str(row["glory"])])),
            ),
            designed="designed" in row.sources.values(),
            marks=marks,
            refused=self.refused(actions.FIGHT + master),
        )

    def challenge(self, master: int) -> str:
        """What a fight offers and asks, in a line."""
        glory, attacks, hearts, hard = self.master_card(master).corners
        told = f"{glory.value} glory, {attacks.value} {attacks.label}, hearts {hearts.value}"
        return f"{told}, {hard.value}. {self.power(master)}."

    def master(self) -> Zone:
        state, master = self.state, int(self.state.master)
        row = self.masters[master]
        bodies = int(state.setting.bodies[master])
        hearts = (self.hearts(body, bodies) for body in range(bodies))
        due = int(state.attacks_due())
        glory = Corner(value=str(row["glory"]), role="gain", label="glory")
        card = Piece(
            id="master-card",
            face=self.master_keys[master],
            name=f"Master {row['title']}",
            kind="master",
            text=f"{self.power(master)}.",
            corners=(glory, _swords(due)) if due else (glory,),
            designed="designed" in row.sources.values(),
        )
        return Zone(
            id="master",
            layout="panel",
            title=str(row["title"]),
            place="far",
            room="road",
            pieces=(card,),
            zones=(*hearts, self.shown()),
        )

    def hearts(self, body: int, bodies: int) -> Zone:
        each = int(self.state.setting.body[self.state.master])
        pieces = tuple(self.heart(i) for i in range(body * each, (body + 1) * each))
        title = "Hearts" if bodies == 1 else f"Body {body + 1}"
        return Zone(id=f"body-{body + 1}", title=title, pieces=pieces)

    def heart(self, i: int) -> Piece:
        value, covered = int(self.state.heart(i)), bool(self.state.covered >> i & 1)
        marks: tuple[Mark, ...] = ("covered",) if covered else ()
        picks = self.state.phase == phases.COVER
        return Piece(
            id=f"heart-{i + 1}",
            shape="token",
            face="heart",
            name="Heart",
            corners=(Corner(value=str(value), role="hit"),),
            designed=self.masters[self.state.master].sources["hearts"] == "designed",
            marks=marks,
            refused=self.refused(actions.COVER + i) if picks and not self.twin(i) else None,
        )

    def twin(self, heart: int) -> bool:
        """Whether an equal heart of the same body stands for this one."""
        return any(
            self.look.notation.text(a) == f"cover {self.stand_in(heart) + 1}"
            for a in self.look.legal
        )

    def stand_in(self, heart: int) -> int:
        """The first uncovered heart of the same body with the same value."""
        state = self.state
        each = int(state.setting.body[state.master])
        first = heart // each * each
        same = (
            i
            for i in range(first, first + each)
            if state.heart(i) == state.heart(heart) and not state.covered >> i & 1
        )
        return heart if state.covered >> heart & 1 else next(same)

    # -- attacks ------------------------------------------------------------------------------

    def shown(self) -> Zone:
        """What was revealed this turn; blocked and resolved ones stay visible."""
        mask = int(self.state.revealed)
        pieces = tuple(self.attack(a) for a in range(ATTACKS) if mask >> a & 1)
        return Zone(id="attacks", title="Attacks", pieces=pieces)

    def attack(self, attack: int) -> Piece:
        state, row, key = self.state, self.attacks[attack], self.attack_keys[attack]
        stands = bool(state.shown >> attack & 1)
        paid, alarm = self.forecast.toll(attack) if stands else ("", "")
        marks: tuple[Mark, ...] = () if stands else ("spent",)
        if state.attack == attack:
            marks = ("pending",)
        action = actions.STOP if state.phase == phases.STOP else actions.SUFFER
        picks = state.phase in (phases.STOP, phases.ATTACKS)
        return Piece(
            id=f"attack-{key}",
            face=key,
            name=row["title"],
            kind="attack",
            corners=self.attack_corners(attack),
            designed="designed" in row.sources.values(),
            marks=marks,
            preview=Preview(note=f"Hits: {paid}", alarm=alarm) if stands else None,
            refused=self.refused(action + attack) if picks else None,
        )

    def attack_corners(self, attack: int) -> tuple[Corner, ...]:
        """Value, loss, exposure and bonus, from the same data as the rules."""
        row, value = self.attacks[attack], str(self.state.block_value(attack))
        found = [
            Corner(value=value, role="ward", label="block"),
            Corner(value=grammar.loss_text(row["loss"]), role="hit", label="takes"),
        ]
        if row["exposes"]:
            words = grammar.exposure_text(row["exposes"])
            found.append(Corner(value=words, role="safe", label="exposed"))
        bonus = grammar.bonus("bonus", row["bonus"])
        if bonus:
            words = grammar.steps_text(bonus, self.enrages)
            found.append(Corner(value=words, role="gain", label="blocked"))
        return tuple(found)


def _swords(n: int) -> Corner:
    return Corner(value=str(n), role="hit", label="attack" if n == 1 else "attacks")

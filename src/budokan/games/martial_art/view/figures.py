"""Tables and distributions beside the board of Martial Art."""

from collections.abc import Iterator

from budokan.games.martial_art.rules import known, layout, phases
from budokan.games.martial_art.rules.state import AREAS, EFFECTS, KINDS, OWN, WIDTH
from budokan.games.martial_art.view import previews
from budokan.games.martial_art.view.captions import Telling, percent
from budokan.games.martial_art.view.previews import Aim, Spread
from budokan.kit.scene import Fact, Facts


class Figures(Telling):
    """What a player may count and weigh."""

    def facts(self) -> Iterator[Facts]:
        state = self.state
        for aim in self.aims[:3]:
            yield self.damage_odds(aim)
        if self.acts and state.phase == phases.LEARN:
            yield self.prospects()
        if self.acts and state.phase == phases.LAY:
            yield self.stock()
            yield self.pairs()
        if state.phase >= phases.AREA and state.phase != phases.OVER:
            if self.acts and state.phase == phases.AREA:
                yield from self.threats()
            if self.look.setup.options.memory_aid:
                yield from self.memory()
        if state.phase > phases.REVEAL or not state.setting.black:
            yield from (self.skill_list(seat) for seat in self.others())

    def damage_odds(self, aim: Aim) -> Facts:
        """What a strike does against as many Defense tokens as there may be (MA-R64)."""
        title = f"{self.kind(aim.state.kind)} at {self.name(aim.foe)}"
        if aim.push == "out":
            return Facts(title=title, note=f"{self.name(aim.foe)} is pushed out.")
        title = f"{title}: {aim.dice} dice"
        most = previews.guards(self.state, aim.foe, int(aim.state.target))
        spreads = [self.spread(aim, shown) for shown in range(most + 1)]
        rows = tuple(
            Fact(cells=(f"{n} Defense" if n else "shows none", f"{s.mean:.1f}"), bars=bars(s))
            for n, s in enumerate(spreads)
        )
        parts = [f"{percent(spreads[0].beaten)} out"]
        parts += [f"{percent(spreads[0].severe)} severe"] * bool(spreads[0].severe)
        note = "undefended: " + ", ".join([*parts, *self.losses(aim, spreads[0])])
        head = (f"if {self.name(aim.foe)}", "mean")
        return Facts(title=title, form="bars", head=head, rows=rows, note=note)

    def losses(self, aim: Aim, found: Spread) -> Iterator[str]:
        """How likely each picture still ahead costs a token (MA-48)."""
        for kind, share in previews.losses(aim, found):
            yield f"{percent(share)} {self.kind(kind)} lost"

    def stock(self) -> Facts:
        """The layout helper: what is left, and what every Area still needs."""
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
        """The Action laid on an Area, and the own Skills that would fit its strike."""
        me, target = self.state.fighter(self.me), (area + 2) % AREAS
        kinds = [kind for kind in range(EFFECTS, KINDS) if me.at(area, kind)]
        if not kinds:
            return "nothing" if me.all_at(area) == 2 else ""
        base = OWN * int(self.state.setting.who[self.me])
        known = [base + own for own in range(OWN) if me.skills >> own & 1]
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
        for own in range(OWN):
            skill = OWN * int(state.setting.who[self.me]) + own
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

    def threats(self) -> Iterator[Facts]:
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
        yield Facts(title="They may strike your", rows=rows)

    def memory(self) -> Iterator[Facts]:
        """Least and greatest numbers over all tables that are possible (MA-R64)."""
        for seat in self.others():
            if not self.state.fighter(seat).veiled:
                continue
            tables = self.state.known(seat).tables()
            low, high = known.least(tables), known.most(tables)
            rows = []
            for place in range(known.PLACES):
                if self.state.fighter(seat).down(place):
                    cells = [
                        span(int(low[i]), int(high[i])) for i in range(3 * place, 3 * place + 3)
                    ]
                    rows.append(Fact(cells=(self.area(place), *cells)))
            head = ("", "Energy", "Move", "Defense")
            title = f"{self.name(seat)}'s hidden tokens"
            yield Facts(title=title, head=head, rows=tuple(rows), note=f"{len(tables)} ways")

    def skill_list(self, seat: int) -> Facts:
        fighter, base = self.state.fighter(seat), OWN * int(self.state.setting.who[seat])
        rows = []
        for own in range(OWN):
            if fighter.skills >> own & 1:
                key = self.skill_words[base + own]
                row = self.data["skill"][key]
                name = self.look.words.domains["priced"].name(base + own)
                on = base + own in (fighter.style, fighter.next)
                when = f"{row['timing']}{', on' if on else ''}"
                rows.append(Fact(cells=(name, when, self.skill_text(key)), strong=on))
        return Facts(title=f"{self.name(seat)}'s Skills", rows=tuple(rows))


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def bars(found: Spread) -> tuple[tuple[str, float], ...]:
    return tuple((str(n), round(share, 4)) for n, share in enumerate(found.shares))

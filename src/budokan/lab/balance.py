"""How even a game is: the scores of seats and fighters or decks, and cards nobody uses."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from budokan.agents.plain import Agent
from budokan.agents.registry import find_agent
from budokan.agents.runner import Runner
from budokan.kit import options
from budokan.kit.contract import CHANCE, State, legal_codes
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find
from budokan.kit.rng import Rng
from budokan.lab.pool import run_tasks
from budokan.lab.simulate import MOST_DECISIONS, Job, open_job
from budokan.lab.stats import wilson

PER_TASK = 10  # matches between two reports of progress
Z = 1.96
CARDS = ("card", "skill")  # domains whose words are cards
DEAD = 0.02  # a card used by a smaller share of the seats that could is dead
Entry = tuple[int, int]


@dataclass
class Use:
    """How often an action was possible and was taken, in choices and in seats of a match."""

    offered: int = 0  # choices
    taken: int = 0
    could: int = 0  # seats
    did: int = 0
    score: float = 0.0  # of the seats that did

    def add(self, other: "Use") -> None:
        self.offered += other.offered
        self.taken += other.taken
        self.could += other.could
        self.did += other.did
        self.score += other.score


@dataclass
class Findings:
    """Sums over matches of one table."""

    matches: int = 0
    unfinished: int = 0
    first_seat: float = 0.0  # the score of seat A
    beginner: float = 0.0  # the score of the seat that began
    uses: dict[int, Use] = field(default_factory=dict)  # by action
    drawn: Counter[int] = field(default_factory=Counter)  # entries of chance

    def add(self, other: "Findings") -> None:
        self.matches += other.matches
        self.unfinished += other.unfinished
        self.first_seat += other.first_seat
        self.beginner += other.beginner
        self.drawn += other.drawn
        for code, use in other.uses.items():
            self.uses.setdefault(code, Use()).add(use)

    @property
    def finished(self) -> int:
        return self.matches - self.unfinished


class Task(NamedTuple):
    """Matches of one table, for one process."""

    pair: tuple[str, ...]
    job: Job
    first: int
    last: int
    random_verb: str


# -- tables ---------------------------------------------------------------------------------------


def contested_option(game: Game) -> str:
    """The seat option that names a component of the game: a fighter, a deck; or ''."""
    names = (f.name for f in fields(game.seat_options))
    return next((name for name in names if name in game.data.sections), "")


def tables(job: Job, only: Sequence[str] = ()) -> dict[tuple[str, ...], Job]:
    """The job for every table: each fighter or deck in seat A against each one in seat B."""
    game, setup = open_job(job)
    if setup.seats != 2:
        raise Refusal(f"Balance is measured at tables for two, not {setup.seats}.")
    chosen = contested_option(game)
    if not chosen or any(map(options.changed, setup.choices)):
        if only:
            raise Refusal(f"{game.title} has nothing here to choose {', '.join(only)} from.")
        return {(): job}
    names = list(setup.data[chosen])
    for name in only:
        if name not in names:
            raise Refusal(f"There is no {chosen} {name!r}; choose from {', '.join(names)}.")
    found: dict[tuple[str, ...], Job] = {}
    for pair in product(only or names, repeat=2):
        choices = tuple({chosen: name} for name in pair)
        seed = job.seed + len(found)  # with equal deals all tables would err together
        each = replace(job, table=replace(job.table, choices=choices), seed=seed)
        if pair[0] != pair[1] or _is_allowed(each):
            found[pair] = each
    if not found:
        raise Refusal(f"{', '.join(only)} cannot play against itself; name two or more.")
    return found


def _is_allowed(job: Job) -> bool:
    """Whether a fighter may meet its double."""
    try:
        open_job(job)
    except Refusal:
        return False
    return True


# -- playing --------------------------------------------------------------------------------------


class RandomVerbAgent(Agent):
    """Plays like another agent, but picks the actions of one verb at random."""

    def __init__(self, agent: Agent, codes: range) -> None:
        super().__init__(agent.needs_view, agent.remembers)
        self.agent, self.codes = agent, codes

    def begin(self) -> None:
        self.agent.begin()

    def notice(self, seat: int, code: int) -> None:
        self.agent.notice(seat, code)

    def choose(self, view: State, seat: int, rng: Rng) -> int:
        legal = legal_codes(view, seat)
        if all(code in self.codes for code in legal):
            return legal[rng.below(len(legal))]
        return self.agent.choose(view, seat, rng)


def codes_of(game: Game, verb: str) -> range:
    """The actions of a verb."""
    bases = [base for _, base, _ in game.verbs] + [game.notation.size]
    for place, (name, base, _) in enumerate(game.verbs):
        if name == verb:
            return range(base, bases[place + 1])
    names = ", ".join(name for name, _, domains in game.verbs if domains)
    raise Refusal(f"There is no verb {verb!r} in {game.title}; choose from {names}.")


@lru_cache(maxsize=1)
def _runner(job: Job, random_verb: str) -> tuple[Game, Runner]:
    """The game and its runner; belts have no time limit, so matches can be repeated."""
    game, setup = job.table.open()
    agents = [find_agent(name, game, 0.0) for name in job.agents]
    if random_verb:
        agents = [RandomVerbAgent(agent, codes_of(game, random_verb)) for agent in agents]
    return game, Runner(game.start(setup), agents)


def play(job: Job, first: int, last: int, random_verb: str = "") -> Findings:
    """Play the matches first to last - 1 of a job."""
    game, runner = _runner(job, random_verb)
    findings = Findings()
    for index in range(first, last):
        over = int(runner.play(job.seed, index, MOST_DECISIONS, True)) >= 0
        state = runner.start.blank()
        state.copy_from(runner.start)
        findings.add(findings_of(game, state, runner.entries, over))
    return findings


def findings_of(game: Game, state: State, entries: Sequence[Entry], over: bool = True) -> Findings:
    """The findings of one match, from its entries."""
    findings = Findings(matches=1, unfinished=int(not over))
    could, did, first = set[Entry](), set[Entry](), 0
    for seat, action in entries:
        if seat == CHANCE:
            findings.drawn[action] += 1
            if _names_player(game, action):
                first = game.notation.split(action)[1][0]
        else:
            for code in legal_codes(state, seat):
                findings.uses.setdefault(code, Use()).offered += 1
                could.add((seat, code))
            findings.uses[action].taken += 1
            did.add((seat, action))
        state.apply(seat, action)
    for _, code in could:
        findings.uses[code].could += 1
    for seat, code in did:
        findings.uses[code].did += 1
        findings.uses[code].score += state.score(seat) if over else 0.5
    if over:
        findings.first_seat, findings.beginner = state.score(0), state.score(first)
    return findings


@lru_cache(maxsize=4096)
def _domains(game: str, action: int) -> tuple[str, ...]:
    """The domains of an action's arguments."""
    said = find(game).verbs
    return next(domains for _, base, domains in reversed(said) if base <= action)


def _names_player(game: Game, action: int) -> bool:
    """Whether this entry of chance names the seat that begins; without one seat A begins."""
    return _domains(game.id, action) == ("player",)


def measure(
    jobs: Mapping[tuple[str, ...], Job], matches: int, processes: int, random_verb: str = ""
) -> Iterator[tuple[tuple[str, ...], Findings]]:
    """Play matches at each table; yields the findings of a table part by part."""
    tasks = [
        Task(pair, job, first, min(first + PER_TASK, matches), random_verb)
        for first in range(0, matches, PER_TASK)  # an early end leaves equal parts of all tables
        for pair, job in jobs.items()
    ]
    for task, part in run_tasks(_play, tasks, processes):
        yield task.pair, part


def merge(parts: Iterable[tuple[tuple[str, ...], Findings]]) -> dict[tuple[str, ...], Findings]:
    """The findings of each table, from its parts."""
    found: dict[tuple[str, ...], Findings] = {}
    for pair, part in parts:
        found.setdefault(pair, Findings()).add(part)
    return found


def _play(task: Task) -> Findings:
    return play(task.job, task.first, task.last, task.random_verb)


# -- report ---------------------------------------------------------------------------------------


def share(score: float, n: int) -> dict[str, Any]:
    """A share of the score with its 95 % interval; draws count half."""
    low, high = wilson(score / n, n, Z) if n else (0.0, 1.0)
    return {"share": score / n if n else 0.5, "low": low, "high": high, "matches": n}


def report(job: Job, found: Mapping[tuple[str, ...], Findings]) -> dict[str, Any]:
    """The findings as a document."""
    game, setup = job.table.open()
    whole = Findings()
    for part in found.values():
        whole.add(part)
    return {
        "game": game.id,
        "agent": job.agents[0],
        "options": options.changed(setup.options),
        "seed": job.seed,
        "matches": whole.matches,
        "unfinished": whole.unfinished,
        "seat A": share(whole.first_seat, whole.finished),
        "who begins": share(whole.beginner, whole.finished),
        "totals": totals(found),
        "tables": [
            {"seats": list(pair), **share(part.first_seat, part.finished)}
            for pair, part in sorted(found.items())
            if pair
        ],
        "cards": cards(game, setup, whole),
    }


def totals(found: Mapping[tuple[str, ...], Findings]) -> dict[str, Any]:
    """The score of each fighter or deck against the others, from both seats."""
    score, matches = Counter[str](), Counter[str]()
    for pair, part in sorted(found.items()):
        if len(set(pair)) == 2:
            score[pair[0]] += part.first_seat  # type: ignore[assignment]
            score[pair[1]] += part.finished - part.first_seat  # type: ignore[assignment]
            matches.update(dict.fromkeys(pair, part.finished))
    return {name: share(score[name], matches[name]) for name in matches}


def cards(game: Game, setup: Setup, whole: Findings) -> list[dict[str, Any]]:
    """For every action with a card: how many seats could take it, how many did, their score."""
    rows, notation = [], game.notation_of(setup)
    for code, use in sorted(whole.uses.items()):
        if _domains(game.id, code)[:1] in [(name,) for name in CARDS]:
            row = {"action": notation.text(code), **vars(use)}
            score = use.score / use.did if use.did else 0.5
            rows.append({**row, "score": score, "dead": use.did < DEAD * use.could})
    return rows


def table(report: dict[str, Any]) -> str:
    """A report as text for people."""
    lines = [
        f"{report['matches']} matches of {report['game']}, {report['agent']} against itself, "
        f"seed {report['seed']}" + (f", {report['options']}" if report["options"] else ""),
        "",
        f"{'':24} score   95 % interval     matches",
        _line("seat A", report["seat A"]),
        _line("who begins", report["who begins"]),
    ]
    lines += [_line(name, row) for name, row in report["totals"].items()]
    lines += ["", "seats" if report["tables"] else ""]
    lines += [_line(" - ".join(row["seats"]), row) for row in report["tables"]]
    lines += ["", f"{'':32} choices  taken   seats that could, did, and scored"]
    for row in report["cards"]:
        part = row["did"] / max(1, row["could"])
        lines.append(
            f"{row['action']:32} {row['offered']:7} {row['taken'] / row['offered']:6.1%}"
            f" {row['could']:7} {part:6.1%} {row['score']:6.1%}{'  dead' if row['dead'] else ''}"
        )
    return "\n".join(lines)


def _line(name: str, row: dict[str, Any]) -> str:
    interval = f"{row['low']:5.1%} to {row['high']:5.1%}"
    return f"{name:24} {row['share']:6.1%}  {interval}  {row['matches']:7}"

"""Metrics: what the hall counts, and how it is written for Prometheus and others (OpenMetrics).

Things that happen often are counted here as they happen, by adding to a number. Everything else is
asked for when somebody looks.
"""

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from budokan import __version__
from budokan.server.connections import Connections
from budokan.server.http.limits import Limits
from budokan.server.watchdog import Watchdog
from budokan.thinking.workers import PoolFacts

CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8"
PREFIX = "budokan_"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
Labels = tuple[tuple[str, str], ...]


# -- the text -------------------------------------------------------------------------------------


class Sample(NamedTuple):
    """A number with its labels; `suffix` follows the name of its family."""

    value: float
    labels: Labels = ()
    suffix: str = ""


class Family(NamedTuple):
    """Numbers of one kind: 'counter', 'gauge', 'histogram' or 'info'."""

    name: str
    kind: str
    help: str
    samples: list[Sample]


def write(families: Iterable[Family]) -> str:
    """The text of these families."""
    lines = [line for family in families for line in _lines(family)]
    return "\n".join([*lines, "# EOF", ""])


def _lines(family: Family) -> Iterator[str]:
    name = PREFIX + family.name
    yield f"# TYPE {name} {family.kind}"
    yield f"# HELP {name} {_escape(family.help)}"
    for value, labels, suffix in family.samples:
        pairs = ",".join(f'{key}="{_escape(text)}"' for key, text in labels)
        yield f"{name}{suffix}{f'{{{pairs}}}' if pairs else ''} {_number(value)}"


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))


def counter(name: str, help: str, values: Mapping[str, float] | float, label: str = "") -> Family:
    """A number that only grows; with a label, one for each of its values."""
    rows = values if isinstance(values, Mapping) else {"": values}
    return Family(
        name, "counter", help, [Sample(n, _label(label, k), "_total") for k, n in rows.items()]
    )


def gauge(name: str, help: str, values: Mapping[str, float] | float, label: str = "") -> Family:
    """A number that rises and falls; with a label, one for each of its values."""
    rows = values if isinstance(values, Mapping) else {"": values}
    return Family(name, "gauge", help, [Sample(n, _label(label, k)) for k, n in rows.items()])


def _label(label: str, value: str) -> Labels:
    return ((label, value),) if label else ()


# -- what is counted as it happens ----------------------------------------------------------------


class Histogram:
    """How long something took, counted in steps."""

    def __init__(self, name: str, help: str) -> None:
        self.name, self.help = name, help
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def family(self) -> Family:
        samples, so_far = [], 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), list(self.counts), strict=True):
            so_far += count
            samples.append(Sample(so_far, (("le", bound),), "_bucket"))
        samples += [Sample(so_far, (), "_count"), Sample(self.sum, (), "_sum")]
        return Family(self.name, "histogram", self.help, samples)


class Metrics:
    """What one hall counts."""

    def __init__(self) -> None:
        self.messages: dict[str, int] = {}  # from clients, by kind
        self.frames: dict[str, int] = {}  # to clients, by kind
        self.bytes = 0  # of these
        self.answers: dict[str, int] = {}  # to requests, by status
        self.click = Histogram(
            "click_seconds", "From the arrival of a move until the table has told everybody."
        )
        self.join = Histogram("join_seconds", "From a socket's turn to join until it has joined.")
        self.commit = Histogram(
            "store_commit_seconds", "From asking the store until the answer is on the disk."
        )

    def heard(self, kind: str) -> None:
        """Count a message of a client."""
        self.messages[kind] = self.messages.get(kind, 0) + 1

    def sent(self, text: str) -> None:
        """Count a frame; it begins with its kind, as in {"t":"scene"."""
        kind = text[6 : text.find('"', 6)] if text.startswith('{"t":"') else "other"
        self.frames[kind] = self.frames.get(kind, 0) + 1
        self.bytes += len(text) if text.isascii() else len(text.encode())

    def answered(self, status: int) -> None:
        """Count an answer to a request."""
        key = str(status)
        self.answers[key] = self.answers.get(key, 0) + 1

    def families(self) -> list[Family]:
        return [
            counter("messages", "Messages from clients.", dict(self.messages), "kind"),
            counter("frames", "Frames sent to clients.", dict(self.frames), "kind"),
            counter("frame_bytes", "Bytes of frames sent to clients.", self.bytes),
            counter("answers", "Answers to requests.", dict(self.answers), "status"),
            self.click.family(),
            self.join.family(),
            self.commit.family(),
        ]


# -- what is asked for when somebody looks --------------------------------------------------------


def hall_families(tables: int, viewers: int, limits: Limits) -> list[Family]:
    met = dict(limits.met)
    return [
        Family("version", "info", "The version that runs.",
               [Sample(1, (("version", __version__),), "_info")]),
        gauge("tables", "Tables in memory.", tables),
        gauge("viewers", "Sockets that have joined a table.", viewers),
        gauge("joins_waiting", "Sockets that wait for their turn to join.", limits.joins.waiting),
        counter("limits_met", "How often a limit of requests or messages was met.", met, "what"),
    ]  # fmt: skip


def connection_families(connections: Connections) -> list[Family]:
    kinds = {kind: connections.kinds[kind] for kind in ("http", "socket")}
    met = dict(connections.met)
    return [
        gauge("connections", "Open connections.", kinds, "kind"),
        gauge("connections_silent", "Those that have asked for nothing yet.", connections.silent),
        gauge("connections_allowed", "Connections that may be open.", connections.total),
        counter("connection_limits_met", "How often a limit of connections was met.", met, "what"),
    ]


def watchdog_families(dog: Watchdog) -> list[Family]:
    return [
        counter("loop_held", "Steps that held the event loop.", dog.held),
        counter("loop_held_seconds", "CPU time of these steps.", dog.held_seconds),
        gauge("loop_held_worst_seconds", "The longest of them.", dog.worst_ms / 1000),
        counter("garbage_seconds", "CPU time for collecting garbage.", dog.garbage_seconds),
        gauge("garbage_worst_seconds", "The longest pause of it.", dog.garbage_worst_ms / 1000),
    ]


def pool_families(pools: Iterable[PoolFacts]) -> list[Family]:
    """How the workers and their lanes fare."""
    pools = list(pools)
    lanes = [
        ((("pool", pool.name), ("lane", name)), facts)
        for pool in pools
        for name, facts in pool.lanes.items()
    ]

    def of_pools(field: str) -> dict[str, float]:
        return {pool.name: getattr(pool, field) for pool in pools}

    def of_lanes(name: str, help: str, field: str) -> Family:
        return Family(
            name, "gauge", help, [Sample(getattr(facts, field), at) for at, facts in lanes]
        )

    ended = [
        Sample(getattr(facts, end), (*at, ("end", end)), "_total")
        for at, facts in lanes
        for end in ("done", "failed", "too_long", "refused")
    ]
    took = [Sample(facts.seconds, at, "_total") for at, facts in lanes]
    return [
        gauge("workers", "Worker processes that live.", of_pools("alive"), "pool"),
        gauge("workers_wanted", "Worker processes there may be.", of_pools("wanted"), "pool"),
        gauge("workers_busy", "Those with a job.", of_pools("busy"), "pool"),
        counter("workers_replaced", "Those that were replaced.", of_pools("replaced"), "pool"),
        counter("workers_killed", "Those that the hall killed.", of_pools("killed"), "pool"),
        of_lanes("jobs_running", "Jobs that a worker does.", "running"),
        of_lanes("jobs_waiting", "Jobs that wait.", "waiting"),
        of_lanes("jobs_waited_seconds", "How long the next one has waited.", "waited"),
        Family("jobs", "counter", "Jobs by how they ended.", ended),
        Family("jobs_seconds", "counter", "Time that jobs have taken.", took),
    ]


def store_families(path: Path, waiting: int, free: int) -> list[Family]:
    sizes = {}
    for suffix, name in (("", "store"), ("-wal", "log")):
        with suppress(OSError):
            sizes[name] = float(path.with_name(path.name + suffix).stat().st_size)
    return [
        gauge("store_bytes", "Size of the store's files.", sizes, "file"),
        gauge("store_waiting", "What waits for the store.", waiting),
        gauge("disk_free_bytes", "Free space where the store is.", free),
    ]


def process_families() -> list[Family]:
    times = os.times()
    found = [
        counter("cpu_seconds", "CPU time of the hall, without its workers.", times[0] + times[1])
    ]
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        size = pages * os.sysconf("SC_PAGE_SIZE")
        found.append(gauge("memory_bytes", "Memory the hall holds.", size))
        files = len(os.listdir("/proc/self/fd"))
        found.append(gauge("open_files", "File descriptors that are open.", files))
    return found

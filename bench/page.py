"""The pages the benchmarks write, docs/performance.md above all, section by section."""

import platform
from datetime import date
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "performance.md"
SECURITY = DOCS / "security.md"
HEAD = """\
# Performance

Written by `make bench`, `make bench-env`, `make bench-start`, `make bench-tests`,
`make bench-turns`, `make bench-server`, `make bench-first` and `make figures`; do not edit between
the marks. [bench/run.py](../bench/run.py) says how speed is measured. The C program
[bench/dojo_duel.c](../bench/dojo_duel.c) plays the very same games: results and searches are
compared by checksums in every run. How fast learning agents can play comes from
[bench/env.py](../bench/env.py), how long the first `make play` and `make test` take from
[bench/clone.py](../bench/clone.py), how long opponents think from
[bench/turns.py](../bench/turns.py), how the hall fares with many tables and what a move costs from
[bench/server.py](../bench/server.py), what a first visitor waits for from
[bench/first.py](../bench/first.py), who wins against whom from
[bench/figures.py](../bench/figures.py).
"""


def put_section(name: str, body: str, page: Path = PAGE) -> None:
    """Write one section of a page and leave the rest as it is."""
    head, tail = f"<!-- bench:{name} -->", f"<!-- /bench:{name} -->"
    text = page.read_text("utf-8") if page.exists() else HEAD
    section = f"{head}\n{body}\n{tail}"
    if head in text and tail in text:
        before, rest = text.split(head, 1)
        text = before + section + rest.split(tail, 1)[1]
    else:
        text = f"{text.rstrip()}\n\n{section}\n"
    page.parent.mkdir(exist_ok=True)
    page.write_text(text, "utf-8")


def machine() -> str:
    """When and on what: the conditions every figure is said with."""
    return (
        f"{date.today()}, {cpu()}, {platform.python_implementation()} {platform.python_version()}"
    )


def cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def write_table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown; all columns but the first are numbers."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)

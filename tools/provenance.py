"""Write what docs tell about card values from the code: sources, counted, and what a file may hold.

`python -m tools.provenance` writes docs/provenance.md, and the last part of docs/own_cards.md.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from budokan.kit.card_format import MISSING, Field, Section, Word
from budokan.kit.data import DESIGNED, NOT_SHOWN, OWN, SOURCE_NAMES, SOURCES, Data
from budokan.kit.game import Game, find_all
from budokan.kit.toml_text import toml_value

DOCS = Path(__file__).parents[1] / "docs"
PROVENANCE = DOCS / "provenance.md"
OWN_CARDS = DOCS / "own_cards.md"
MADE = "<!-- From here on this page is made by `python -m tools.provenance`; do not edit it. -->\n"
HEAD = f"{' | '.join(SOURCES)} | all | not designed |"
RULE = "|---|" + "--:|" * (len(SOURCES) + 2)


# -- where values come from -----------------------------------------------------------------------


def counted(data: Data) -> Mapping[str, Counter[str]]:
    """How many values of each section have each source."""
    found: dict[str, Counter[str]] = {section: Counter() for section in data.sections}
    for section, _, _, _, source in data.values():
        found[section][source] += 1
    return found


def provenance_page(games: Mapping[str, Game]) -> str:
    """The whole of docs/provenance.md."""
    lines = [
        "# Where the values come from",
        "",
        "Every value of a component has a source, named in the game's `cards.toml`:",
        "",
        *(f"- `{name}`: {words}" for name, words in SOURCES.items()),
        "",
        f'A value from a card file is marked "{SOURCE_NAMES[OWN]}" instead',
        "([own_cards.md](own_cards.md)). The rulebooks reached us without their pictures, so most",
        "faces of cards are designed.",
        "",
        "This page is made by the command below; do not edit it.",
        "",
        "```sh",
        "python -m tools.provenance",
        "```",
        "",
        f"| Game | {HEAD}",
        RULE,
    ]
    for game in games.values():
        total = sum(counted(game.data).values(), Counter[str]())
        lines.append(_count_line(f"[{game.title}](#{_anchor(game.title)})", total))
    for game in games.values():
        lines += ["", f"## {game.title}", "", f"| Section | {HEAD}", RULE]
        lines += [_count_line(f"`{name}`", count) for name, count in counted(game.data).items()]
    return "\n".join(lines) + "\n"


def _count_line(head: str, count: Counter[str]) -> str:
    everything = sum(count.values())
    known = everything - count[DESIGNED]
    cells = [*(str(count[source]) for source in SOURCES), str(everything)]
    return f"| {head} | {' | '.join(cells)} | {round(100 * known / everything)} % |"


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


# -- what a card file may hold --------------------------------------------------------------------


def values_part(games: Mapping[str, Game]) -> str:
    """The last part of docs/own_cards.md: caps, values and words of every game."""
    lines = ["", "## What may stand in a file, game by game", ""]
    for game in games.values():
        lines += [f"- [{game.title}](#{_anchor(game.title)})"]
    for game in games.values():
        lines += ["", f"### {game.title}", "", *_caps(game)]
        listed: dict[tuple[Word, ...], str] = {}
        for name, section in game.card_format.sections.items():
            lines += ["", *_section(name, section, listed)]
    return "\n".join(lines) + "\n"


def _caps(game: Game) -> Iterator[str]:
    yield "| Section | | ours | most |"
    yield "|---|---|--:|--:|"
    for name, section in game.card_format.sections.items():
        ours = len(game.data.sections.get(name, {}))
        most = str(section.most) if section.open else "as ours"
        yield f"| `{name}` | {section.title} | {ours} | {most} |"


def _section(name: str, section: Section, listed: dict[tuple[Word, ...], str]) -> Iterator[str]:
    yield f"**`[{name}.…]`** {section.title}. {section.help}".rstrip()
    yield ""
    yield "| Value | | What may stand there | New component |"
    yield "|---|---|---|---|"
    for key, field in section.fields.items():
        yield f"| `{key}` | {field.label} | {_cell(field.help)} | {_if_new(section, field)} |"
    for key, field in section.fields.items():
        if field.words in listed:
            yield from ("", f"`{key}` has the words of `{listed[field.words]}`.")
        elif field.words:
            listed[field.words] = f"{name}.{key}"
            yield from ("", f"The words of `{key}`:", "", "| Word | | Example |", "|---|---|---|")
            for word in field.words:
                yield f"| `{word.name}` | {_cell(word.help)} | `{_cell(word.example)}` |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _if_new(section: Section, field: Field) -> str:
    """What a new component has if the file does not say."""
    if not section.open:
        return ""
    if field.optional:
        return NOT_SHOWN
    return "must be said" if field.default is MISSING else f"`{toml_value(field.default)}`"


def own_cards_page(page: str, games: Mapping[str, Game]) -> str:
    """docs/own_cards.md with its last part made anew."""
    return page.partition(MADE)[0] + MADE + values_part(games)


if __name__ == "__main__":
    PROVENANCE.write_text(provenance_page(find_all()), "utf-8")
    OWN_CARDS.write_text(own_cards_page(OWN_CARDS.read_text("utf-8"), find_all()), "utf-8")
    print(f"Written: {PROVENANCE.name}, {OWN_CARDS.name}")

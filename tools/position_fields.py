"""Write the fields of positions into docs/scenarios.md: python -m tools.position_fields."""

import re
from pathlib import Path

from budokan.kit.game import Game, find_all
from budokan.kit.position import Field, Form, Order

FILE = Path(__file__).parents[1] / "docs" / "scenarios.md"
HEAD = "| Field | Form | Meaning | Order |\n|---|---|---|---|\n"
FORMS: dict[Form, str] = {
    "word": "word",
    "number": "number",
    "flag": "true or false",
    "seat": "seat",
    "line": "line",
    "places": "line with bars",
    "numbers": "list of numbers",
    "lines": "list of lines",
}
ORDERS: dict[Order, str] = {"": "", "free": "free", "counts": "counts", "last": "last one counts"}


def heading(game: Game) -> str:
    return f"## The fields of a{'n' if game.title[0] in 'AEIOU' else ''} {game.title} position\n"


def table(game: Game) -> str:
    """The fields of a game's positions, with form, meaning and order."""
    return HEAD + "".join(_row(name, field) for name, field in game.fields.items())


def _row(name: str, field: Field) -> str:
    form = FORMS[field.form] + (" for each seat" if field.each else "")
    option, value = field.order_with
    order = ORDERS[field.order] + (f"; counts with `{option} = {value}`" if option else "")
    return f"| `{name}` | {form} | {field.meaning} | {order} |\n"


def render(text: str) -> str:
    """The page with every table written anew."""
    for game in find_all().values():
        before, head, after = text.partition(f"{heading(game)}\n")
        text = before + head + table(game) + re.sub(r"\A(\|.*\n)+", "", after)
    return text


if __name__ == "__main__":
    FILE.write_text(render(FILE.read_text("utf-8")), "utf-8")

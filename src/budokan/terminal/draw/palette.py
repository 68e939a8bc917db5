"""The colours of the hall by day and by night; a sign or an edge repeats each of them."""

from rich.style import Style
from rich.text import Text
from textual.theme import Theme

from budokan.terminal.draw.block import Block

NIGHT = {
    "ground": "#171211",
    "sheet": "#251C1A",
    "well": "#352925",
    "ink": "#F2E9D8",
    "dim": "#B5A893",
    "shu": "#FF8266",
    "ai": "#93BAF6",
    "kin": "#E6BC5C",
    "matsu": "#6FCBA6",
    "fuji": "#C9A7F0",
    "on": "#171211",
}
DAY = {
    "ground": "#F3ECDD",
    "sheet": "#FBF7EC",
    "well": "#E9DFC9",
    "ink": "#1E1A17",
    "dim": "#665B50",
    "shu": "#A92C17",
    "ai": "#1D4B8F",
    "kin": "#7A5600",
    "matsu": "#0E6B54",
    "fuji": "#6B3FA0",
    "on": "#FBF7EC",
}
SEATS = ("shu", "ai", "kin", "matsu", "fuji", "ink", "shu", "ai")


def styles(colours: dict[str, str]) -> dict[str, Style]:
    """A style for every name that the drawings use."""
    c = colours
    found = {
        "": Style(color=c["ink"]),
        "plain": Style(color=c["ink"]),
        "strong": Style(color=c["ink"], bold=True),
        "title": Style(color=c["ink"], bold=True),
        "dim": Style(color=c["dim"]),
        "edge": Style(color=c["dim"]),
        "back": Style(color=c["dim"]),
        "hit": Style(color=c["shu"], bold=True),
        "ward": Style(color=c["ai"], bold=True),
        "gain": Style(color=c["kin"]),
        "safe": Style(color=c["matsu"]),
        "moved": Style(color=c["ai"]),
        "lit": Style(color=c["kin"], bold=True),
        "second": Style(color=c["ai"], bold=True),
        "main": Style(color=c["shu"], bold=True),
        "cursor": Style(color=c["on"], bgcolor=c["kin"], bold=True),
        "picked": Style(color=c["on"], bgcolor=c["ai"], bold=True),
    }
    for seat, name in enumerate(SEATS):
        found[f"seat{seat}"] = Style(color=c[name], bold=True)
    return found


def theme(name: str, colours: dict[str, str], *, dark: bool) -> Theme:
    return Theme(
        name=name,
        primary=colours["kin"],
        secondary=colours["ai"],
        accent=colours["shu"],
        success=colours["matsu"],
        warning=colours["kin"],
        error=colours["shu"],
        foreground=colours["ink"],
        background=colours["ground"],
        surface=colours["sheet"],
        panel=colours["well"],
        dark=dark,
    )


THEMES = {
    "budokan-night": (theme("budokan-night", NIGHT, dark=True), styles(NIGHT)),
    "budokan-day": (theme("budokan-day", DAY, dark=False), styles(DAY)),
}


def style_of(theme: str, name: str) -> Style:
    _, styles = THEMES.get(theme, THEMES["budokan-night"])
    return styles.get(name, styles[""])


def as_text(block: Block, theme: str) -> Text:
    """A block as text for a widget."""
    whole = Text(no_wrap=True)
    for at, row in enumerate(block.rows):
        whole.append("\n" if at else "")
        for text, style in row:
            whole.append(text, style_of(theme, style))
    return whole

"""What a link says about itself before it is opened: the same to everybody, and no secrets."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from budokan.kit.contract import SPECTATOR
from budokan.match.ending import Ending
from budokan.protocol import CardsName
from budokan.server.lobby import Lobby, game_title, seat_of_key
from budokan.server.own_cards import read_name
from budokan.server.pictures import PREVIEW
from budokan.server.table.frames import current_scene
from budokan.server.table.table import Loaded, Table
from budokan.store import looks
from budokan.store.looks import Look

COMPARE = "Play it yourself, then compare your result with everybody's."
MOST = 300  # letters of a description


class Preview(NamedTuple):
    """The head of a link: words, and the paths of the page and of its picture."""

    title: str
    text: str
    page: str
    picture: str


async def of_table(lobby: Lobby, name: str, page: str, key: str | None) -> Preview:
    """The preview of a table or a replay. A key must be valid, but takes no seat."""
    shared = await lobby.barred(name, "")
    if not shared and key is None:
        look, end = await lobby.store.do(looks.look_at_end, name)
        if end is not None and not look.hall.get("shared"):
            return _finished(look, end, page)
    async with lobby.table(name) as table, table.open() as loaded:
        if key is not None:
            seat_of_key(loaded, key)
        title = loaded.match.game.title
        picture = f"/api/tables/{name}/preview.png"
        if shared:
            return Preview(f"{title}: a deal to play", COMPARE, f"/same/{shared}", picture)
        if loaded.shared:
            return Preview(title, "A deal that others play, too.", f"/{page}/{name}", picture)
        invited = key is not None and not loaded.match.over
        head = invitation(table, loaded) if invited else f"{title}: {versus(names_of(loaded))}"
        text = shortened(f"{told(table, loaded)}{with_cards(loaded.cards)}")
        return Preview(head, text, f"/{page}/{name}", picture)


def _finished(look: Look, end: Ending, page: str) -> Preview:
    """The preview of a match that has ended; it need not be played again."""
    header, cards = look.header, read_name(look.hall)
    head = f"{game_title(header['game'])}: {versus(header['names'])}"
    text = shortened(f"{shortened(end.told)}{with_cards(cards)}")
    return Preview(head, text, f"/{page}/{look.id}", f"/api/tables/{look.id}/preview.png")


def of_deal(deal: str, game: str) -> Preview:
    """The preview of a deal that everybody may play: nothing of the deal itself."""
    title = game_title(game)
    picture = f"/api/games/{game}/preview.png"
    return Preview(f"{title}: a deal to play", COMPARE, f"/same/{deal}", picture)


def invitation(table: Table, loaded: Loaded) -> str:
    """Who invites, if they have a name."""
    title = loaded.match.game.title
    seats = table.seats_of(loaded.creator) if loaded.creator else []
    named = [seat for seat in seats if seat not in loaded.unnamed]
    if not named:
        return f"You are invited to {title}"
    return f"{loaded.match.names[named[0]]} invites you to {title}"


def names_of(loaded: Loaded) -> Sequence[str]:
    return list(loaded.match.names[: loaded.match.setup.seats])


def versus(names: Sequence[str]) -> str:
    return " against ".join(names) if len(names) < 3 else ", ".join(names)


def told(table: Table, loaded: Loaded) -> str:
    """How the match stands, as anybody may see it."""
    scene = current_scene(table, loaded, SPECTATOR)
    if scene.result:
        return shortened(scene.result)
    if not loaded.match.dealt:
        return shortened(scene.prompt.question)
    status = scene.status[:1].upper() + scene.status[1:]
    return shortened(f"{status}. {scene.summary}".strip(". ") + ".")


def with_cards(cards: CardsName | None) -> str:
    """Whose cards a table is played with, if not the game's own."""
    return f" Played with the cards “{cards.title}”." if cards else ""


def shortened(text: str) -> str:
    return text if len(text) <= MOST else f"{text[: MOST - 1].rstrip()}…"


def tags(preview: Preview, base: str) -> str:
    """The elements of a page's head."""
    wide, tall = PREVIEW
    image = f"{base}{preview.picture}"
    found = {
        "og:site_name": "Budokan",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.text,
        "og:url": f"{base}{preview.page}",
        "og:image": image,
        "og:image:type": "image/png",
        "og:image:width": str(wide),
        "og:image:height": str(tall),
        "og:image:alt": f"The table: {preview.text}",
    }
    also = {"description": preview.text, "twitter:card": "summary_large_image"}
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in found.items()]
    lines += [f'<meta name="{name}" content="{escape(text)}">' for name, text in also.items()]
    return "\n".join(lines)

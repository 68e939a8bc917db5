"""Starts the full-screen hall; Textual is imported only then."""

from budokan.kit.game import find


def run(
    game: str | None = None,
    link: str | None = None,
    name: str | None = None,
    cards: str | None = None,
) -> None:
    """Open the hall at its front, at a new table of a game, or at the table of a link.

    A name is said at tables elsewhere, now and later. `cards` is the card file of a new table.
    """
    if game is not None:
        find(game)
    from budokan.terminal.hosts.remote_link import enter, keep_name
    from budokan.terminal.tui.hall import Hall

    if name is not None:
        keep_name(name)
    Hall(game, enter(link) if link is not None else None, cards=cards).run()

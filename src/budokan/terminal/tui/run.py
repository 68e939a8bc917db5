"""Starts the full-screen hall; Textual is imported only then."""

from budokan.kit.game import find


def run(game: str | None = None, link: str | None = None) -> None:
    """Open the hall at its front, at a new table of a game, or at the table of a link."""
    if game is not None:
        find(game)
    from budokan.terminal.hosts.remote_link import enter
    from budokan.terminal.tui.hall import Hall

    Hall(game, enter(link) if link is not None else None).run()

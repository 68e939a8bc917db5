"""`budokan hall`: open the hall in the browser."""

from pathlib import Path

import click

from budokan.cli.group import main
from budokan.cli.options import data_folder, data_option, read_cards


@main.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port it listens on; 0 takes any free one.",
)
@click.option("--lan", is_flag=True, help="Let other machines on the local network in.")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@data_option
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="A host name of the hall behind a proxy on this machine, such as hall.example.org.",
)
@click.option(
    "--cards",
    "offered",
    multiple=True,
    metavar="FILE",
    help="Your own cards, offered to everybody at the form of a new table. Can be repeated.",
)
@click.option(
    "--keep-finished",
    type=click.IntRange(1, 36500),
    metavar="DAYS",
    help="Delete finished matches for good this many days after their end; else they are kept.",
)
@click.option(
    "--connections",
    type=click.IntRange(50, 100_000),
    metavar="N",
    help="How many connections may be open at once; as many as there are files for, up to 10000.",
)
@click.option(
    "--metrics", is_flag=True, help="Open /metrics (OpenMetrics) to this and private networks."
)
@click.option(
    "--log",
    type=click.Choice(["plain", "json"]),
    default="plain",
    show_default=True,
    help="On stderr: only what needs attention, or every event as a line of JSON.",
)
@click.option("--log-addresses", is_flag=True, help="Let the log tell the addresses of clients.")
def hall(
    port: int,
    lan: bool,
    no_open: bool,
    data: str | None,
    names: tuple[str, ...],
    offered: tuple[str, ...],
    keep_finished: int | None,
    connections: int | None,
    metrics: bool,
    log: str,
    log_addresses: bool,
) -> None:
    """Open the hall in the browser.

    Every match is kept and can be resumed at any time; --keep-finished lets finished ones go.
    Ctrl-C closes the hall; open tables reconnect by themselves when it is open again.

    \b
    Examples:
      budokan hall
      budokan hall --lan --port 8080
      budokan hall --no-open --data matches
      budokan hall --cards mine.toml
      budokan hall --no-open --name hall.example.org --log json
      budokan hall --no-open --name hall.example.org --keep-finished 365
      budokan hall --no-open --name hall.example.org --metrics --connections 4000
    """
    from budokan.server.run import serve

    for name in offered:
        read_cards(name)  # one that cannot be read is refused before anything else
    host = "0.0.0.0" if lan else "127.0.0.1"
    folder = data_folder(data)
    cards = [Path(name) for name in offered]
    serve(
        host,
        port,
        folder,
        not no_open,
        names=names,
        log=log,
        log_addresses=log_addresses,
        cards=cards,
        metrics=metrics,
        connections=connections or 0,
        keep_finished=keep_finished or 0,
    )

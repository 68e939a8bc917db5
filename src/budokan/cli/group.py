"""The command `budokan`; a refusal is one clear sentence and a non-zero exit."""

import sys
from typing import Any

import click

from budokan import __version__
from budokan.kit.errors import Refusal

INTERRUPTED = 130


class Commands(click.Group):
    """Turns a refusal into one sentence and a non-zero exit."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            click.echo(f"budokan: {refusal}", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("budokan: interrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            sys.stderr.close()  # whoever read our output has enough
            ctx.exit(1)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="budokan")
def main() -> None:
    """Budokan: a hall for martial-arts tabletop games.

    \b
    Examples:
      budokan games                      which games there are
      budokan play dojo_duel --plain     play against the computer, line by line
      budokan rules udaka UD-17          read one clause
      budokan simulate udaka --games 1000 --agents greedy,random --seats 2
    """

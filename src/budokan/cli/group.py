"""The command `budokan`: the group of all commands."""

import sys
from typing import IO, Any

import click
from click.exceptions import NoArgsIsHelpError

from budokan import __version__
from budokan.kit.errors import Refusal, printable
from budokan.terminal.interrupts import INTERRUPTED

PLAIN = {
    "is not a valid integer range": "is not a whole number",
    "is not a valid integer": "is not a whole number",
    "is not a valid float range": "is not a number",
}


class WrongUse(click.ClickException):
    """A usage error in one line."""

    exit_code = 2

    def __init__(self, error: click.UsageError) -> None:
        said = " ".join(error.format_message().split())
        for word, plain in PLAIN.items():
            said = said.replace(word, plain)
        where = error.ctx.command_path if error.ctx else "budokan"
        super().__init__(f"{said}{'' if said[-1:] in '.?' else '.'} See {where} --help.")

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"budokan: {self.message}", err=True)


class Commands(click.Group):
    """Prints a refusal as one sentence and exits with a code other than 0."""

    def make_context(self, *given: Any, **named: Any) -> click.Context:
        try:
            return super().make_context(*given, **named)
        except NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            raise WrongUse(error) from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise WrongUse(error) from error
        except Refusal as refusal:
            click.echo(f"budokan: {printable(str(refusal))}", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("budokan: interrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            sys.stderr.close()  # the reader of our output has closed it
            ctx.exit(1)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="budokan")
def main() -> None:
    """Budokan: a hall for martial-arts tabletop games.

    \b
    Examples:
      budokan games                      list the games and their options
      budokan play dojo_duel --plain     play against the computer, line by line
      budokan rules udaka UD-17          read one clause
      budokan simulate udaka --games 1000 --agents greedy,random --seats 2
    """

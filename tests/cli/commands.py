"""Commands as a user types them, for the tests of each."""

from collections.abc import Sequence

from click.testing import CliRunner, Result

from budokan.cli import main


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=typed, prog_name="budokan")


def fine(*words: str, typed: str = "") -> str:
    done = run(*words, typed=typed)
    assert done.exit_code == 0, done.output
    return done.output


def refused(words: Sequence[str], told: str) -> None:
    """One sentence on stderr, exit 2, nothing on stdout, no traceback."""
    done = run(*words)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert told in done.stderr and done.stderr.startswith("budokan: ")
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr

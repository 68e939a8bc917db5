"""Every command explains itself: --help, options, examples."""

import click
import pytest

from budokan.cli import main
from tests.cli.commands import fine, run

COMMANDS = sorted(main.commands)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command: str) -> None:
    assert f"budokan {command}" in fine(command, "--help").split("Examples:")[1]
    assert command in fine("--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_options_are_explained(command: str) -> None:
    options = [param for param in main.commands[command].params if isinstance(param, click.Option)]
    assert [option.name for option in options if not option.help] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_has_a_module_of_its_name(command: str) -> None:
    function = main.commands[command].callback
    assert function is not None and function.__module__ == f"budokan.cli.{command}"


def test_without_a_command_the_help_is_shown() -> None:
    assert "Usage: budokan" in run().output

"""A game in two releases: the second changes a rule, a card's value and a card's name."""

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from budokan.kit.contract import State
from budokan.kit.editions import EARLIER
from budokan.kit.game import Game, Setup, find, find_all

MORE = 5  # points that win the match are more by this from version 2 on
TARGET = 5  # before
FIXED = "the match is won with five points more."
CHANGES = (('name = "Jab"', 'name = "Quick Jab"'), ("hit_f = 1", "hit_f = 2"))
OVERLAY = {"card": {"jab": {"hit_fr": 2}}}
KENPO = find("kenpo_masters")


def _under_its_rules(setup: Setup) -> Setup:
    more = MORE if setup.rules >= 2 else 0
    return replace(
        setup, options=replace(setup.options, target_score=setup.options.target_score + more)
    )


def _start(setup: Setup) -> State:
    return KENPO.start(_under_its_rules(setup))


def _read(document: Mapping[str, Any], setup: Setup) -> State:
    return KENPO.read(document, _under_its_rules(setup))


def release(folder: Path, version: int, corrections: Mapping[int, str] | None = None) -> Game:
    """The game as a version of Budokan brings it."""
    home = folder / f"release {version}"
    home.mkdir()
    for file in KENPO.folder.iterdir():
        if file.is_file():
            shutil.copy(file, home)
    if version > 1:
        (home / EARLIER).mkdir()
        cards = home / "cards.toml"
        shutil.copy(cards, home / EARLIER / f"{KENPO.data.hash}.toml")
        text = cards.read_text("utf-8")
        for old, new in CHANGES:
            text = text.replace(old, new, 1)
        cards.write_text(text, "utf-8")
    return replace(
        KENPO,
        id="kenpo_releases",
        version=version,
        folder=home,
        start=_start,
        read=_read,
        corrections=corrections or {},
    )


def install(patch: pytest.MonkeyPatch, game: Game) -> None:
    """Let everybody in this process find the game."""
    patch.setitem(cast("dict[str, Game]", find_all()), game.id, game)

"""Scenes of every kind of board on the terminal: whole screens against golden text files."""

from functools import partial

import pytest
from msgspec.structs import replace

from budokan.kit.scene import Scene, faults, lit, zones
from budokan.kit.scene_text import describe
from budokan.terminal.draw.descriptions import about
from budokan.terminal.draw.pieces import Picking
from budokan.terminal.draw.scene import draw
from budokan.terminal.hosts.host import Frame, Host
from tests.browser.sample_scenes import SAMPLES
from tests.terminal.driver import run_async
from tests.terminal.test_look import look


class Still(Host):
    """A host with one scene that never changes."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene

    async def run(self) -> None:
        names = ("Red belt", "Brown belt", "Gold belt")
        self.show(Frame("udaka", "Sample", 0, 0, (0,), names, self.scene, (), 0, False))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("name", SAMPLES)
def test_samples(name: str, size: tuple[int, int]) -> None:
    scene = SAMPLES[name]()
    assert faults(scene) == []
    run_async(partial(look, Still(scene), f"sample-{name}", size))


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_that_can_be_picked_is_drawn(name: str) -> None:
    scene = SAMPLES[name]()
    bright = frozenset(lit(scene.choices, ()))
    for width, height in ((80, 12), (79, 25), (200, 60)):
        block, _ = draw(scene, Picking(lit=bright), width, height)
        drawn = {hit.id for hit in block.hits}
        assert all(any(path[0] in drawn for path in choice.paths) for choice in scene.choices)
        assert block.width <= width


def test_plain_text_tells_what_stands_on_a_track() -> None:
    scene = SAMPLES["body"]()
    told = describe(scene)
    assert "Left Leg: no strike\n    Energy\n" in told
    area = next(zone for zone in zones(scene) if zone.id == "A-left_leg")
    empty = replace(area, zones=(replace(area.zones[0], pieces=()), *area.zones[1:]))
    assert "Left Leg: no strike\n  Damage 0 of 8" in describe(replace(scene, zones=(empty,)))
    assert "Damage 3 of 8: energy at 2, line at 4, headbutt at 5, skull at 8" in told


def test_a_path_is_numbered() -> None:
    """The Areas on a sowing path show their numbers."""
    scene = replace(SAMPLES["body"](), choices=())
    drawn = draw(scene, Picking(), 80, 40)[0].text()
    assert "1Right Arm" in drawn and "2Head" in drawn


def test_a_designed_track_says_so() -> None:
    scene = SAMPLES["body"]()
    track = next(zone for zone in zones(scene) if zone.designed)
    assert about(scene, track.id)[0].endswith("our own value")
    around = next(zone for zone in zones(scene) if track in zone.zones)
    assert about(scene, around.id)[0].endswith(f"of {track.length} · our own value")


def test_a_card_says_its_arrows_and_steps() -> None:
    said, clause = about(SAMPLES["ring"](), "hand-A-3")
    assert "↑3 ↖2 ↗2 ←1 →1" in said and "steps ↑+1 ← →" in said
    assert clause == "KM-42"
    assert "deal 4; take 2; both now; ! Break" in about(SAMPLES["ring"](), "b3")[0]

"""examples/ppo.py: its gradient is that of its loss, and a short training makes it better."""

import xml.etree.ElementTree as ET
from importlib import util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

FILE = Path(__file__).parents[2] / "examples" / "ppo.py"


@pytest.fixture(scope="module")
def ppo() -> Any:
    spec = util.spec_from_file_location("ppo", FILE)
    assert spec and spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_is_short(ppo: Any) -> None:
    assert len(FILE.read_text("utf-8").splitlines()) < 300


def test_the_gradient_is_that_of_the_loss(ppo: Any) -> None:
    luck = np.random.default_rng(3)
    n, width, actions = 30, 7, 5
    made = ppo.new_weights(width, actions, 6, luck)
    w = {name: each + 0.5 * luck.standard_normal(each.shape) for name, each in made.items()}
    masks = luck.random((n, actions)) < 0.7
    masks[:, 0] = True
    rows = luck.standard_normal((n, width))
    chosen = (luck.random((n, actions)) * masks).argmax(axis=1)
    _, _, chances, _ = ppo.forward(w, rows, masks)
    old = chances[np.arange(n), chosen] + 0.3 * luck.standard_normal(n)
    seen = ppo.Seen(rows, masks, chosen, old, luck.standard_normal(n), luck.standard_normal(n))
    found = ppo.gradient(w, seen)
    for name, each in w.items():
        for at in np.ndindex(each.shape):
            kept = each[at]
            each[at] = kept + 1e-6
            above = ppo.loss(w, seen)
            each[at] = kept - 1e-6
            slope = (above - ppo.loss(w, seen)) / 2e-6
            each[at] = kept
            assert found[name][at] == pytest.approx(slope, abs=1e-6), (name, at)


def test_advantages_follow_each_seat_to_its_payoff(
    ppo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a full trace they are payoffs less values, whoever acted in between."""
    monkeypatch.setattr(ppo, "TRACE", 1.0)
    monkeypatch.setattr(ppo, "STEPS", 150)
    matches = ppo.Matches("budokan/Udaka-v1", 1, "all", 5, seats=3)
    w = ppo.new_weights(matches.rows.shape[1], 34, 8, np.random.default_rng(1))
    noted: list[Any] = []
    step = matches.step

    def noting(*given: Any, **named: Any) -> Any:
        noted.append(step(*given, **named))
        return noted[-1]

    monkeypatch.setattr(matches, "step", noting)
    seen = matches.play(w)
    ends = [t for t, each in enumerate(noted) if each[6][0]]
    assert ends
    payoffs = noted[ends[0]][7][0]
    for t in range(ends[0] + 1):
        values, seat = noted[t][4], noted[t][5][0]
        assert seen.advantages[t] == pytest.approx(payoffs[seat] - values[0], abs=1e-4)
        assert seen.returns[t] == pytest.approx(payoffs[seat], abs=1e-4)


def test_a_short_training_is_better_than_none(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ppo, "PLACES", 32)
    monkeypatch.setattr(ppo, "STEPS", 64)
    out = tmp_path / "curve.svg"
    words = ["budokan/Udaka-v1", "--seats", "2", "--minutes", "0.06", "--hidden", "32"]
    ppo.main([*words, "--opponent", "random", "--trials", "100", "--out", str(out)])
    scores = [float(line.split()[2]) for line in capsys.readouterr().out.splitlines()]
    assert scores[-1] > scores[0] + 0.1
    assert ET.parse(out).getroot().tag.endswith("svg")


@pytest.mark.long
def test_it_beats_the_greedy_opponent(ppo: Any) -> None:
    assert ppo.main(["budokan/Udaka-v1", "--seats", "2", "--minutes", "3"]) > 0.5

"""docs/python.md and the first lines of README teach `import budokan`: everything in them runs."""

import doctest
import inspect
import re
from pathlib import Path

import pytest

import budokan
from budokan.agents import belts

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "python.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
BLOCK = re.compile(r"```(?:python|pycon)\n(.*?)```", re.DOTALL)
TABLED = (budokan.Match, budokan.View, budokan.Agent, budokan.GameInfo, budokan.CoachReport)


def test_the_examples_give_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "\n".join(BLOCK.findall(PAGE))
    test = doctest.DocTestParser().get_doctest(text, {}, "docs/python.md", None, None)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert result.attempted > 30 and result.failed == 0, capsys.readouterr().out


def test_the_page_names_every_function_class_and_member() -> None:
    for name in budokan.__all__:
        assert re.search(rf"`{name}\b", PAGE), name
    for cls in TABLED:
        members = [name for name, _ in inspect.getmembers(cls) if not name.startswith("_")]
        for name in members:
            assert re.search(rf"`{name}[`(]", PAGE), f"{cls.__name__}.{name}"


def test_the_readme_begins_with_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a black belt in a hurry: its time is only a limit."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(belts.SECONDS, "black", 0.01)
    (code,) = BLOCK.findall(README)
    assert code.startswith("import budokan\n") and README.index(code) < README.index("## Start")
    exec(compile(code, "README.md", "exec"), {})
    told = capsys.readouterr().out
    assert "Lay one card" in told and "1.0" in told
    assert budokan.load("evening.match").over

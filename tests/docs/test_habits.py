"""Habits of the team: an index of the documents, one definition of the checks, one version."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import budokan

ROOT = Path(__file__).parents[2]
INDEX = ROOT / "docs" / "README.md"
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
READERS = ("play", "host", "design", "research", "contribute")


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def targets(text: str) -> set[Path]:
    found = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    return {(INDEX.parent / target).resolve() for target in found}


def commands(workflow: dict[str, Any], job: str) -> str:
    return "\n".join(step["run"] for step in workflow["jobs"][job]["steps"] if "run" in step)


def test_the_index_leads_to_every_page() -> None:
    linked = targets(INDEX.read_text("utf-8"))
    missing = {page.name for page in INDEX.parent.glob("*.md") if page.resolve() not in linked}
    assert missing == {INDEX.name}, "link the page from docs/README.md"
    assert (INDEX.parent / "decisions").resolve() in linked


@pytest.mark.parametrize("reader", READERS)
def test_every_kind_of_reader_gets_three_pages(reader: str) -> None:
    row = re.search(rf"^\|[^|]*\*\*{reader}\*\*.*$", INDEX.read_text("utf-8"), re.MULTILINE)
    assert row is not None
    assert len(targets(row[0])) == 3


def test_the_readme_leads_to_the_index() -> None:
    assert "(docs/README.md)" in read("README.md")


def test_a_commit_is_checked_by_make_check_alone() -> None:
    (source,) = yaml.safe_load(read(".pre-commit-config.yaml"))["repos"]
    (hook,) = source["hooks"]
    assert source["repo"] == "local"
    assert hook["entry"] == "make check"
    assert hook["always_run"] and not hook["pass_filenames"]
    assert re.search(r"^test:.*\bcheck\b", read("Makefile"), re.MULTILINE)


def test_the_workflow_runs_the_same_checks_as_the_build_server() -> None:
    workflow = yaml.safe_load(read(".github/workflows/check.yml"))
    assert commands(workflow, "test") == ".ci/run"
    for lock in re.findall(r"requirements[\w.-]*", commands(workflow, "wheel")):
        assert (ROOT / lock).exists(), lock


def test_the_oldest_python_of_the_workflow_is_the_oldest_supported() -> None:
    wheel = yaml.safe_load(read(".github/workflows/check.yml"))["jobs"]["wheel"]
    oldest = wheel["strategy"]["matrix"]["python"][0]
    assert tomllib.loads(read("pyproject.toml"))["project"]["requires-python"] == f">={oldest}"


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_an_issue_form_asks_something(form: Path) -> None:
    body = yaml.safe_load(form.read_text("utf-8"))["body"]
    asked = [field for field in body if field["type"] != "markdown"]
    assert any(field.get("validations", {}).get("required") for field in asked)
    assert len({field["id"] for field in asked}) == len(asked)


def test_the_changelog_begins_with_the_version() -> None:
    top = re.search(
        r"^## (\S+) \((unreleased|\d{4}-\d\d-\d\d)\)$", read("CHANGELOG.md"), re.MULTILINE
    )
    assert top is not None
    assert top[1] == budokan.__version__


def test_every_test_that_security_names_exists() -> None:
    page = read("docs/security.md")
    named = set(re.findall(r"`(tests/[\w/]+\.py)", page)) | set(
        re.findall(r"pytest (tests/[\w/]+\.py)", page)
    )
    assert len(named) > 30
    for name in named:
        assert re.search(r"^(async )?def test_", read(name), re.MULTILINE), name
    makefile = read("Makefile")
    for target in set(re.findall(r"`make ([\w-]+)", page)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_security_names_all_that_breaks_things() -> None:
    page = read("docs/security.md")
    for path in (ROOT / "tests" / "faults").glob("test_*.py"):
        assert f"tests/faults/{path.name}" in page, path.name

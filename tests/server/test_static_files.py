"""Static files: a page names every file it needs, and browsers cache them."""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from budokan.server.http import pages, static_files
from tests.server.hall import hall

ROOMS: dict[str, set[str]] = {  # of the scripts, and which others their modules may import
    "lib": set(),
    "draw": {"lib"},
    "table": {"lib", "draw"},
    "cards": {"lib", "draw"},
    "pages": {"lib", "draw", "table", "games", "cards"},
    "games": {"lib", "draw", "table", "pages"},
}
LINK = re.compile(r'<link rel="([a-z]+)" href="/static/([0-9a-f]+)/([^"]+)">')


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with hall(tmp_path_factory.mktemp("hall")) as client:
        yield client


def linked(kind: str, page: str) -> list[str]:
    return [name for rel, _, name in LINK.findall(page) if rel == kind]


@pytest.mark.parametrize("name", pages.PAGES)
def test_a_page_names_every_file_it_needs(client: TestClient, name: str) -> None:
    page = pages.html(name)
    assert "$" not in page
    assert {version for _, version, _ in LINK.findall(page)} == {static_files.version()}
    for address in re.findall(r'(?:href|src)="([^"]+)"', page):
        assert client.get(address).status_code == 200, address


@pytest.mark.parametrize("name", pages.PAGES)
def test_imported_scripts_are_preloaded(name: str) -> None:
    """Every import of every named script is named too, so that no script delays the next."""
    asked = linked("modulepreload", pages.html(name))
    for file in asked:
        text = static_files.files()[file].body.decode()
        for other in re.findall(r'\bfrom "(\.[^"]+\.js)"', text):
            assert posixpath.normpath(f"{posixpath.dirname(file)}/{other}") in asked, (file, other)


def imported(name: str) -> set[str]:
    """The rooms that a script imports modules or types from, its own included."""
    text = static_files.files()[name].body.decode()
    found = re.findall(r'\b(?:from |import\()"(\.[^"]+\.js)"', text)
    here = posixpath.dirname(name)
    return {posixpath.normpath(f"{here}/{other}").split("/")[1] for other in found}


def test_scripts_import_only_from_the_rooms_below_them() -> None:
    scripts = [name for name in static_files.files() if name.startswith("js/")]
    rooms = {name: name.split("/")[1] for name in scripts}
    assert {*rooms.values()} == {*ROOMS}
    assert imported("js/draw/zones.js") == {"lib", "draw"}
    wrong = {name: imported(name) - ROOMS[room] - {room} for name, room in rooms.items()}
    assert {name: found for name, found in wrong.items() if found} == {}


def test_the_front_page_fetches_the_table_beforehand() -> None:
    front = pages.html("hall")
    here = linked("stylesheet", front) + linked("modulepreload", front)
    table = pages.html("table")
    wanted = linked("stylesheet", table) + linked("modulepreload", table)
    assert sorted(linked("prefetch", front)) == sorted(set(wanted) - set(here))


def test_a_browser_keeps_the_files_of_this_version_only(client: TestClient) -> None:
    ours = client.get(static_files.url("js/lib/dom.js"))
    older = client.get("/static/0123456789ab/js/lib/dom.js")
    assert ours.content == older.content == static_files.files()["js/lib/dom.js"].body
    assert ours.headers["cache-control"] == static_files.FOREVER
    assert older.headers["cache-control"] == client.get("/").headers["cache-control"] == "no-cache"


def test_files_are_compressed_for_clients_that_accept_it(client: TestClient) -> None:
    address, body = (
        static_files.url("css/frame.css"),
        static_files.files()["css/frame.css"].body,
    )
    packed = client.get(address, headers={"accept-encoding": "gzip, br"})
    plain = client.get(address, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip" and packed.content == body
    assert "content-encoding" not in plain.headers and plain.content == body
    assert int(packed.headers["content-length"]) < len(body) / 2
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"


def test_a_changed_file_changes_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = set()
    for name, text in (("a.css", "x"), ("a.css", "y"), ("b.css", "y")):
        folder = tmp_path / f"{name}-{text}"
        folder.mkdir()
        (folder / name).write_text(text)
        monkeypatch.setattr(static_files, "STATIC", folder)
        with monkeypatch.context() as inner:
            inner.setattr(static_files, "files", static_files.files.__wrapped__)
            seen.add(static_files.version.__wrapped__())
    assert len(seen) == 3

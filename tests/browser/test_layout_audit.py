"""The layout audit notices each kind of fault; a test puts one on a table that has none."""

import pytest

from tests.browser.page_visits import PageViewer
from tests.kit.positions import frame

TABLES = {"kenpo": ("kenpo_masters", 10, 14), "hand": ("kenpo_masters", 5, 6)}
TABLES |= {"art": ("martial_art", 9, 27), "duel": ("dojo_duel", 5, 6)}
TABLES |= {"road": ("master_udo", 3, 6)}
SIZES = [(1366, 650), (844, 390), (390, 844)]
# A table, the style that spoils it, and what the audit then says.
FAULTS = {
    "the question below the fold": (
        "hand",
        ".stage .dock { position: fixed; top: 110vh }",
        "out of sight: h2",
    ),
    "a button below the fold": (
        "duel",
        ".prompt .ways { translate: 0 600px }",
        "out of sight: button.btn",
    ),
    "the hand below the fold": (
        "hand",
        ".dock .hold { translate: 0 500px }",
        "the hand is out of sight",
    ),
    "a forecast below the fold": (
        "hand",
        ".hold .tip { translate: 0 600px }",
        "the hand is out of sight: div.tip",
    ),
    "a forecast cut": ("hand", ".hold .tip { width: 20px; overflow: hidden }", "cut"),
    "nothing to pick in sight": (
        "art",
        ".stage .at { position: fixed; top: 110vh }",
        "nothing that can be picked",
    ),
    "a forecast on a fighter": ("kenpo", ".here .out { translate: 0 -40px }", "hides: span.out"),
    "a plate on a fighter": ("kenpo", ".pawn .fig { translate: 45px -25px }", "hides: g.tag"),
    "a seal on a name": ("kenpo", ".card .step { translate: 14px 14px }", "hides: span.step"),
    "a badge on a number": (
        "duel",
        ".room-lanes .board .badge { inset: auto 0 0 0 }",
        "hides: span.badge",
    ),
    "a name on a fighter": (
        "art",
        ".arena .pawn .who { bottom: 40%; font-size: 40px }",
        "hides: span.who",
    ),
    "tokens on words": ("art", ".area .say2 { margin-top: -24px }", "hides: div.piece.token"),
    "a button outside its box": (
        "hand",
        ".prompt { height: 20px; min-height: 0 }",
        "sticks out by",
    ),
    "a word broken": (
        "kenpo",
        ".card .name { width: 20px; overflow-wrap: anywhere }",
        'breaks "',
    ),
    "a title that lacks a part of a letter": (
        "hand",
        """.bar h1 { flex: none; white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
        max-width: calc-size(max-content, size - 0.7px) }""",
        "cut: h1",
    ),
    "an arrow over a head": (
        "kenpo",
        ".pawn .fig { translate: 40px 30px }",
        "an arrow runs over the head",
    ),
    "copies on a value": ("road", ".half .copies { inset: 10px 0 0 }", "hides: span.copies"),
    "a badge on a figure": (
        "duel",
        ".room-lanes .board .badge { inset: 20% 0 30% 0 }",
        "lies on span.art",
    ),
    "a notice on a name": (
        "hand",
        "#notice { display: block !important; position: fixed !important; inset: 0 }",
        "hides: section.toast",
    ),
}
SPOIL = """style => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.parametrize("fault", FAULTS)
def test_the_audit_notices(viewer: PageViewer, fault: str) -> None:
    table, style, told = FAULTS[fault]
    viewer.open_table(frame(*TABLES[table]))
    assert viewer.layout_faults(SIZES) == []
    viewer.page.evaluate(SPOIL, style)
    assert any(told in each for each in viewer.layout_faults(SIZES))

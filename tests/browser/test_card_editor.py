"""The card editor in a browser: by mouse, by keyboard alone, on a phone; and two whole boxes."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from budokan.kit import card_file
from budokan.kit.card_template import dump
from budokan.kit.game import find, find_all
from budokan.kit.toml_text import toml_value
from tests.browser.helper import PHONE, House, Visitor
from tests.sampling import a_few

KENPO = "/cards/kenpo_masters"
GONE = re.compile(r"\bgone\b")  # the class of a value that is not shown


class Owner(Visitor):
    """Somebody who enters the cards of a box."""

    def open(self, game: str) -> None:
        self.page.goto(f"/cards/{game}")
        self.page.locator(".shelf").first.wait_for()

    def choose(self, component: str) -> None:
        self.page.locator(f'.pick[data-where="{component}"]').click()
        expect(self.page.locator(".editing .status code")).to_have_text(component)

    def line(self, where: str) -> Locator:
        return self.page.locator(f'.value[data-where="{where}"]')

    def field(self, where: str) -> Locator:
        return self.line(where).locator("input, select, textarea").first

    def verdict(self, words: str) -> None:
        expect(self.page.locator(".check .verdict b")).to_contain_text(words)

    def text(self) -> dict[str, Any]:
        """The file as it is now."""
        self.page.locator('[data-do="text"]').click()
        found = self.page.locator("#astext").input_value()
        self.page.locator("#ask").get_by_role("button", name="Not now").click()
        return tomllib.loads(found)

    def paste(self, cards: str) -> None:
        self.page.locator('[data-do="text"]').click()
        self.page.locator("#astext").fill(cards)
        self.page.locator('[data-do="take"]').click()
        expect(self.page.locator("#ask")).to_be_hidden()

    def add(self, section: str, name: str, like: str = "") -> None:
        self.page.locator(f'[data-add="{section}"]').click()
        self.page.locator("#new-name").fill(name)
        self.page.locator("#new-like").select_option(like)
        self.page.locator('#ask [data-do="add"]').click()
        expect(self.page.locator("#panel-title")).to_have_text(name)

    def save(self) -> str:
        """Save; the hash of the file."""
        self.page.locator('[data-do="save"]').click()
        expect(self.page.locator('[data-do="save"]')).to_be_disabled()
        self.page.wait_for_url("**/cards/*/*")
        return self.page.url.rpartition("/")[2]


@pytest.fixture
def owner(browser: Browser, house: House) -> Iterator[Owner]:
    found = Owner(browser, house)
    yield found
    found.leave()


# -- by mouse -------------------------------------------------------------------------------------


def test_a_value_is_changed_seen_checked_and_saved(owner: Owner) -> None:
    page = owner.page
    owner.open("kenpo_masters")
    owner.verdict("Our own cards")
    owner.choose("card.jab")
    arrow = owner.line("card.jab.hit_l")
    arrow.get_by_role("button", name="More").click()
    expect(owner.field("card.jab.hit_l")).to_have_value("1")
    expect(arrow).to_contain_text("from your cards")
    expect(page.locator('.item:has([data-where="card.jab"]) .tag')).to_have_text("changed")
    owner.field("card.jab.hit_l").fill("7")
    for face in (page.locator('.pick[data-where="card.jab"]'), page.locator(".editing .shown")):
        expect(face).to_contain_text("7")
    owner.verdict("Can be played")
    page.locator("#row-source").fill("box 2, card 3")
    expect(arrow).to_contain_text("from your cards: box 2, card 3")
    page.locator("#about-title").fill("My box")
    page.locator("#about-source").fill("the printed cards")
    expect(page.locator(".kept")).to_have_text("Not saved yet")
    kept = owner.save()
    expect(page.locator(".kept")).to_have_text("Saved")
    page.reload()
    owner.choose("card.jab")
    expect(owner.field("card.jab.hit_l")).to_have_value("7")
    expect(page.locator("#about-title")).to_have_value("My box")
    assert owner.text()["card"] == {"jab": {"hit_l": 7, "source": "box 2, card 3"}}
    assert page.url.endswith(f"{KENPO}/{kept}")


def test_plain_lists_come_last(owner: Owner) -> None:
    owner.open("martial_art")
    names = [each.get_attribute("id") for each in owner.page.locator(".shelf").all()]
    assert names.index("shelf-skill") < names.index("shelf-area") < names.index("shelf-box")


def test_qualifiers_are_pressed_not_typed(owner: Owner) -> None:
    page = owner.page
    owner.open("kenpo_masters")
    owner.choose("card.jab")
    line = owner.line("card.jab.added")
    expect(line.locator("[aria-pressed=true]")).to_have_text(["Fast", "Punch"])
    line.locator("[data-tick=High]").focus()
    page.keyboard.press("Space")
    expect(line.locator("[aria-pressed=true]")).to_have_text(["Fast", "High", "Punch"])
    expect(page.locator(".editing .shown .quals")).to_contain_text("High")
    line.locator("[data-tick=Fast]").click()
    expect(page.locator(".editing .shown .quals")).not_to_contain_text("Fast")
    assert owner.text()["card"]["jab"]["added"] == ["Punch", "High"]
    line.get_by_role("button", name="back to ours").click()
    expect(line.locator("[aria-pressed=true]")).to_have_text(["Fast", "Punch"])
    owner.verdict("Our own cards")


def test_a_fault_stands_at_its_field_and_in_the_list_on_top(owner: Owner) -> None:
    page = owner.page
    owner.open("kenpo_masters")
    owner.choose("card.jab")
    owner.field("card.jab.hit_f").fill("77")
    owner.verdict("1 fault")
    field = owner.field("card.jab.hit_f")
    expect(field).to_have_attribute("aria-invalid", "true")
    described = (field.get_attribute("aria-describedby") or "").split()
    expect(page.locator(f"#{described[-1]}")).to_contain_text("from 0 to 9")
    owner.choose("card.block")
    page.locator(".check summary").click()
    page.locator('[data-goto="card.jab.hit_f"]').click()
    expect(page.locator("#panel-title")).to_have_text("Jab")
    assert owner.focused(f"#{field.get_attribute('id')}")
    page.locator('[data-do="save"]').click()
    expect(page.locator("#notice")).to_contain_text("cannot be saved yet")
    expect(page.locator(".kept")).to_have_text("Not saved yet")
    owner.line("card.jab.hit_f").get_by_role("button", name="back to ours").click()
    owner.verdict("Our own cards")


def test_what_differs_from_print_is_a_warning_with_the_sentence_of_our_rules(owner: Owner) -> None:
    owner.open("kenpo_masters")
    owner.choose("card.jab")
    owner.line("card.jab.forward").get_by_role("button", name="Less").click()
    warning = owner.line("card.jab.forward").locator(".warning")
    expect(warning).to_contain_text("stated in print (KM-101")
    owner.verdict("Can be played")
    expect(owner.page.locator(".check summary")).to_contain_text("1 differs from print")


def test_a_little_language_has_its_words_beside_it(owner: Owner) -> None:
    owner.open("kenpo_masters")
    owner.choose("card.block")
    line = owner.line("card.block.text")
    line.locator("summary").click()
    before = owner.field("card.block.text").input_value()
    line.locator('[data-word="bonus_if_on"]').click()
    after = owner.field("card.block.text").input_value()
    assert len(tomllib.loads(f"x = {after}")["x"]) == len(tomllib.loads(f"x = {before}")["x"]) + 1
    expect(line.locator(".fault")).to_contain_text("bonus_if_on is not for a defence card")
    owner.field("card.block.text").fill('[{ op = "counter')
    expect(line.locator(".fault")).to_contain_text("This cannot be read")
    owner.choose("card.jab")
    owner.choose("card.block")
    expect(owner.field("card.block.text")).to_have_value('[{ op = "counter')
    owner.field("card.block.text").fill(before)
    owner.verdict("Our own cards")


def test_undo_redo_and_unsaved_work_after_a_reload(owner: Owner) -> None:
    page = owner.page
    owner.open("dojo_duel")
    owner.choose("card.iron_shirt")
    owner.field("card.iron_shirt.yang").fill("9")
    expect(page.locator(".editing .shown")).to_contain_text("9")
    owner.choose("card.low_block")
    owner.field("card.low_block.name").fill("Lower Block")
    expect(page.locator("#panel-title")).to_have_text("Lower Block")
    page.reload()
    expect(page.locator("#notice")).to_contain_text("unsaved changes")
    assert owner.text()["card"]["low_block"] == {"name": "Lower Block"}
    owner.choose("card.iron_shirt")
    owner.field("card.iron_shirt.yang").fill("8")
    expect(page.locator(".editing .shown")).to_contain_text("8")
    page.locator('[data-do="undo"]').click()
    expect(owner.field("card.iron_shirt.yang")).to_have_value("9")
    page.locator('[data-do="redo"]').click()
    expect(owner.field("card.iron_shirt.yang")).to_have_value("8")
    page.locator('[data-do="ours"]').first.click()
    owner.verdict("Our own cards")
    page.locator('[data-do="undo"]').click()
    expect(owner.field("card.iron_shirt.yang")).to_have_value("8")


def test_files_are_read_shared_and_downloaded(browser: Browser, house: House) -> None:
    owner = Owner(browser, house)
    page = owner.page
    owner.open("udaka")
    page.set_input_files(
        "#card-file", {"name": "bad.toml", "mimeType": "text/plain", "buffer": b"rank = ["}
    )
    expect(page.locator("#notice")).to_contain_text("is not valid TOML")
    cards = b'[about]\ntitle = "More kings"\n[rank.k]\ncopies = 3\n'
    page.set_input_files(
        "#card-file", {"name": "good.toml", "mimeType": "text/plain", "buffer": cards}
    )
    owner.verdict("Can be played")
    with page.expect_download() as loading:
        page.locator('[data-do="download"]').click()
    assert loading.value.suggested_filename == "more-kings.toml"
    assert tomllib.loads(Path(loading.value.path()).read_text()) == tomllib.loads(cards.decode())
    page.locator('[data-do="share"]').click()
    link = page.get_by_label("Link to these cards").input_value()
    other = Owner(browser, house)
    other.page.goto(link)
    other.choose("rank.k")
    expect(other.field("rank.k.copies")).to_have_value("3")
    other.leave()
    owner.leave(allowed="400 (Bad Request)")  # the file that is no TOML


def test_the_table_that_follows_is_played_with_these_cards(owner: Owner) -> None:
    page = owner.page
    owner.open("udaka")
    owner.choose("rank.a")
    owner.line("rank.a.copies").get_by_role("button", name="More").click()
    page.locator("#about-title").fill("Five aces")
    page.locator('[data-do="play"]').click()
    expect(page.locator("#f-cards option:checked")).to_have_text("Five aces")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    owner.ready()


def test_a_change_waits_for_a_hall_that_does_not_answer(browser: Browser, house: House) -> None:
    owner = Owner(browser, house)
    owner.open("udaka")
    owner.choose("rank.a")
    owner.page.route("**/album", lambda route: route.abort())
    owner.line("rank.a.copies").get_by_role("button", name="More").click()
    owner.verdict("The hall does not answer")
    expect(owner.field("rank.a.copies")).to_have_value("5")
    owner.page.unroute("**/album")
    owner.verdict("Can be played")
    assert owner.text()["rank"] == {"a": {"copies": 5}}
    owner.leave(allowed="net::ERR_FAILED")


@pytest.mark.parametrize("game", a_few(find_all(), 2, "card_editor"))
def test_every_component_of_every_game_opens_with_its_values(owner: Owner, game: str) -> None:
    """One of each section: its values are there, and a change back and forth leaves nothing."""
    owner.open(game)
    for section in find(game).card_format.sections:
        first = owner.page.locator(f"#shelf-{section} .pick").first
        where = first.get_attribute("data-where") or ""
        owner.choose(where)
        row = find(game).data[section][where.partition(".")[2]]
        for name in row.values:
            expect(owner.line(f"{where}.{name}")).to_be_visible()
    owner.verdict("Our own cards")
    owner.check()


# -- by keyboard, on a phone, with a reader's names -----------------------------------------------


def test_by_keys_alone(owner: Owner) -> None:
    page, keys = owner.page, owner.page.keyboard
    owner.open("kenpo_masters")
    owner.tab_to("#shelf-card .pick")
    keys.press("ArrowRight")
    assert owner.focused('[data-where="card.reverse_punch"]')
    keys.press("Enter")
    assert owner.focused("#panel-title")
    name = owner.field("card.reverse_punch.hit_f").get_attribute("id")
    owner.tab_to(f"#{name}")
    keys.press("ArrowUp")
    expect(owner.field("card.reverse_punch.hit_f")).to_have_value("4")
    owner.tab_to('[data-where="card.reverse_punch.hit_r"] .away')
    keys.press("Enter")
    expect(owner.line("card.reverse_punch.hit_r").locator(".away")).to_have_attribute(
        "aria-pressed", "true"
    )
    keys.press("Escape")
    assert owner.focused('.pick[data-where="card.reverse_punch"]')
    label = page.locator('.pick[data-where="card.reverse_punch"]').get_attribute("aria-label")
    assert label and label.startswith("Reverse Punch") and label.endswith("changed")
    keys.press("Control+z")
    expect(owner.line("card.reverse_punch.hit_r").locator(".away")).to_have_attribute(
        "aria-pressed", "false"
    )
    keys.press("Control+s")
    page.wait_for_url("**/cards/kenpo_masters/*")


def test_on_a_phone(browser: Browser, house: House) -> None:
    owner = Owner(browser, house, viewport={**PHONE, "width": 360}, has_touch=True, is_mobile=True)
    page = owner.page
    owner.open("kenpo_masters")
    assert owner.sideways() <= 0
    page.locator('.pick[data-where="card.jab"]').tap()
    panel = page.locator(".editing.open")
    expect(panel).to_be_visible()
    assert panel.evaluate("each => each.getBoundingClientRect().width") == 360
    owner.line("card.jab.back").get_by_role("button", name="not shown").tap()
    expect(owner.line("card.jab.back")).to_contain_text("not shown")
    owner.line("card.jab.stay").get_by_role("button", name="More").tap()
    expect(owner.field("card.jab.stay")).to_have_value("1")
    assert owner.sideways() <= 0
    owner.check()
    page.get_by_role("button", name="Back to all cards").tap()
    expect(page.locator(".shelves")).to_be_visible()
    owner.verdict("Can be played")
    page.locator('[data-do="save"]').tap()
    page.wait_for_url("**/cards/kenpo_masters/*")
    owner.leave()


def test_nothing_moves_under_the_pointer(owner: Owner) -> None:
    """Neither when the page is drawn nor when the answer to a change comes."""
    page = owner.page
    page.add_init_script(
        """window.moved = 0;
        new PerformanceObserver(list => {
          for (const each of list.getEntries())
            if (!each.hadRecentInput) window.moved += each.value;
        }).observe({type: "layout-shift", buffered: true});"""
    )
    owner.open("kenpo_masters")
    owner.choose("card.jab")
    button = owner.line("card.jab.back").get_by_role("button", name="Less")
    button.scroll_into_view_if_needed()
    button.hover()
    before = button.bounding_box()
    owner.line("card.jab.forward").locator("input").evaluate(
        "each => { each.value = '3'; each.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    expect(owner.line("card.jab.forward").locator(".warning")).to_be_visible()
    after = button.bounding_box()
    assert before and after and abs(before["y"] - after["y"]) < 2
    assert page.evaluate("window.moved") < 0.05


# -- two whole boxes ------------------------------------------------------------------------------


def sample(game: str, name: str) -> dict[str, Any]:
    path = find(game).folder / "tests" / "cards" / f"{name}.toml"
    return tomllib.loads(path.read_text("utf-8"))


def tick(line: Locator, words: list[str]) -> None:
    """Press these words and no others, in this order."""
    on = line.locator("[aria-pressed=true]")
    while on.count():
        on.first.click()
    for word in words:
        line.locator(f"[data-tick={word}]").click()


def enter(owner: Owner, where: str, values: dict[str, Any]) -> None:
    """Type the values of a component: numbers, choices, text, and little languages as TOML."""
    for name, value in values.items():
        field = owner.field(f"{where}.{name}")
        if owner.line(f"{where}.{name}").locator(".ticks").count():
            tick(owner.line(f"{where}.{name}"), value)
        elif isinstance(value, str) and field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        elif isinstance(value, (str, int)):
            field.fill(str(value))
        else:
            field.fill(toml_value(value))


def expect_file(owner: Owner, wanted: dict[str, Any]) -> None:
    """Check that the draft says what a file says, whatever the order."""
    game = wanted["about"]["game"]
    found, ours = owner.text(), find(game)
    both = [
        card_file.with_cards(ours.card_format, ours.data, overlay) for overlay in (found, wanted)
    ]
    plain = [
        {(s, k, f): json.dumps(value, sort_keys=True) for s, k, f, value, _ in data.values()}
        for data in both
    ]
    assert plain[0] == plain[1]


def play(owner: Owner, moves: int) -> None:
    """Play with the cards of the page: to the end, or so many decisions."""
    owner.page.locator('[data-do="play"]').click()
    owner.page.get_by_role("button", name="Open the table").click()
    owner.page.wait_for_url("**/table/*")
    if not moves:
        owner.play_on()
        return
    for _ in range(moves):
        assert owner.turn()


def enter_kenpo(owner: Owner) -> None:
    """Second edition: two new cards and the steps by clicks, the rest from a file."""
    wanted = sample("kenpo_masters", "two_decks")
    new = {key: wanted["card"][key] for key in ("low_sweep", "spirit_shout")}
    gone = [
        (key, name)
        for key, row in wanted["card"].items()
        for name, value in row.items()
        if value == "not shown" and key not in new
    ]
    rest = {
        key: {name: value for name, value in row.items() if (key, name) not in gone}
        for key, row in wanted["card"].items()
        if key not in new
    }
    owner.open("kenpo_masters")
    owner.paste(dump({"about": wanted["about"], "card": rest}))
    owner.verdict("2 faults")  # the decks are not whole yet
    assert len(gone) >= 8
    for key, name in gone:
        owner.choose(f"card.{key}")
        owner.line(f"card.{key}.{name}").locator(".away").click()
        expect(owner.line(f"card.{key}.{name}")).to_have_class(GONE)
    for key, row in new.items():
        owner.add("card", row["name"])
        enter(owner, f"card.{key}", {f: v for f, v in row.items() if f not in ("name", "source")})
    owner.verdict("Can be played")
    expect_file(owner, wanted)


def enter_udo(owner: Owner) -> None:
    """The invented box: two starters, a master and an attack by clicks, the rest from a file."""
    wanted = sample("master_udo", "full")
    by_hand = {"udo": 2, "attack": 1}
    new = {s: dict(list(wanted[s].items())[-n:]) for s, n in by_hand.items()}
    rest = {
        section: {key: row for key, row in rows.items() if key not in new.get(section, {})}
        for section, rows in wanted.items()
    }
    owner.open("master_udo")
    owner.paste(dump(rest))
    for section, rows in new.items():
        for key, row in rows.items():
            owner.page.locator(f'[data-add="{section}"]').click()
            owner.page.locator("#new-name").fill(key.replace("_", " "))
            owner.page.locator("#new-like").select_option("")
            owner.page.locator('#ask [data-do="add"]').click()
            expect(owner.page.locator(".editing .status code")).to_have_text(f"{section}.{key}")
            enter(owner, f"{section}.{key}", {f: v for f, v in row.items() if f != "source"})
    owner.verdict("Can be played")
    expect_file(owner, wanted)


@pytest.mark.parametrize("box", [enter_kenpo, enter_udo], ids=["kenpo_masters", "master_udo"])
def test_a_whole_box_is_entered_saved_and_played(owner: Owner, box: Any) -> None:
    box(owner)
    owner.save()
    play(owner, moves=6)


@pytest.mark.long
@pytest.mark.parametrize("box", [enter_kenpo, enter_udo], ids=["kenpo_masters", "master_udo"])
def test_a_whole_box_is_played_to_the_end(owner: Owner, box: Any) -> None:
    box(owner)
    owner.save()
    play(owner, moves=0)

"""The table of Master Udo: large letters, live forecasts, and nothing needed below the fold."""

import pytest
from playwright.sync_api import Browser, expect

from budokan.kit.game import find
from budokan.match.match import CodedMatch
from tests.browser.helper import House, Visitor
from tests.browser.page_visits import PageViewer
from tests.kit.positions import frame, message
from tests.sampling import a_few

UDO = find("master_udo")
SEED = f"{3:032x}"  # the first attack has value 5
DAY = "2026-01-30"  # its deal is known beforehand: the first attack takes one card
FRESH = ("fight crane",)
THREE = (*FRESH, "add udo_right_arm", "add udo_right_leg", "add udo_right_leg")
BLOCKED = (*THREE, "add udo_left_arm")
TWO_COMBOS = (*BLOCKED, "close", "add udo_left_arm", "add udo_right_arm")
MOMENTS = {"choose": (), "fresh": FRESH, "unfinished": THREE, "two combos": TWO_COMBOS}
# A desk, two low laptops, a tablet, phones upright and sideways, a laptop at 200 %.
SCREENS = (
    (1280, 800), (1366, 650), (1366, 768), (1920, 1080), (768, 1024), (390, 844), (844, 390),
    (683, 384),
)  # fmt: skip
LEAST = {1280: 13, 1366: 13, 1920: 14}  # pixels of the smallest letters, by width

SMALL = """least => [...document.querySelectorAll(".stage *, .rail *, .bar *")]
  .filter((node) => node instanceof HTMLElement && !node.closest(".vh, svg, [hidden]")
    && [...node.childNodes].some((each) => each.nodeType === 3 && each.textContent.trim())
    && node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && parseFloat(getComputedStyle(node).fontSize) < least - 0.05)
  .map((node) => `${getComputedStyle(node).fontSize}: ${node.className} ${node.textContent}`)"""

HIDDEN = """() => [...document.querySelectorAll(
    ".prompt h2, .prompt .btn, .hold .card.lit, .person .name, .blow .fate")]
  .filter((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top < 0 || bottom > innerHeight + 1;
  })
  .map((node) => `${node.className} ${node.textContent}`)"""


def at(*moves: str) -> str:
    """The message of a table after some moves."""
    match = CodedMatch(UDO, UDO.setup(1), ["Ann"], SEED)
    match.begin()
    for move in moves:
        match.play(0, UDO.notation.parse(move))
    return message(match)


def size(viewer: PageViewer, width: int, height: int) -> None:
    viewer.page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("moment", a_few(MOMENTS, 2, "letters"))
def test_no_letters_are_small(viewer: PageViewer, moment: str) -> None:
    viewer.open_table(at(*MOMENTS[moment]))
    for width, height in SCREENS:
        if width in LEAST:
            size(viewer, width, height)
            assert viewer.page.evaluate(SMALL, LEAST[width]) == [], width


@pytest.mark.parametrize("decisions", a_few([6, 12, 28], 2, "letters_of_a_match"))
@pytest.mark.parametrize("table", ["master_udo", "master_udo kai"])
def test_no_letters_of_a_match_are_small(viewer: PageViewer, table: str, decisions: int) -> None:
    viewer.open_table(frame(table, 3, decisions))
    for width, least in LEAST.items():
        size(viewer, width, 1080)
        assert viewer.page.evaluate(SMALL, least) == [], width


@pytest.mark.parametrize("moment", a_few(["fresh", "unfinished", "two combos"], 2, "fold"))
def test_question_hand_and_attacks_are_in_sight(viewer: PageViewer, moment: str) -> None:
    viewer.open_table(at(*MOMENTS[moment]))
    for width, height in SCREENS:
        size(viewer, width, height)
        viewer.page.evaluate("scrollTo(0, 0)")
        assert viewer.page.evaluate(HIDDEN) == [], (width, height)


def test_attacks_and_hearts_say_which_combo_takes_them(viewer: PageViewer) -> None:
    fate, aimed = viewer.page.locator(".blow .fate"), viewer.page.locator(".face-heart.is-pending")
    viewer.open_table(at(*THREE))
    expect(fate).to_have_text("Hits: discard Right Arm, Right Leg and Left Arm")
    expect(fate).to_have_class("fate hits")
    expect(aimed).to_have_count(0)
    viewer.open_table(at(*BLOCKED))
    expect(fate).to_have_text("Blocked by combo 1")
    expect(fate).to_have_class("fate stopped")
    viewer.open_table(at(*TWO_COMBOS))
    expect(aimed).to_have_attribute("data-id", "heart-1")
    expect(viewer.page.locator(".held:has(> .is-pending) .tip")).to_have_text("combo 2")
    expect(viewer.page.locator(".prompt")).to_contain_text("So far you cover the 3 and block")


def test_equal_cards_lie_on_each_other(viewer: PageViewer) -> None:
    viewer.open_table(at(*FRESH))
    cards = viewer.page.locator(".hold .half")
    expect(cards).to_have_count(5)
    expect(cards.first.locator(".copies")).to_have_text("2\u00d7")
    label = cards.first.get_attribute("aria-label") or ""
    assert "2 copies" in label
    viewer.open_table(at(*THREE))
    expect(cards).to_have_count(4)  # both Right Legs lie in the combo
    expect(viewer.page.locator("[data-id=hand-udo_right_arm] .copies")).to_have_count(0)


def test_playing_nothing_is_not_the_main_button(viewer: PageViewer) -> None:
    main = viewer.page.locator(".prompt .btn.primary")
    viewer.open_table(at(*FRESH))
    expect(viewer.page.get_by_role("button", name="Play no combo")).to_be_visible()
    expect(main).to_have_count(0)
    viewer.open_table(at(*BLOCKED))
    expect(main).to_have_text("Resolve")


def test_the_master_is_large_and_threatens(viewer: PageViewer) -> None:
    viewer.open_table(at(*FRESH))
    for width, height, least in ((1280, 800, 180), (1920, 1080, 320), (390, 844, 110)):
        size(viewer, width, height)
        drawn = viewer.page.locator(".person .big").bounding_box()
        assert drawn and drawn["height"] >= least
    size(viewer, 1280, 800)
    threat = viewer.page.locator(".person .threat")
    expect(threat).to_have_text("Stands on one leg, and the other is already coming.")


@pytest.mark.parametrize("width, height", a_few([(1280, 800), (1366, 650)], 2, "first_lesson"))
def test_the_lesson_begins_with_three_masters(
    browser: Browser, house: House, width: int, height: int
) -> None:
    visitor = Visitor(browser, house, viewport={"width": width, "height": height})
    page = visitor.page
    page.goto("/learn/master_udo")
    page.locator(".lesson .said").wait_for()
    masters = page.locator(".k-master")
    expect(masters).to_have_count(3)
    for master in masters.all():
        expect(master).to_be_in_viewport(ratio=0.99)
    said = page.locator(".lesson .said").evaluate("node => node.firstChild.textContent")
    assert len(said.split()) <= 20
    visitor.leave()


def test_what_has_one_outcome_runs_by_itself(browser: Browser, house: House) -> None:
    """After Resolve, the only combo, its only target and the only attack need no click."""
    visitor = Visitor(browser, house, calm=False, pace="fast", singles="on")
    page, question = visitor.page, visitor.page.locator("#question")
    table = {"game": "master_udo", "players": ["me"], "daily": DAY}
    made = visitor.context.request.post("/api/tables", data=table).json()
    page.goto(f"/table/{made['id']}")
    page.locator("[data-id=master-crane].lit").click()
    expect(page.locator(".blow")).to_contain_text("Left Arm Attack")
    page.locator("[data-id=hand-udo_right_arm].lit").click()
    page.locator("[data-id=resolve].lit").click()
    expect(question).to_have_text("Lay a combo")
    expect(page.locator(".happened").first).to_have_text(
        "You deal 2: 1 card + 1 from the card; too little. "
        "Left Arm Attack hits: you lose Left Arm. "
        "Only one choice 3 times, taken for you."
    )
    shield = page.locator(".blow .shield .ic").first
    expect(shield).to_have_css("width", "42px")  # the shield of a beat is larger
    visitor.leave()

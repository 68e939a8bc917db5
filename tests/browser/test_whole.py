"""Whole matches by clicks; the first turns are played while pieces still move."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from budokan.agents.registry import find_agent
from budokan.kit.game import find, find_all
from budokan.kit.rng import Rng
from budokan.kit.scene import Choice
from budokan.match.match import CodedMatch
from tests.browser.helper import LIT, WAYS, House, Visitor

pytestmark = pytest.mark.long  # test_play.py and test_games.py play shorter matches to their end

DUELS = [game.id for game in find_all().values() if game.seats[-1] > 1]
DAY = "2026-01-26"  # its deal is known beforehand, so that a match can be planned
CHOICES = f"{WAYS}, {LIT}"
FELT = 6  # turns that are played while pieces move
ENDS = {
    "dojo_duel": "wins?|draw",
    "kenpo_masters": "wins?|draw|tie",
    "martial_art": "wins?|draw",
    "udaka": "wins? the game",
}


MOVING = """() => document.getAnimations().filter(each => each.playState === 'running'
  && each.effect?.target?.closest('.stage')).length"""
FOUND = """selector => {
  const free = [], covered = [];
  [...document.querySelectorAll(selector)].forEach((node, i) => {
    const {x, y, width, height} = node.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (node.contains(hit)) free.push(i);
    else if (hit?.closest('.piece:not(.lit, .picked), .flying, .tray'))
      covered.push([node.dataset.name, hit.outerHTML]);
  });
  return {free, covered};
}"""
DONE = """() => document.getAnimations()
  .filter(each => each.effect?.getComputedTiming().endTime < Infinity)
  .forEach(each => each.finish())"""
COUNT = """
window.acts = 0;
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (said) {
  if (JSON.parse(said).t === 'act') acts += 1;
  return send.call(this, said);
};
"""
SLOW = 0.01  # of the usual speed: what moves is still under way at the next click


class Hasty:
    """A visitor who does not wait for animations; the sent moves are counted."""

    def __init__(self, guest: Visitor) -> None:
        self.guest, self.moving = guest, 0
        guest.page.add_init_script(COUNT)

    def play(self, turns: int) -> None:
        """Decide every turn by clicks on visible pieces, even while they move."""
        page = self.guest.page
        page.emulate_media(reduced_motion="no-preference")
        tempo = self.guest.context.new_cdp_session(page)
        tempo.send("Animation.enable")
        tempo.send("Animation.setPlaybackRate", {"playbackRate": SLOW})
        for _ in range(turns):
            if not self.guest.ready():
                break
            self.moving += page.evaluate(MOVING) > 0
            self.decide()
        assert self.moving >= turns // 2, "nothing has moved"
        tempo.send("Animation.setPlaybackRate", {"playbackRate": 1})
        tempo.detach()
        page.evaluate(DONE)
        page.emulate_media(reduced_motion="reduce")

    def decide(self) -> None:
        page = self.guest.page
        before = page.evaluate("acts")
        for click in range(8):  # a path has a few clicks
            found = page.evaluate(FOUND, CHOICES)
            assert found["free"] and not (click == 0 and found["covered"]), found
            page.locator(CHOICES).nth(self.guest.random.choice(found["free"])).click(force=True)
            if page.evaluate("acts") > before:
                return
        raise AssertionError("clicks decide nothing")


@pytest.mark.parametrize("game", DUELS)
def test_a_whole_match_by_mouse(browser: Browser, house: House, game: str) -> None:
    """Against white belts, who answer at once."""
    guest = Visitor(browser, house)
    page, hasty = guest.page, Hasty(guest)
    page.goto("/")
    page.click(f"[data-new={game}]")
    page.locator("form [name=who]").first.wait_for()
    for seat in page.locator("form [name=who]").all()[1:]:
        seat.select_option("white")
    with page.expect_request("**/api/tables") as asked:
        page.get_by_role("button", name="Open the table").click()
    assert (asked.value.post_data_json or {}).get("options", {}) == {}  # the rules as they come
    hasty.play(FELT)
    if guest.ready():
        guest.check()
    guest.play_on()
    expect(page.locator("#question")).to_have_text(re.compile(ENDS[game]))
    guest.check()
    guest.leave()


# -- Master Udo -----------------------------------------------------------------------------------


def planned() -> Iterator[Choice]:
    """The choices with which a greedy agent wins the deal of the day."""
    game = find("master_udo")
    switches, seed = game.challenge(DAY)
    assert switches == {"hero": "udo"}
    match, agent, rng = (
        CodedMatch(game, game.setup(1), seed=seed),
        find_agent("greedy", game),
        Rng(1),
    )
    match.begin()
    while not match.over:
        action = agent.choose(match.view(0), 0, rng)
        text = game.notation.text(action)
        yield next(choice for choice in match.scene(0).choices if choice.action == text)
        match.play(0, action)
    assert match.told()[-1] == "A wins with 5 glory."


def follow(guest: Visitor, choice: Choice) -> None:
    """Click the path of a choice."""
    assert guest.ready()
    for piece in choice.paths[0]:
        guest.page.locator(f'button[data-id="{piece}"].lit:not([hidden])').first.click()


def at_the_deal(browser: Browser, house: House) -> Hasty:
    guest = Visitor(browser, house)
    asked = {"game": "master_udo", "players": ["me"], "daily": DAY}
    made = guest.page.request.post("/api/tables", data=asked).json()
    hasty = Hasty(guest)
    guest.page.goto(f"/table/{made['id']}")
    return hasty


def test_a_master_is_beaten_and_the_next_one_is_met(browser: Browser, house: House) -> None:
    """A plan up to the second master; then chance picks, and the match is lost."""
    hasty, met = at_the_deal(browser, house), list[str]()
    guest = hasty.guest
    for choice in planned():
        met += [choice.action] if choice.action.startswith("fight") else []
        follow(guest, choice)
        if len(met) == 2:
            break
    assert len(set(met)) == 2
    hasty.play(FELT)
    guest.check()
    guest.play_on()
    told = re.compile("Masters beaten 1, glory 1")
    expect(guest.page.locator("#question")).to_have_text(told)
    guest.check()
    guest.leave()


@pytest.mark.long
def test_all_masters_are_beaten(browser: Browser, house: House) -> None:
    guest = at_the_deal(browser, house).guest
    for choice in planned():
        follow(guest, choice)
    expect(guest.page.locator("#question")).to_have_text(re.compile("beats four masters: 5 glory"))
    guest.leave()

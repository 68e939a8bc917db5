"""Every page and every dialog fits at every width and is readable in both themes."""

import pytest

from tests.browser.page_dialogs import DIALOGS, open_dialog
from tests.browser.page_visits import ALL, BETWEEN, VISITS, PageViewer, PageVisit, pages
from tests.sampling import a_few


def test_every_page_is_visited() -> None:
    assert pages() == set(VISITS)


def visit_id(visit: PageVisit) -> str:
    return f"{visit.address} {visit.ready}"


@pytest.mark.parametrize("visit", a_few(ALL, 5, "a_page"), ids=visit_id)
def test_a_page(viewer: PageViewer, visit: PageVisit) -> None:
    viewer.go(visit)
    assert viewer.layout_faults(BETWEEN) == []
    viewer.check_fit_and_contrast()


@pytest.mark.parametrize("name", a_few(DIALOGS, 5, "what_opens"))
def test_a_dialog(viewer: PageViewer, name: str) -> None:
    open_dialog(viewer, DIALOGS[name])
    viewer.check_fit_and_contrast()

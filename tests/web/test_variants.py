"""What a variant changes is seen, too."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from player import tile

Visit = Callable[..., Page]


def test_without_a_clock_nobody_has_a_clock(visit: Visit) -> None:
    page = visit()
    tile(page, "Stop it!").get_by_role("button", name="more choices").click()
    page.get_by_label("Without a clock").check()
    expect(page.get_by_label("Time to think")).to_have_count(0)
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/tables")) as asked:
        page.get_by_role("button", name="Invite friends", exact=True).click()
    terms = asked.value.post_data_json
    assert (terms["turns"], terms["timer"]) == (True, "none")

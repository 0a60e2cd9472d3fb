"""Other people, and one's own devices: what can be done about them at the page."""

from collections.abc import Callable

from objections import faults
from playwright.sync_api import Page, expect

from player import new_table

Visit = Callable[..., Page]


def both_at(visit: Visit, **more: object) -> tuple[Page, Page]:
    """Ann, the host, and Ben at a table that waits for a third."""
    ann, ben = visit(motion="off", **more), visit(motion="off")
    path = new_table(ann, game="stick-em", players=3)
    ann.goto(path)
    ann.get_by_role("button", name="Sit here").first.click()
    ben.goto(path)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.get_by_role("button", name="Leave the seat")).to_be_visible()
    return ann, ben


def test_somebody_is_sent_away_for_good_and_let_back_in(visit: Visit) -> None:
    ann, ben = both_at(visit)
    ann.get_by_role("button", name="About Ben").click()
    assert not faults(ann)
    ann.get_by_role("button", name="Send away for good").click()
    expect(ben.get_by_role("heading", name="The host of this table sent you away.")).to_be_visible()
    expect(ann.get_by_text("Sent away for good: Ben")).to_be_visible()
    ann.get_by_role("button", name="Let back in").click()
    ben.reload()
    ben.get_by_role("button", name="Sit here").first.click()
    expect(ben.get_by_role("button", name="Leave the seat")).to_be_visible()


def test_somebody_is_reported_and_blocked_and_unblocked_at_the_door(visit: Visit) -> None:
    ann, ben = both_at(visit)
    ann.get_by_role("button", name="About Ben").click()
    ann.get_by_role("button", name="Report").click()
    ann.get_by_role("combobox", name="Report").select_option("stalling")
    ann.get_by_label("What happened?").fill("left us waiting")
    ann.get_by_role("button", name="Send", exact=True).click()
    expect(ann.get_by_text("Thank you. It was passed on.")).to_be_visible()
    ann.get_by_role("button", name="Block", exact=True).click()
    expect(ann.get_by_role("button", name="blocked")).to_be_disabled()
    ann.get_by_role("button", name="Close").click()
    ann.goto("/")
    ann.get_by_role("button", name="Ann", exact=True).click()
    ann.get_by_role("button", name="Unblock").click()
    expect(ann.get_by_text("You hear Ben again.")).to_be_visible()
    expect(ann.get_by_role("button", name="Unblock")).to_have_count(0)
    assert ben.get_by_role("button", name="Leave the seat").is_visible()  # and was told nothing


def test_devices_are_listed_and_signed_out(visit: Visit) -> None:
    laptop, phone = visit(motion="off"), visit(motion="off", size="phone")
    laptop.get_by_role("button", name="You", exact=True).click()
    laptop.get_by_label("Your name").fill("Ann")
    laptop.get_by_role("button", name="Give me a code").click()
    code = laptop.locator(".code").inner_text()
    phone.get_by_role("button", name="You", exact=True).click()
    phone.get_by_label("from another device").fill(code)
    phone.get_by_role("button", name="It is me").click()
    phone.get_by_role("button", name="Ann", exact=True).click()
    phone.get_by_text("Where you are signed in").wait_for()
    assert not faults(phone)
    expect(phone.get_by_role("button", name="Sign out", exact=True)).to_have_count(1)
    phone.get_by_role("button", name="Sign out everywhere else").click()
    expect(phone.locator(".code")).not_to_have_text(code)
    expect(phone.get_by_role("button", name="Sign out", exact=True)).to_have_count(0)
    phone.get_by_role("button", name="Sign out everywhere", exact=True).click()
    phone.get_by_role("button", name="Yes, here too").click()
    expect(phone.get_by_text("write down this new one")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("button", name="You", exact=True)).to_be_visible()

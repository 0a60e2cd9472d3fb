"""What a table does for who sits at it: it says why not, explains, shows again, takes back, and proves its deck."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from player import act, new_table, patiently, play_on

Visit = Callable[..., Page]


def open_table(page: Page, **terms: Any) -> None:
    """A table with bots, on these terms, up to the first decision."""
    page.goto(f"{new_table(page, **terms)}?bots")
    page.locator(".prompt.mine").wait_for()


def pair(visit: Visit, **terms: Any) -> tuple[Page, Page]:
    """Ann and, to her left, Ben at a table with bots. It waits for who does nothing."""
    ann, ben = visit(motion="off"), visit(motion="off")
    path = new_table(ann, **terms)
    for page, name in ((ann, "Ann"), (ben, "Ben")):
        page.goto(path)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Sit here").first.click()
        expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()
    ann.get_by_role("button", name="Fill up with bots").click()
    ann.get_by_role("button", name="Deal the cards").click()
    for page in (ann, ben):
        page.locator(".hand button").first.wait_for()
    return ann, ben


def menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name=name).click()


def test_a_card_out_of_turn_is_refused_and_why(visit: Visit) -> None:
    page, _ = pair(visit, game="hat-trick", options={"first": 0})
    page.locator(".prompt.mine").wait_for()
    hand = page.locator(".hand button")
    act(page), act(page)  # now it is for Ben
    expect(page.locator(".prompt.mine")).to_have_count(0)
    before = hand.count()
    hand.first.click()
    expect(page.get_by_role("alert")).to_have_text("It is not your turn.")
    assert hand.count() == before


# Read and clicked at once: the next rule may come at any moment.
ASK = """() => {
  const rule = document.querySelector('.rule');
  const said = rule?.innerText;
  rule?.click();
  return said;
}"""


def test_a_rule_that_decided_is_told_and_lit_up_in_the_rules(visit: Visit) -> None:
    page = visit(motion="off")
    open_table(page, game="stick-em", pace="instant")
    for _ in patiently(page):
        if said := page.evaluate(ASK):
            break
        act(page)
    lit = page.get_by_role("dialog").locator(".applies")
    expect(lit).to_be_visible()
    rule = lit.locator("strong").first.inner_text()
    assert {"SE-7": "Another colour", "SE-8": "A zero", "SE-10": "Nothing but"}[rule] in said


def test_the_last_trick_again(visit: Visit) -> None:
    page = visit(motion="off")
    open_table(page, game="stick-em", pace="instant")
    play_on(page, until="text=trick 3 of 14")
    play_on(page, until=".table:has(.prompt.mine) .round button")  # others have laid, and it is one's own turn
    laid = page.locator("figure svg[role=img]")
    now = [card.get_attribute("aria-label") for card in laid.all()]
    page.get_by_role("button", name="The last trick").click()
    expect(laid).to_have_count(4)
    assert [card.get_attribute("aria-label") for card in laid.all()] != now
    page.get_by_role("button", name="This trick").click()
    expect(laid).to_have_count(len(now))
    assert [card.get_attribute("aria-label") for card in laid.all()] == now


def test_a_choice_can_be_taken_back_while_nothing_was_shown(visit: Visit) -> None:
    page = visit(motion="off")
    page.goto(new_table(page, game="stick-em", pace="instant"))
    page.get_by_role("button", name="Sit here").first.click()
    page.get_by_role("button", name="Sit here too").first.click()  # for this seat nobody will choose
    page.get_by_role("button", name="Fill up with bots").click()
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.locator("figure")).to_have_count(2)  # the bots have chosen
    page.locator(".curtain .main").click()
    hand = page.locator(".hand button")
    expect(hand).to_have_count(15)
    act(page), act(page)
    expect(page.locator("figure")).to_have_count(3)
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("figure")).to_have_count(2)
    page.locator(".curtain .main").click()  # the device may have gone to the other one
    expect(hand).to_have_count(15)
    expect(page.locator(".prompt.mine")).to_be_visible()


def test_others_are_asked_whether_something_may_be_taken_back(visit: Visit) -> None:
    ann, ben = pair(visit, game="stick-em", pace="instant")
    expect(ann.locator("figure")).to_have_count(2)  # the bots have chosen
    act(ann), act(ann)
    expect(ann.locator(".hand button")).to_have_count(14)
    ann.get_by_role("button", name="Take it back").click()
    expect(ann.get_by_text("The others are being asked")).to_be_visible()
    expect(ben.get_by_text("Ann would like to take that back.")).to_be_visible()
    ben.get_by_role("button", name="All right").click()
    expect(ann.locator(".hand button")).to_have_count(15)


def test_the_table_in_words(visit: Visit) -> None:
    page = visit(motion="off")
    open_table(page, game="stick-em", pace="instant")
    play_on(page, until="text=trick 3 of 14")
    page.locator(".prompt.mine").wait_for()
    hand = [card.get_attribute("aria-label") for card in page.locator(".hand button").all()]
    menu(page, "The table in words")
    said = page.get_by_role("dialog").inner_text()
    assert all(str(card) in said for card in hand)
    assert "cursed by" in said
    assert said.count("cards in hand") == 4
    assert "The last trick:" in said


@pytest.mark.parametrize("honest", [True, False])
def test_the_deck_is_checked_by_one_click(visit: Visit, honest: bool) -> None:
    page = visit(motion="off")
    if not honest:  # a server that deals from another seed than it says

        def lie(route: Any) -> None:
            record = route.fetch().json()
            record["fairness"]["words"][0] = "pike"
            route.fulfill(body=json.dumps(record), content_type="application/json")

        page.route("**/record", lie)
    open_table(page, game="shit", players=2, options={"target": 20}, pace="instant")
    play_on(page)
    page.get_by_role("button", name="Check the deck").click()
    verdict = "nobody chose the cards" if honest else "Something is wrong with this deck"
    expect(page.get_by_role("dialog").get_by_text(verdict)).to_be_visible()


def test_who_leaves_is_replaced_and_can_come_back(visit: Visit) -> None:
    page = visit(motion="off")
    open_table(page, game="stick-em", pace="slow")
    table = page.url
    menu(page, "Leave, and let a bot play on")
    page.locator("article").first.wait_for()
    page.goto(table)
    expect(page.get_by_text("A bot is playing for you.")).to_be_visible()
    page.get_by_role("button", name="Play on myself").click()
    expect(page.get_by_text("A bot is playing for you.")).to_be_hidden()

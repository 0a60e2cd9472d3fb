"""The page between people: invitations, a reload in mid-game, several on one device, somebody who watches."""

import re
from collections.abc import Callable

import pytest
from objections import faults
from playwright.sync_api import Page, expect

from player import act, patiently, play_now, play_on, tile

Visit = Callable[..., Page]


def invite(page: Page, title: str) -> str:
    """Open a table for friends; gives its path."""
    tile(page, title).get_by_role("button", name="Invite").click()
    expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()  # who invites plays, too
    return "/t/" + page.locator(".code").inner_text()


def sit(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("li").filter(has_text=name).get_by_role("button", name="Leave the seat")).to_be_visible()


def test_from_an_invitation_to_the_first_move_with_a_reload_in_between(visit: Visit) -> None:
    ann = visit()
    path = invite(ann, "SHIT!")
    sit(ann, "Ann")
    ben = visit(path, size="phone")
    sit(ben, "Ben")
    ann.get_by_role("button", name="Fill up with bots").click()
    ann.get_by_role("button", name="Deal the cards").click()
    for page in (ann, ben):
        page.locator(".hand .playable").first.wait_for()
        assert act(page)
        assert act(page)
    ben.reload()
    ben.locator(".hand").wait_for()
    both = (ann, ben)
    for _ in patiently(ann):
        if all(page.locator("section .won").count() for page in both):
            break
        for page in both:
            act(page)
    ann.get_by_role("button", name="Another match").click()
    for page in both:  # go on to the next table
        expect(page).not_to_have_url(re.compile(f"{path}$"))


def test_several_people_on_one_device(visit: Visit) -> None:
    page = visit()
    tile(page, "SHIT!").get_by_role("button", name="more choices").click()
    page.get_by_label("Players").select_option("2")
    page.get_by_role("dialog").get_by_role("button", name="Invite").click()
    page.get_by_role("button", name="Leave the seat").wait_for()
    sit(page, "Ann")
    page.get_by_role("button", name="Sit here too").click()
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.locator(".curtain")).to_be_visible()
    assert page.locator(".hand").count() == 0  # nobody sees a hand before they say that it is theirs,
    assert page.locator("circle.mine").count() == 0  # nor where its cards are on the ring,
    assert page.get_by_role("button", name="Some advice?").count() == 0  # nor what the coach would do with it
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="The table in words").click()
    assert "Your hand" not in page.get_by_role("dialog").inner_text()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="I am Ann", exact=True).click()
    expect(page.locator(".hand button")).to_have_count(5)
    assert page.locator("circle.mine").count() == 4
    assert play_on(page) > 4


def test_somebody_who_watches_sees_no_hand(visit: Visit) -> None:
    ann = visit()
    path = invite(ann, "SHIT!")
    sit(ann, "Ann")
    ann.get_by_role("button", name="Fill up with bots").click()
    ann.get_by_role("button", name="Deal the cards").click()
    ann.locator(".hand .playable").first.wait_for()
    eve = visit(path)
    expect(eve.get_by_text("You are watching.")).to_be_visible()
    assert eve.locator(".hand").count() == 0


def test_a_code_that_is_none(visit: Visit) -> None:
    page = visit("/t/ZZZZZZ")
    expect(page.get_by_text("There is no such table.")).to_be_visible()


def test_advice_and_going_through_it_again(visit: Visit) -> None:
    page = visit()
    play_now(page, "SHIT!")
    page.get_by_role("button", name="Some advice?").click()
    expect(page.locator(".actions p[role=status]")).to_contain_text("Lay")
    play_on(page)
    page.get_by_role("button", name="Go through it again").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("The cards are dealt.")).to_be_visible()
    dialog.get_by_role("button", name="One step on").click()
    expect(dialog.get_by_text("The cards are dealt.")).to_be_hidden()
    dialog.get_by_role("button", name="All cards open").click()
    expect(dialog.locator(".hands p")).to_have_count(4)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_that_axe_objects_to(visit: Visit, language: str, theme: str) -> None:
    page = visit(language=language, theme=theme, motion="off")
    page.locator("article").first.wait_for()
    assert not faults(page)
    page.get_by_role("button", name="Settings" if language == "en" else "Réglages").click()
    page.get_by_role("dialog").wait_for()
    assert not faults(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    for title in ("Stick 'Em", "Hat Trick", "SHIT!", "Stoïck", "Stop it!"):
        page.goto("/")
        play_now(page, title)
        page.locator(".prompt.mine").wait_for()
        for _ in range(6):
            act(page)
            page.wait_for_timeout(60)
        page.locator(".prompt.mine, section .won").first.wait_for()
        assert not faults(page), title


@pytest.mark.parametrize(
    ("title", "motion"),
    [("Stick 'Em", "off"), ("Stick 'Em", "on"), ("Hat Trick", "off"), ("SHIT!", "off"), ("Stoïck", "off")],
)
def test_a_whole_game_by_keyboard(visit: Visit, title: str, motion: str) -> None:
    page = visit(motion=motion)
    tile(page, title).get_by_role("button").first.focus()
    page.keyboard.press("Enter")
    page.locator(".table").wait_for()
    for _ in patiently(page):
        if page.locator("section .won").count():
            break
        if page.locator(".prompt.mine").count():
            press(page)


def press(page: Page) -> None:
    """Go by Tab to something that can be done, in the hand by arrow to a card that can be played, and do it."""
    wanted = ".hand .playable, .actions .main, .actions .do, .plate.target"
    on = f'document.activeElement?.matches("{wanted}")'
    for _ in range(40):
        if page.evaluate(on):
            page.keyboard.press("Enter")
            return
        in_hand = page.evaluate(
            "Boolean(document.activeElement?.closest('.hand')) && Boolean(document.querySelector('.hand .playable'))"
        )
        page.keyboard.press("ArrowRight" if in_hand else "Tab")


def test_a_name_that_is_kept_comes_back_on_another_device(visit: Visit) -> None:
    page = visit(motion="off")
    page.locator("article").first.wait_for()
    page.get_by_role("button", name="You", exact=True).click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Hello, Ann!")).to_be_visible()
    page.get_by_role("button", name="Give me a code").click()
    code = page.locator("dialog .code").inner_text()
    assert not faults(page)
    page.keyboard.press("Escape")
    open_shit(page)
    play_on(page)

    other = visit(motion="off", size="phone")
    other.locator("article").first.wait_for()
    other.get_by_role("button", name="You", exact=True).click()
    other.get_by_label("Got a code from another device?").fill("WRONG-WRONG")
    other.get_by_role("button", name="It is me").click()
    expect(other.get_by_text("Nobody has this code.")).to_be_visible()
    other.get_by_label("Got a code from another device?").fill(code)
    other.get_by_role("button", name="It is me").click()
    other.get_by_role("button", name="Ann", exact=True).click()
    row = other.get_by_role("dialog").get_by_role("row", name="SHIT!")
    expect(row.get_by_role("cell").first).to_have_text("1")
    other.get_by_role("dialog").get_by_role("button", name="SHIT!").click()
    expect(other.locator("section .won").first).to_be_visible()  # the match itself, as it ended


def open_shit(page: Page) -> None:
    """A short match of SHIT! against a bot."""
    tile(page, "SHIT!").get_by_role("button", name="more choices").click()
    page.get_by_label("Players").select_option("2")
    page.get_by_label("Points to win").fill("20")
    page.get_by_role("dialog").get_by_role("button", name="Play").click()
    page.locator(".prompt.mine").wait_for()


def test_a_wrong_code_is_answered_where_it_was_typed(visit: Visit) -> None:
    page = visit(size="phone")
    page.locator("article").first.wait_for()
    for code, answer in (("", "Type the code that you were given."), ("ZZZZZZ", "There is no such table.")):
        page.get_by_label("Got a code?").fill(code)
        page.get_by_role("button", name="Join").click()
        expect(page.locator("form [role=alert]")).to_contain_text(answer)
        expect(page.locator("form [role=alert]")).to_be_in_viewport()
        expect(page.get_by_label("Got a code?")).to_be_focused()


def test_who_is_invited_sees_who_waits_and_where_to_sit_first(visit: Visit) -> None:
    ann = visit()
    path = invite(ann, "SHIT!")
    expect(ann.get_by_text("3 seats are free")).to_be_visible()  # why the cards cannot be dealt yet
    expect(ann.get_by_text("This link works on this device only.")).to_be_visible()
    sit(ann, "Ann")
    assert ann.locator("li .number").all_inner_texts() == ["1", "2", "3", "4"]
    ben = visit(path, size="phone")
    ben.set_viewport_size({"width": 390, "height": 664})
    expect(ben.get_by_role("heading", name="Ann is waiting for you")).to_be_in_viewport()
    expect(ben.get_by_role("button", name="Sit down")).to_be_in_viewport()
    expect(ben.get_by_text("The match begins when the host deals.")).to_be_in_viewport()
    assert not faults(ann)
    assert not faults(ben)
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.get_by_role("button", name="Leave the seat")).to_be_visible()
    ann.get_by_role("button", name="Leave the seat").click()  # and who invites need not play
    expect(ann.get_by_role("button", name="Sit down")).to_be_visible()

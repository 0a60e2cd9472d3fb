"""Ways to a table and from it: closed, not one's own, refused, left too soon; and clocks that differ."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from player import new_table, play_on, tile
from process import Server

Visit = Callable[..., Page]


def ask(page: Page, path: str, request: dict[str, Any]) -> None:
    """Ask something of a table that the page has no button for, as whoever sits at the page."""
    page.evaluate(
        """async ([code, request]) => {
          const { table } = await (await fetch(`/api/codes/${code}`)).json();
          const socket = new WebSocket(`ws://${location.host}/api/socket`);
          await new Promise((done) => {
            socket.onmessage = ({ data }) => {
              const { type } = JSON.parse(data);
              if (type === 'welcome') socket.send(JSON.stringify({ type: 'ask', table, id: 'x', request }));
              if (type === 'done' || type === 'refused') done();
            };
          });
          socket.close();
        }""",
        [path.removeprefix("/t/"), request],
    )


# ---- dead ends ----


def test_a_closed_table_says_so_and_shows_the_way_home(visit: Visit) -> None:
    page = visit()
    path = new_table(page, game="shit")
    page.goto(path)
    page.get_by_role("button", name="Fill up with bots").wait_for()
    ask(page, path, {"ask": "close"})
    expect(page.get_by_role("heading", name="This table is closed.")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    page.locator("article").first.wait_for()


def test_a_table_with_bots_is_begun_by_its_host_only(visit: Visit) -> None:
    ann = visit()
    path = new_table(ann, game="shit")
    ben = visit(f"{path}?bots")
    expect(ben.get_by_role("button", name="Sit here").first).to_be_visible()


def test_a_table_that_cannot_begin_by_itself_can_be_begun_by_hand(visit: Visit) -> None:
    ann = visit()
    path = new_table(ann, game="shit", players=2)
    ben = visit(path)
    ben.get_by_role("button", name="Sit here").first.click()
    expect(ben.get_by_role("button", name="Leave the seat")).to_be_visible()
    ann.goto(f"{path}?bots")  # whose seat is taken
    expect(ann.get_by_role("alert")).to_have_text("Somebody sits there already.")
    ann.get_by_role("button", name="Sit here").click()
    ann.get_by_role("button", name="Deal the cards").click()
    ann.locator(".hand .playable").first.wait_for()


# ---- clocks ----

LATE = "const clock = Date.now; Date.now = () => clock() + 600_000;"


def test_what_is_said_is_seen_whatever_the_clock_says(visit: Visit) -> None:
    ann, ben = visit(motion="off"), visit(motion="off")
    ben.add_init_script(LATE)
    path = new_table(ann, game="shit", players=2)
    ann.goto(path)
    ben.goto(path)
    for page in (ann, ben):
        page.get_by_role("button", name="Sit here").first.click()
        expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()
    ann.get_by_role("button", name="Deal the cards").click()
    ann.locator(".hand .playable").first.wait_for()
    ann.get_by_role("button", name="Talk").click()
    ann.get_by_role("button", name="Well played!").click()
    expect(ben.locator(".plate .says")).to_have_text("Well played!")


# ---- several seats on one device ----


def test_in_a_race_nobody_has_two_seats(visit: Visit) -> None:
    page = visit()
    tile(page, "Stop it!").get_by_role("button", name="Invite").click()
    expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()
    assert page.get_by_role("button", name="Sit here too").count() == 0


def test_without_a_clock_the_same_game_is_played_round_one_device(visit: Visit) -> None:
    page = visit(motion="off")
    page.goto(new_table(page, game="stop-it", players=2, turns=True, options={"points": 3}))
    page.get_by_role("button", name="Sit here").first.click()
    page.get_by_role("button", name="Sit here too").click()
    page.get_by_role("button", name="Deal the cards").click()
    page.get_by_role("button", name="I am Ann", exact=True).click()
    page.get_by_role("button", name="Go!").click()
    for name in ("Ann 2", "Ann"):  # each acts for their own seat
        page.get_by_role("button", name=f"I am {name}", exact=True).click()
        page.locator(".pile.open").first.click()


# ---- leaving too soon, and a network that is gone ----


def test_who_leaves_before_the_table_is_there_does_not_look_at_it(visit: Visit) -> None:
    page = visit()
    path = new_table(page, game="shit")
    held: list[Route] = []
    page.route("**/api/codes/**", lambda route: held.append(route))
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.evaluate(
        "(path) => document.body.append(Object.assign(document.createElement('a'), { href: path, id: 'in' }))", path
    )
    page.evaluate("document.getElementById('in').click()")
    expect(page.get_by_text("Setting the table")).to_be_visible()
    page.go_back()
    page.locator("article").first.wait_for()
    held[0].continue_()
    page.wait_for_timeout(600)
    assert not sockets


def test_another_match_is_found_once_the_network_is_back(visit: Visit, server: Server) -> None:
    page = visit(motion="off")
    path = new_table(page, game="shit", players=2, options={"target": 20}, pace="instant")
    page.goto(f"{path}?bots")
    play_on(page)
    page.evaluate("() => { window.online = fetch; window.fetch = () => Promise.reject(new TypeError('gone')); }")
    page.get_by_role("button", name="Another match").click()
    page.wait_for_timeout(500)
    page.evaluate("() => { window.fetch = window.online; }")
    ask(page, path, {"ask": "say", "phrase": "again"})  # anything new from the table
    expect(page).not_to_have_url(f"http://{server.address}{path}")
    page.locator(".hand .playable").first.wait_for()  # against bots nobody is waited for


def test_a_deck_is_checked_once_even_if_that_fails(visit: Visit) -> None:
    page = visit(motion="off")
    path = new_table(page, game="shit", players=2, options={"target": 20}, pace="instant")
    page.goto(f"{path}?bots")
    play_on(page)
    asked: list[str] = []

    def fail(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404, body=json.dumps({"code": "no_table", "why": ""}), content_type="application/json")

    page.route("**/record", fail)
    page.get_by_role("button", name="Check the deck").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    for _ in range(2):
        ask(page, path, {"ask": "say", "phrase": "again"})
    page.wait_for_timeout(300)
    assert len(asked) == 1


# ---- guests ----


def test_a_guest_has_no_name_in_any_language(visit: Visit) -> None:
    page = visit()
    tile(page, "SHIT!").get_by_role("button", name="Invite").click()
    page.locator(".code").wait_for()
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Français").check()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Guest", exact=True).click()  # as the others have known them so far
    name = page.get_by_role("dialog").get_by_label("Votre nom")
    expect(name).to_have_value("")
    name.fill("Anne")
    page.get_by_role("button", name="Enregistrer").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Anne", exact=True).click()
    expect(name).to_have_value("Anne")


# ---- the rules at the table ----


def test_the_rules_say_nothing_of_the_terminal(visit: Visit) -> None:
    page = visit(motion="off")
    page.goto(f"{new_table(page, game='stop-it', players=2, turns=True)}?bots")
    page.get_by_role("button", name="Rules").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name="Our rulings")).to_be_attached()
    assert sheet.get_by_role("heading", name="Options").count() == 0
    assert sheet.get_by_role("heading", name="What you type").count() == 0
    expect(sheet.locator(".number").first).to_have_text("SI-1")


# ---- after the match ----


def test_who_looks_at_the_table_after_a_match_can_come_back_to_the_result(visit: Visit) -> None:
    page = visit(motion="off", size="phone")
    path = new_table(page, game="shit", players=2, options={"target": 20}, pace="instant")
    page.goto(f"{path}?bots")
    play_on(page)
    page.get_by_role("button", name="Look at the table").click()
    assert page.locator("section .won").count() == 0
    page.get_by_role("button", name="The result").click()
    expect(page.locator("section .won").first).to_be_visible()
    eve = visit(path, motion="off")
    eve.locator("section .won").first.wait_for()
    assert eve.locator("section:focus").count() == 0  # a frame would mean nothing to who has only just come
    eve.keyboard.press("Tab")
    eve.get_by_role("button", name="Look at the table").press("Enter")
    expect(eve.get_by_role("button", name="The result")).to_be_focused()


# ---- the way back ----


def test_the_door_leads_back_to_a_match_until_it_is_over(visit: Visit, server: Server) -> None:
    page = visit(motion="off")
    path = new_table(page, game="shit", players=2, options={"target": 20}, pace="instant")
    page.goto(f"{path}?bots")
    page.locator(".hand .playable").first.wait_for()
    page.goto("/")
    page.get_by_role("link", name="Go on: SHIT!").click()
    expect(page).to_have_url(f"http://{server.address}{path}")
    play_on(page)
    page.goto("/")
    page.locator("article").first.wait_for()
    assert page.get_by_role("link", name="Go on").count() == 0


def test_the_door_forgets_a_table_that_is_gone(visit: Visit) -> None:
    page = visit()
    page.evaluate("localStorage.setItem('tablee.table', 'ZZZZZZ')")
    with page.expect_response("**/api/codes/ZZZZZZ"):
        page.reload()
    page.locator("article").first.wait_for()
    page.wait_for_function("localStorage.getItem('tablee.table') === null")
    assert page.get_by_role("link", name="Go on").count() == 0

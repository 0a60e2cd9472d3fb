"""What a variant changes is seen, too."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from player import act, new_table, patiently, play_on, tap, tile

Visit = Callable[..., Page]


def in_words(page: Page) -> str:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="The table in words").click()
    return page.get_by_role("dialog").inner_text()


def test_without_a_clock_nobody_has_a_clock(visit: Visit) -> None:
    page = visit()
    tile(page, "Stop it!").get_by_role("button", name="more choices").click()
    page.get_by_label("Without a clock").check()
    expect(page.get_by_label("Time to think")).to_have_count(0)
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/tables")) as asked:
        page.get_by_role("button", name="Invite friends", exact=True).click()
    terms = asked.value.post_data_json
    assert (terms["turns"], terms["timer"]) == (True, "none")


def test_in_reverse_what_is_chosen_brings_luck(visit: Visit) -> None:
    page = visit(motion="off")
    path = new_table(page, game="sticheln", players=4, pace="instant", options={"reverse": True})
    page.goto(f"{path}?bots")
    expect(page.locator(".prompt")).to_have_text("Choose your lucky card, in secret.")
    play_on(page, until=".heap.good")
    assert page.locator(".heap.bad").count() == 0
    expect(page.get_by_title("Lucky card").first).to_be_visible()
    said = in_words(page)
    assert "lucky card: " in said
    assert "curse" not in said


def test_without_memory_aids_the_table_counts_nothing(visit: Visit) -> None:
    page = visit(motion="off")
    tile(page, "Sticheln").get_by_role("button", name="more choices").click()
    page.get_by_label("No memory aids").check()
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/tables")) as asked:
        page.get_by_role("button", name="Invite friends", exact=True).click()
    assert asked.value.post_data_json["options"] == {"unaided": 1}
    path = new_table(page, game="stick-em", players=4, pace="instant", options={"unaided": True, "rounds": 1})
    page.goto(f"{path}?bots")
    play_on(page, until="text=trick 5 of")
    expect(page.get_by_title("Curse", exact=True)).to_have_count(4)
    for counted in (".heap", ".points"):
        expect(page.locator(counted)).to_have_count(0)
    said = in_words(page)
    assert "has won" not in said
    assert "so far" not in said
    assert said.partition("What happened")[2].count("\n") <= 4 + 2  # a trick's worth, and what stands around it
    page.keyboard.press("Escape")
    play_on(page)
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(".points").first).to_be_visible()  # at the end the heaps are turned up


def test_hazy_curses_come_to_light_when_the_round_is_over(visit: Visit) -> None:
    page = visit(motion="off", size="phone")
    path = new_table(page, game="sticheln", players=4, pace="instant", options={"hazy": True, "rounds": 2})
    page.goto(f"{path}?bots")
    last = page.get_by_role("region", name="Last round")
    page.locator(".prompt.mine").wait_for()
    expect(last).to_have_count(0)
    play_on(page, until="text=round 2 of 2")
    expect(last.get_by_role("listitem")).to_have_count(4)
    expect(last.get_by_role("img")).to_have_count(4)  # a card each
    said = in_words(page)
    assert "The last round: You " in said
    page.keyboard.press("Escape")
    play_on(page, until="text=trick 2 of")
    expect(last).to_have_count(0)
    play_on(page)
    page.get_by_role("button", name="Look at the table").click()
    expect(last.get_by_role("img")).to_have_count(4)  # those of the last round of all, too


def test_delayed_the_colours_named_are_seen_when_the_next_round_begins(visit: Visit) -> None:
    page = visit(motion="off")
    options = {"delayed": True, "rounds": 2, "first": 3}  # so that seat 0 opens the second round
    path = new_table(page, game="sticheln", players=4, pace="instant", options=options)
    page.goto(f"{path}?bots")
    play_on(page, until="text=round 2 of 2")
    expect(page.locator(".prompt")).to_have_text("Your card?")
    last = page.get_by_role("region", name="Last round")
    expect(last.get_by_role("listitem")).to_have_count(4)
    assert last.locator(".colour").count() >= 2  # who won no card has none
    play_on(page, until="text=trick 2 of")
    expect(last).to_have_count(0)


# ---- a strict table of Stoïck: everybody may draw at any time, and one of them is in turn ----


def test_strict_who_is_not_in_turn_is_not_asked_for_a_card(visit: Visit) -> None:
    page = visit(motion="off")
    path = new_table(page, game="stoick", players=3, pace="slow", options={"strict": True, "first": 1})
    page.goto(f"{path}?bots")
    in_turn = page.locator(".plate.acting .name")
    name = in_turn.inner_text()
    assert name != "You"
    expect(page.locator(".prompt")).to_have_text(f"Waiting for {name}. To draw now would cost you your next turn.")
    expect(page.locator(".prompt.mine")).to_have_count(0)
    expect(in_turn).to_have_count(1)
    expect(page.get_by_role("button", name="Draw", exact=True)).to_be_visible()
    page.locator(".hand button").first.click()
    expect(page.get_by_role("alert")).to_have_text("It is not your turn.")
    assert in_words(page).count("to act") == 1


def test_strict_the_turn_goes_round_one_device(visit: Visit) -> None:
    page = visit(motion="off")
    page.goto(new_table(page, game="stoick", players=2, options={"strict": True}))
    page.get_by_role("button", name="Sit here").first.click()
    page.get_by_role("button", name="Sit here too").click()
    page.get_by_role("button", name="Deal the cards").click()
    curtain = page.locator(".curtain .main")
    for name in ("Ann", "Ann 2", "Ann"):
        expect(curtain).to_have_text(f"I am {name}")
        curtain.click()
        expect(page.locator(".prompt.mine")).to_be_visible()
        play_on(page, until=".curtain")


def test_strict_others_around_the_device_can_speak_up(visit: Visit) -> None:
    page = visit(motion="off")
    page.goto(new_table(page, game="stoick", players=2, options={"strict": True}))
    page.get_by_role("button", name="Sit here").first.click()
    page.get_by_role("button", name="Sit here too").click()
    page.get_by_role("button", name="Deal the cards").click()
    page.get_by_role("button", name="I am Ann 2").click()
    expect(page.locator(".prompt")).to_have_text("Waiting for Ann. To draw now would cost you your next turn.")
    expect(page.locator(".hand button")).to_have_count(4)
    page.get_by_role("button", name="I am Ann", exact=True).click()
    expect(page.locator(".prompt")).to_have_text("Discard a card.")
    expect(page.locator(".hand button")).to_have_count(5)
    page.get_by_role("button", name="I am Ann 2").click()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.locator(".hand")).to_have_count(0)  # nobody's cards stay in sight
    expect(page.locator(".curtain .main")).to_have_text("I am Ann")


# ---- Stoïck with actions that may be left undone ----

ACTIONS = ".hand .playable:is([aria-label*=draw], [aria-label*=steal], [aria-label*=swap])"


def test_what_was_discarded_may_be_left_undone(visit: Visit) -> None:
    page = visit(motion="off")
    options = {"optional_actions": True, "family_next_turn": True, "unaided": True, "games": 20}
    page.goto(f"{new_table(page, game='stoick', players=3, pace='slow', options=options)}?bots")
    leave = page.get_by_role("button", name="Leave it undone")
    for _ in patiently(page):
        if leave.count():
            break
        if not tap(page, ".actions .main") and not tap(page, ACTIONS):
            act(page)
    expect(page.locator(".prompt")).to_contain_text("leave it")
    leave.click()
    expect(page.get_by_text("You leave it undone.")).to_be_visible()

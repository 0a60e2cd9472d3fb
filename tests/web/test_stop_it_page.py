"""Stop it! by hand: dragged, by keys, seen at once, corrected where somebody was faster; and without a clock."""

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from player import play_now, tile

Visit = Callable[..., Page]
SLOW = """(() => {
  const hear = Number(sessionStorage.getItem('hear')), speak = Number(sessionStorage.getItem('speak'));
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (message) { setTimeout(() => send.call(this, message), speak); };
  const heard = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage').set;
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(listen) { heard.call(this, (event) => setTimeout(() => listen.call(this, event), hear)); },
  });
})()"""
FLEW = """() => new MutationObserver((seen) => {
  const added = seen.flatMap((one) => [...one.addedNodes]);
  if (added.some((node) => node.classList?.contains('ghost'))) document.body.dataset.flew = 'yes';
}).observe(document.body, { childList: true, subtree: true })"""


def slow(page: Page, hear: int, speak: int) -> None:
    """Let the page hear and be heard so much later."""
    page.evaluate(f"sessionStorage.setItem('hear', {hear}); sessionStorage.setItem('speak', {speak})")
    page.add_init_script(SLOW)
    page.reload()
    page.locator(".fan").wait_for()


def pair(visit: Visit, **likes: object) -> tuple[Page, Page]:
    """Two people at a table, after "go". Who does nothing calls no stop either."""
    ann = visit(motion="off", **likes)
    tile(ann, "Stop it!").get_by_role("button", name="more choices").click()
    ann.get_by_label("Players").select_option("2")
    ann.get_by_role("dialog").get_by_role("button", name="Invite").click()
    ann.locator(".code").wait_for()
    ben = visit("/t/" + ann.locator(".code").inner_text(), motion="off")
    ben.get_by_role("button", name="Sit down").click()
    for page in (ann, ben):
        expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()
    ann.get_by_role("button", name="Deal the cards").click()
    ann.get_by_role("button", name="Go!").click()
    ann.locator(".pile.open").first.wait_for()
    return ann, ben


def cards(page: Page) -> int:
    return page.locator(".fan .group:not(.new):not(.stops) .card").count()


def plain_pile(page: Page) -> int:
    """A pile whose top card is no stop."""
    labels = page.locator(".pile").evaluate_all("(piles) => piles.map((pile) => pile.ariaLabel)")
    return next(number for number, label in enumerate(labels) if "stop" not in label)


def settled(page: Page) -> None:
    """Whatever was done is in the server's picture, too: as it says after a reload."""
    page.wait_for_timeout(400)
    page.reload()
    page.locator(".fan").wait_for()


def test_a_card_is_dragged_from_a_pile_into_a_group(visit: Visit) -> None:
    page, _ = pair(visit)
    page.locator(".pile").nth(plain_pile(page)).drag_to(page.locator("[data-into='new']"))
    expect(page.locator(".fan [data-into='0'] .card")).to_have_count(1)
    page.locator(".pile").nth(plain_pile(page)).drag_to(page.locator(".fingers .slot"))  # into the fingers
    expect(page.locator(".held")).to_be_visible()
    page.locator(".held").drag_to(page.locator(".do [data-into='fall']"))
    expect(page.locator(".fingers .fallen")).to_have_count(1)
    page.locator(".fingers .fallen").click()
    expect(page.locator(".held")).to_be_visible()
    page.locator(".held").drag_to(page.locator(".fan [data-into='0']"))
    expect(page.locator(".fan [data-into='0'] .card")).to_have_count(2)
    settled(page)
    assert cards(page) == 2


def test_a_card_in_the_wrong_group_is_moved(visit: Visit) -> None:
    page, _ = pair(visit)
    for place in ("new", "0"):
        page.locator(".pile").nth(plain_pile(page)).click()
        page.locator(f".fan [data-into='{place}']").click()
    group = page.locator(".fan [data-into='0']")
    expect(group.locator(".card")).to_have_count(2)
    page.wait_for_timeout(200)
    group.click()  # lifts a card
    page.locator(".fan [data-into='new']").click()
    expect(page.locator(".fan .group:not(.new):not(.stops)")).to_have_count(2)
    settled(page)
    assert cards(page) == 2


def test_everything_by_keys(visit: Visit) -> None:
    page, _ = pair(visit)
    page.keyboard.press(str(plain_pile(page) + 1))
    page.keyboard.press("n")
    expect(page.locator(".pile .hole")).to_have_count(0)  # the next card of that pile is in sight
    page.keyboard.press(str(plain_pile(page) + 1))
    page.keyboard.press("x")
    expect(page.locator(".fingers .fallen")).to_have_count(1)
    page.keyboard.press("p")
    page.keyboard.press("s")  # the letter of the first group
    expect(page.locator(".fan [data-into='0'] .card")).to_have_count(2)
    settled(page)
    assert cards(page) == 2
    for _ in range(600):  # until there is a stop to call
        if page.locator(".call:enabled").count():
            page.keyboard.press(" ")
            break
        page.keyboard.press("Enter" if page.locator(".held").count() else "3")
        page.wait_for_timeout(40)
    expect(page.locator(".banner, .counted").first).to_be_visible()


def test_what_one_does_is_seen_at_once_and_lined_up(visit: Visit) -> None:
    page, _ = pair(visit)
    slow(page, 0, 500)
    page.locator(".pile.open").first.wait_for()
    seen = page.evaluate(
        """async (pile) => {
          const frame = () => new Promise(requestAnimationFrame);
          const count = (what) => document.querySelectorAll(what).length;
          const shown = () => [Boolean(document.querySelector('.held')), count('.fan .group .card')];
          const press = (code, key) => dispatchEvent(new KeyboardEvent('keydown', { code, key, bubbles: true }));
          const steps = [];
          press(`Digit${pile + 1}`, '');
          await frame();
          steps.push(shown());
          press('KeyN', 'n');
          await frame();
          steps.push(shown());
          press(`Digit${(pile + 1) % 5 + 1}`, '');
          await frame();
          steps.push(shown());
          return steps;
        }""",
        plain_pile(page),
    )
    assert seen == [[True, 0], [False, 1], [True, 1]]  # nothing of it can have been answered yet
    page.wait_for_timeout(3000)
    settled(page)
    assert cards(page) == 1
    expect(page.locator(".held")).to_be_visible()


def test_who_was_beaten_to_a_card_is_told_so_and_has_it_no_more(visit: Visit) -> None:
    ann, ben = pair(visit)
    slow(ben, 900, 0)
    ben.locator(".pile.open").first.wait_for()
    ben.wait_for_timeout(1500)
    ann.keyboard.press("1")
    ann.wait_for_timeout(450)  # a wire may make up for less; it is ben's eyes that are slow
    ben.keyboard.press("1")
    ben.keyboard.press("n")
    expect(ben.locator(".fan .group .card")).to_have_count(1)  # it looks taken and filed
    expect(ben.locator(".word")).to_have_text("Somebody was faster.")
    expect(ben.locator(".fan .group .card")).to_have_count(0)
    expect(ben.locator(".held")).to_have_count(0)
    expect(ann.locator(".held")).to_be_visible()


def test_one_sees_who_takes_a_card(visit: Visit) -> None:
    page = visit(motion="on")
    play_now(page, "Stop it!")
    page.evaluate(FLEW)
    page.get_by_role("button", name="Go!").click()
    page.locator("body[data-flew]").wait_for(timeout=20_000)
    expect(page.locator(".plate .small").first).to_be_visible()


def faults(page: Page) -> list[object]:
    found = Axe().run(page).response["violations"]
    return [(one["id"], [node["html"][:160] for node in one["nodes"][:3]]) for one in found]


def test_a_whole_match_without_a_clock_by_keyboard_alone(visit: Visit) -> None:
    page = visit(motion="off")
    tile(page, "Stop it!").get_by_role("button", name="more choices").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Without a clock").focus()
    page.keyboard.press("Space")
    page.get_by_label("Penalty cards").fill("25")
    page.get_by_role("dialog").get_by_role("button", name="Play now").focus()
    page.keyboard.press("Enter")
    page.locator(".fan").wait_for()
    assert not faults(page)
    looked = waited = turns = 0
    for _ in range(3000):
        if page.locator("section .won").count():
            break
        if not page.locator(".prompt.mine").count():
            page.wait_for_timeout(10)
            continue
        turns += 1
        focused = page.evaluate("document.activeElement.closest('.stop') !== null")
        assert focused or page.evaluate("document.activeElement.closest('main, section') !== null"), "the focus is lost"
        if page.get_by_role("button", name="Let the others move").count() and waited < 2:
            page.keyboard.press("w")
            waited += 1
        elif page.locator(".call:enabled").count() and turns % 3 == 0:
            page.locator(".call:enabled").first.focus()
            page.keyboard.press("Space")
        elif page.locator(".calls .go, .do .main").count():
            page.locator(".calls .go, .do .main").first.focus()
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(str(turns % 5 + 1))
        page.wait_for_timeout(30)
        if turns in (4, 9, 15):  # a short match may end before the last of these
            looked += 1
            assert not faults(page)
    assert page.locator("section .won").count()
    assert waited
    assert looked
    assert not faults(page)


def test_single_keys_can_be_switched_off(visit: Visit) -> None:
    page, _ = pair(visit, keys=False)
    page.keyboard.press(str(plain_pile(page) + 1))
    page.wait_for_timeout(300)
    expect(page.locator(".held")).to_have_count(0)
    page.locator(".pile").nth(plain_pile(page)).click()
    expect(page.locator(".held")).to_be_visible()

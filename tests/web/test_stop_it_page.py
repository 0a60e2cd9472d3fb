"""Stop it! by hand: dragged, by keys, seen at once, corrected where somebody was faster; and without a clock."""

from collections.abc import Callable

from objections import faults
from playwright.sync_api import Page, expect
from wire import deafen, mend, mute

from player import patiently, play_now, tile

Visit = Callable[..., Page]
# What is there for a moment only is noted as soon as it is there: cards that fly, cards in others' fingers, words.
NOTES = """() => {
  const noted = (document.body.noted = []);
  new MutationObserver((seen) => {
    for (const node of seen.flatMap((one) => [...one.addedNodes])) {
      if (node.classList?.contains('ghost')) noted.push('a card flew');
      const held = node.closest?.('.plate') && (node.matches('.small') || node.querySelector('.small'));
      if (held) noted.push('in fingers');
    }
    noted.push(document.querySelector('.word')?.textContent);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def noted(page: Page, what: str) -> None:
    """Wait until that has been there."""
    page.wait_for_function("(what) => document.body.noted.includes(what)", arg=what)


def pair(visit: Visit, options: tuple[str, ...] = (), **likes: object) -> tuple[Page, Page]:
    """Two people at a table, after "go". Who does nothing calls no stop either."""
    ann = visit(motion="off", **likes)
    tile(ann, "Stop it!").get_by_role("button", name="more choices").click()
    ann.get_by_label("Players").select_option("2")
    for option in options:
        ann.get_by_label(option).check()
    ann.get_by_role("dialog").get_by_role("button", name="Invite").click()
    ann.locator(".code").wait_for()
    ben = visit("/t/" + ann.locator(".code").inner_text(), motion="off")
    ben.get_by_role("button", name="Sit down").click()
    for page in (ann, ben):
        expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()
    ann.get_by_role("button", name="Deal the cards").click()
    for page in (ben, ann):  # it begins when both have said so
        page.get_by_role("button", name="Go!").click()
        expect(page.get_by_role("button", name="Go!")).to_be_hidden()
    ann.locator(".pile.open").first.wait_for()
    return ann, ben


def cards(page: Page) -> int:
    return page.locator(".fan .group:not(.new):not(.stops) .card").count()


def answered(page: Page) -> None:
    """Wait until the server has answered whatever was done."""
    page.locator("div.stop:not([data-busy])").wait_for()


def plain_pile(page: Page) -> int:
    """A pile whose top card is no stop. Under one that has been reached for there may be any card."""
    answered(page)
    labels = page.locator(".pile").evaluate_all("(piles) => piles.map((pile) => pile.ariaLabel)")
    return next(number for number, label in enumerate(labels) if "stop" not in label)


def settled(page: Page) -> None:
    """Whatever was done is in the server's picture, too: as it says after a reload."""
    answered(page)
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
    answered(page)
    group.click()  # lifts a card
    page.locator(".fan [data-into='new']").click()
    expect(page.locator(".fan .group:not(.new):not(.stops)")).to_have_count(2)
    settled(page)
    assert cards(page) == 2


def test_everything_by_keys(visit: Visit) -> None:
    page, _ = pair(visit)
    page.keyboard.press(str(plain_pile(page) + 1))
    page.keyboard.press("n")
    page.keyboard.press(str(plain_pile(page) + 1))
    page.keyboard.press("x")
    expect(page.locator(".fingers .fallen")).to_have_count(1)
    page.keyboard.press("p")
    page.keyboard.press("s")  # the letter of the first group
    expect(page.locator(".fan [data-into='0'] .card")).to_have_count(2)
    settled(page)
    assert cards(page) == 2
    for turn, _ in enumerate(patiently(page)):  # until there is a stop to call
        answered(page)
        if page.locator(".call:enabled").count():
            page.keyboard.press(" ")
            break
        page.keyboard.press("Enter" if page.locator(".held").count() else str(turn % 5 + 1))
    expect(page.locator(".banner, .counted").first).to_be_visible()


def test_what_one_does_is_seen_at_once_and_lined_up(visit: Visit) -> None:
    page, _ = pair(visit)
    pile = plain_pile(page)
    mute(page)
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
        pile,
    )
    assert seen == [[True, 0], [False, 1], [True, 1]]  # nothing of it has been answered
    mend(page)
    settled(page)
    assert cards(page) == 1
    expect(page.locator(".held")).to_be_visible()


def test_who_was_beaten_to_a_card_is_told_so_and_has_it_no_more(visit: Visit) -> None:
    ann, ben = pair(visit)
    ben.locator(".pile.open").first.wait_for()
    pile = str(plain_pile(ben) + 1)
    ben.evaluate(NOTES)
    deafen(ben)
    ann.keyboard.press(pile)
    expect(ann.locator(".held")).to_be_visible()
    answered(ann)
    ben.keyboard.press(pile)  # who does not know yet
    ben.keyboard.press("n")
    expect(ben.locator(".fan .group .card")).to_have_count(1)  # it looks taken and filed
    mend(ben)
    noted(ben, "Somebody was faster.")
    expect(ben.locator(".fan .group .card")).to_have_count(0)
    expect(ben.locator(".held")).to_have_count(0)
    expect(ann.locator(".held")).to_be_visible()


def fallen(page: Page) -> None:
    """Take a card and let it fall: a stop, if there is one in sight."""
    labels = page.locator(".pile").evaluate_all("(piles) => piles.map((pile) => pile.ariaLabel)")
    page.keyboard.press(str(next((number for number, label in enumerate(labels, 1) if "stop" in label), 1)))
    expect(page.locator(".held")).to_be_visible()
    page.keyboard.press("x")
    expect(page.locator(".held")).to_be_hidden()
    answered(page)


def test_a_false_alarm_costs_a_point_and_a_fall_its_own_whether_picked_up_or_not(visit: Visit) -> None:
    page, ben = pair(visit, ("False alarm", "A fall costs"))
    fallen(page)
    while page.locator(".call:not(.idle):enabled").count():
        fallen(page)
    page.wait_for_timeout(600)  # right after a stop has gone a call is meant for that
    page.locator(".call.idle").click()
    expect(page.locator("p.facts")).to_contain_text("Against you: 1 point")
    page.keyboard.press(" ")
    expect(page.locator("p.facts")).to_contain_text("Against you: 2 points")
    expect(page.locator(".pile.open")).to_have_count(5)  # nobody is interrupted
    expect(page.locator(".call.idle")).to_be_focused()
    while page.locator(".fingers .fallen").count():
        page.keyboard.press("p")
        expect(page.locator(".held")).to_be_visible()
        page.keyboard.press("Enter")  # which files it, though the focus is still where the alarm was raised
        expect(page.locator(".held")).to_be_hidden()
        answered(page)
    expect(page.locator("p.facts")).to_contain_text("A fall: a point at the next stop")
    expect(ben.locator("#seat-0")).to_contain_text("fell")


def test_without_aids_nobody_is_shown_what_others_hold_until_hands_are(visit: Visit) -> None:
    ann, ben = pair(visit, ("No memory aids",))
    for page in (ann, ben):
        page.keyboard.press(str(plain_pile(page) + 1))
        page.keyboard.press("n")
        answered(page)
    for page in (ann, ben):
        expect(page.locator(".others .strip")).to_have_count(0)
    for turn, _ in enumerate(patiently(ann)):  # until there is a stop to call
        answered(ann)
        if ann.locator(".call:enabled").count():
            ann.keyboard.press(" ")
            break
        ann.keyboard.press("Enter" if ann.locator(".held").count() else str(turn % 5 + 1))
    for page in (ann, ben):
        expect(page.locator(".others .strip")).to_be_visible()
    ann.get_by_role("button", name="Go!").click()
    expect(ann.locator(".others .strip")).to_have_count(0)


def test_one_sees_who_takes_a_card(visit: Visit) -> None:
    page = visit(motion="on")
    play_now(page, "Stop it!")
    page.evaluate(NOTES)
    page.get_by_role("button", name="Go!").click()
    noted(page, "a card flew")
    noted(page, "in fingers")


# What to do next: the key to press, with the focus where it belongs. Read and done at once, lest the table move on.
NEXT = """([turns, waited]) => {
  if (document.querySelector('section .won')) return 'over';
  if (!document.querySelector('.prompt.mine') || document.querySelector('.stop[data-busy]')) return null;
  if (!document.activeElement.closest('main, section')) return 'lost';
  const focus = (what) => {
    const found = document.querySelector(what);
    found?.focus();
    return Boolean(found);
  };
  if (!waited && document.querySelector('.calls .wait')) return 'w';
  if (turns % 3 === 0 && focus('.call:enabled')) return 'Space';
  return focus('.calls .go, .do .main') ? 'Enter' : String((turns % 5) + 1);
}"""


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
    for _ in patiently(page):
        key = page.evaluate(NEXT, [turns + 1, waited > 1])
        if key == "over":
            break
        if key is None:
            continue
        turns += 1
        assert key != "lost", "the focus is lost"
        page.keyboard.press(key)
        waited += key == "w"
        if turns in (4, 9, 15):  # a short match may end before the last of these
            looked += 1
            assert not faults(page)
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

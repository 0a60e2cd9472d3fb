"""Somebody at the page who goes through a lesson, as its script wants it."""

from playwright.sync_api import Locator, Page, Position

from tablee.lessons import LessonStep, lesson_of
from tablee.table.sights import Sight

CARDS = ("play", "pass", "choose", "lay", "discard", "family")


def text_of(page: Page) -> str:
    """What is said, once everybody has done their part."""
    page.locator("section.ready").wait_for()
    return page.locator(".words p").first.inner_text()


def walk(page: Page, game: str, upto: int | None = None) -> list[str]:
    """Through the lesson, or its first steps. Gives the texts that were said."""
    said = []
    for step, sight in with_sights(game)[:upto]:
        page.locator(f"section.ready[aria-label*='{len(said) + 1} ']").wait_for()
        said.append(text_of(page))
        if step.want is not None:
            do(page, sight, step.want)
        elif upto is not None or len(said) < len(lesson_of(game).steps):
            page.locator(".next").click()
    return said


def with_sights(game: str) -> list[tuple[LessonStep, Sight]]:
    """Each step, and what the learner then sees."""
    found, sight = [], lesson_of(game).table.sights[0]
    for step in lesson_of(game).steps:
        sight = step.moments[-1].sight if step.moments else sight
        found.append((step, sight))
    return found


def do(page: Page, sight: Sight, words: str) -> None:
    """Make that choice."""
    verb, _, what = words.partition(" ")
    choice = next(one for one in sight.choices if one.do == words)
    if verb in CARDS:
        small = page.evaluate("innerWidth < 900")
        corner = Position(x=10, y=10) if small else None  # the rest of it may be under other cards
        card_in(page, sight, what).click(position=corner)
        same = [one for one in sight.choices if one.card == choice.card]
        page.locator(".actions .main").nth(same.index(choice)).click()
    elif verb == "target":
        page.locator(f"#seat-{choice.seat}").click()
    elif verb == "take":
        page.locator(".pile").nth(choice.pile or 0).click()
    elif verb == "call":
        calls = [one for one in sight.choices if one.verb == "call"]
        page.locator(".calls .call").nth(calls.index(choice)).click()
    elif verb == "file" and choice.group is not None and not choice.new:
        page.locator(f".fan [data-into='{choice.group}']").click()
    elif verb == "drop":
        page.locator(".fingers .do .button:not(.main)").click()
    else:
        page.locator(".calls .main, .fingers .main").click()


def card_in(page: Page, sight: Sight, card: str) -> Locator:
    hand = getattr(sight.picture, "hand", ())
    place = hand.index(card) if card in hand else len(hand)  # SHIT! lies behind the numbers
    return page.locator(".hand button").nth(place)

"""The lessons in a browser: as somebody who has never seen the game would go through them."""

import tomllib
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from learner import do, text_of, walk, with_sights
from objections import faults
from playwright.sync_api import Page, expect

from player import tile
from tablee.lessons import lesson_of
from tablee.texts import texts

Visit = Callable[..., Page]
WORDS = Path(__file__).parents[2] / "web" / "src" / "words"
NOON = datetime(2030, 1, 1, 12)
GAMES = ["stick-em", "sticheln", "hat-trick", "shit", "stoick", "stop-it"]


def words(game: str, key: str, language: str = "en") -> str:
    """A text as it is shown: with the names of the seats."""
    found = tomllib.loads((WORDS / f"lessons.{language}.toml").read_text(encoding="utf-8"))[game][key]
    return str(found).format(**{f"seat{seat}": texts(language)[f"names.{seat}"] for seat in range(4)})


@pytest.mark.parametrize(("size", "language"), [("phone", "fr"), ("desk", "en")])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_lesson(visit: Visit, game: str, size: str, language: str) -> None:
    page = visit(f"/learn/{game}", size=size, language=language)
    assert walk(page, game) == [words(game, step.text, language) for step in lesson_of(game).steps]
    main = "Play now against bots" if language == "en" else "Jouer contre des bots"
    expect(page.get_by_role("button", name=main)).to_be_visible()


def test_from_the_door_and_on_to_a_match(visit: Visit) -> None:
    page = visit()
    tile(page, "SHIT!").get_by_role("link", name="Learn").click()
    expect(page).to_have_title("Learn SHIT! · Tablée")
    walk(page, "shit")
    page.get_by_role("button", name="Once more").click()
    assert text_of(page) == words("shit", "ring")
    walk(page, "shit")
    page.get_by_role("button", name="Play now").click()
    page.locator(".prompt.mine").wait_for()
    assert page.locator(".table .hand button").count() == 5


@pytest.mark.parametrize("game", ["stick-em", "sticheln", "hat-trick", "shit", "stoick"])
def test_the_hand_is_in_sight_on_a_small_phone(visit: Visit, game: str) -> None:
    page = visit(f"/learn/{game}", size="phone", language="fr", motion="off")
    page.set_viewport_size({"width": 390, "height": 664})
    for step, sight in with_sights(game)[:-1]:
        assert text_of(page) == words(game, step.text, "fr")
        page.evaluate("scrollTo(0, 0)")
        if step.want is None:
            page.locator(".next").click()
            continue
        for card in page.locator(".hand .playable").all():
            expect(card).to_be_in_viewport(ratio=0.9)
        for button in page.locator(".actions button").all():
            expect(button).to_be_in_viewport(ratio=1)
        do(page, sight, step.want)


def test_it_can_be_left_at_any_time(visit: Visit) -> None:
    page = visit("/learn/stoick", size="phone")
    walk(page, "stoick", upto=3)
    page.get_by_role("link", name="Leave the lesson").click()
    expect(tile(page, "Stoïck")).to_be_visible()


def test_another_choice_is_answered_and_nothing_is_lost(visit: Visit) -> None:
    page = visit("/learn/stick-em", size="phone", motion="off")
    walk(page, "stick-em", upto=6)
    step, sight = with_sights("stick-em")[6]
    assert text_of(page) == words("stick-em", "poison")
    before = page.locator("#felt").inner_html()
    for do_this, answer in (("play violet 7", "poison_win"), ("play red 1", "poison_other")):
        do(page, sight, do_this)
        expect(page.locator(".reply")).to_have_text(words("stick-em", answer))
        assert text_of(page) == words("stick-em", "poison")
        assert page.locator("#felt").inner_html() == before
        assert page.locator(".hand button").count() == 12
        assert page.locator(".hand button.hint").get_attribute("aria-label") == "violet 6"
    do(page, sight, str(step.want))
    expect(page.locator(".words p").first).to_have_text(words("stick-em", "poisoned"))
    expect(page.locator(".reply")).to_have_count(0)


def test_one_step_back(visit: Visit) -> None:
    page = visit("/learn/hat-trick")
    back = page.get_by_role("button", name="One step back")
    expect(back).to_be_disabled()
    walk(page, "hat-trick", upto=3)
    assert text_of(page) == words("hat-trick", "taken")
    back.click()
    assert text_of(page) == words("hat-trick", "take")
    assert page.locator(".hand button").count() == 15  # the card is in the hand again
    do(page, with_sights("hat-trick")[2][1], "play red 15")
    assert text_of(page) == words("hat-trick", "taken")


def test_what_the_others_do_is_shown_one_after_the_other(visit: Visit) -> None:
    page = visit("/learn/hat-trick", pace="slow")
    page.clock.install(time=NOON)
    page.reload()
    page.locator(".next").wait_for()
    page.clock.pause_at(NOON + timedelta(hours=1))  # from here on time passes when it is told to
    page.locator(".next").click()
    expect(page.locator(".words p")).to_have_text("Ben plays red 10.")
    page.clock.run_for(1400)
    expect(page.locator(".words p")).to_have_text("Ben plays red 10.")
    page.clock.run_for(100)
    expect(page.locator(".words p")).to_have_text("Rose plays green 8.")
    page.locator(".next").click()  # whoever does not want to wait need not
    expect(page.locator(".words p")).to_have_text(words("hat-trick", "double"))


def test_a_lesson_by_keyboard(visit: Visit) -> None:
    page = visit("/learn/stick-em", motion="off")
    page.locator(".next").focus()
    for step, sight in with_sights("stick-em")[:-1]:
        assert text_of(page) == words("stick-em", step.text)
        assert page.evaluate("document.activeElement !== document.body"), step.text  # nobody is sent back to the start
        if step.want is None:
            assert page.evaluate("document.activeElement.matches('.next')"), step.text
            page.keyboard.press("Enter")
            continue
        for _ in range(12):  # on to the hand, whatever is in between
            if page.evaluate("document.activeElement.matches('.hand button')"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Home")
        for _ in range(sight.picture.hand.index(step.want.partition(" ")[2])):  # type: ignore[union-attr]
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")  # choose the card,
        page.keyboard.press("Enter")  # and play it
    assert text_of(page) == words("stick-em", "end")
    assert page.evaluate("document.activeElement.matches('.main')")


def test_there_is_no_such_lesson(visit: Visit) -> None:
    page = visit("/learn/chess")
    expect(page.get_by_role("alert")).to_contain_text("There is no such game.")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_axe_objects_to_in_a_lesson(visit: Visit, game: str, theme: str) -> None:
    page = visit(f"/learn/{game}", size="phone", theme=theme, motion="off")
    steps = with_sights(game)
    for number, (step, sight) in enumerate(steps):
        assert text_of(page) == words(game, step.text)
        if number in (0, 3, 6, len(steps) - 1):
            assert not faults(page), step.text
        if step.want is not None:
            others = [*step.answers, *(choice.do for choice in sight.choices if choice.do != step.want)]
            if number == 6 and others:
                do(page, sight, others[0])
                assert not faults(page), f"{step.text}, answered"
            do(page, sight, step.want)
        elif number < len(steps) - 1:
            page.locator(".next").click()


def test_the_words_of_the_lessons_come_when_they_are_wanted(visit: Visit) -> None:
    page = visit()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.reload()
    page.locator("article").first.wait_for()
    assert not [url for url in fetched if "lesson" in url.lower()]
    tile(page, "SHIT!").get_by_role("link", name="Learn").click()
    page.locator(".words p").first.wait_for()
    assert [url for url in fetched if "/lessons.en" in url]

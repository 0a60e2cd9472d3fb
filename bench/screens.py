"""Pictures of every screen, in docs/screens: `python bench/screens.py`, or some by name.

A real server and a real browser: friends play to the moment that is wanted, by the same cards each time, and then it is
looked at on a phone and at a desk, in both languages.
"""

import argparse
import base64
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute, sync_playwright

from browser import LOCALES, SIZES, keep, launch, seated
from friends import Friend, Json, Party
from process import SameCards

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "screens"
NAMES = ["Camille", "Noé", "Inès", "Leo", "Maya", "Tom", "Zoé", "Karim"]
QUALITY = 72  # of WebP: letters stay sharp, and the folder small
SETTLED = 250  # milliseconds in which the page comes to rest
COACH = 240_000  # milliseconds that the coach may take over a match

Words = Callable[[str], str]


@dataclass
class Shown:
    """A moment: where it is, who looks at it, and what they open there."""

    path: str = "/"
    friend: Friend | None = None
    then: Callable[[Page, Words], Any] = lambda page, words: None


@dataclass
class Stage:
    server: SameCards
    browser: Browser

    def table(self, game: str, players: int, seed: int = 1, **terms: Any) -> Party:
        """Friends at a table."""
        return Party(self.server.address, NAMES[:players], game, seed, players=players, **terms)

    def dealt(self, game: str, players: int, until: Callable[[Json], bool], seed: int = 1, **terms: Any) -> Party:
        """At a table at which they have played that far."""
        party = self.table(game, players, seed, **terms)
        party.deal()
        party.play(until)
        assert until(party.picture), f"{game} never comes to that"
        return party


def words(language: str) -> Words:
    """The page's words by their keys, as tests know them, too."""
    text = (ROOT / "web" / "src" / "words" / f"{language}.toml").read_text(encoding="utf-8")
    known = tomllib.loads(text)

    def word(key: str) -> str:
        found: Any = known
        for part in key.split("."):
            found = found[part]
        return str(found)

    return word


def at(party: Party, then: Callable[[Page, Words], Any] = lambda page, words: None) -> Shown:
    """The table as the first friend sees it."""
    return Shown(f"/t/{party.code}", party.me, then)


def press(*keys: str) -> Callable[[Page, Words], None]:
    """Buttons one after the other, by the keys of their words."""

    def pressed(page: Page, words: Words) -> None:
        for key in keys:
            page.get_by_role("button", name=words(key), exact=True).first.click()

    return pressed


# ---- the moments ----


def my_turn(picture: Json) -> bool:
    return picture["actors"] == [0]


def in_a_trick(picture: Json, laid: int = 3, done: int = 4) -> bool:
    """The first friend is to play, with some cards on the table, and some tricks taken."""
    trick = picture.get("trick")
    return my_turn(picture) and picture["tricks"] >= done and trick is not None and len(trick["laid"]) >= laid


def front_door(stage: Stage) -> Shown:
    for game, players in (("hat-trick", 3), ("stoick", 2)):
        party = Party(stage.server.address, NAMES[:players], game, public=True)
        party.sit()
    return Shown(then=lambda page, words: page.locator("article").last.wait_for())


def setup(stage: Stage) -> Shown:
    def opened(page: Page, words: Words) -> None:
        name = words("door.more").replace("{game}", "Sticheln")
        page.get_by_role("button", name=name).click()

    return Shown(then=opened)


def settings(stage: Stage) -> Shown:
    return Shown(then=press("door.settings"))


def waiting_room(stage: Stage) -> Shown:
    party = stage.table("stick-em", 4)
    for seat, friend in enumerate(party.friends[:2]):
        friend.ask(ask="sit", seat=seat)
    party.me.ask(ask="bot", seat=2, level="expert")
    return at(party, press("waiting.qr"))


def invited(stage: Stage) -> Shown:
    party = stage.table("hat-trick", 5)
    for seat, friend in enumerate(party.friends[1:3]):
        friend.ask(ask="sit", seat=seat)
    return Shown(f"/t/{party.code}")


def stick_em(stage: Stage) -> Shown:
    return at(stage.dealt("stick-em", 5, lambda picture: in_a_trick(picture) and picture["round"] > 1))


def sticheln(stage: Stage) -> Shown:
    return at(stage.dealt("sticheln", 6, lambda picture: in_a_trick(picture, 4), options={"aggravated": True}))


def hat_trick(stage: Stage) -> Shown:
    def passed(picture: Json) -> bool:
        return in_a_trick(picture, 4) and any(laid["is_pass"] for laid in picture["trick"]["laid"])

    return at(stage.dealt("hat-trick", 6, passed))


def laid_by(picture: Json) -> list[int]:
    return [seat for seat, one in enumerate(picture["seats"]) if one["has_laid"]]


def shit(stage: Stage) -> Shown:
    party = stage.dealt("shit", 5, lambda picture: picture["turns"] >= 6 and not laid_by(picture))
    for _ in range(3):
        party.step(but=lambda friend: friend is party.me)
    return at(party)


def shit_reveal(stage: Stage) -> Shown:
    def revealed(picture: Json) -> bool:
        turn = picture["last_turn"]
        lain = [laid["card"] for laid in turn["laid"]] if turn else []
        return not laid_by(picture) and picture["turns"] >= 4 and "shit" in lain and turn["winner"] is not None

    return at(stage.dealt("shit", 5, revealed))


def stoick(stage: Stage) -> Shown:
    return at(stage.dealt("stoick", 5, lambda one: my_turn(one) and one["phase"] == "target"))


def stop_it(stage: Stage) -> Shown:
    party = stage.table("stop-it", 4)
    party.deal()
    sorts = Sorting(party)
    for turn in range(44):
        sorts.take(turn % 4)
    sorts.reach(0)
    return at(party)


def stop_it_count(stage: Stage) -> Shown:
    party = stage.table("stop-it", 4)
    party.deal()
    sorts = Sorting(party)
    for turn in range(36):
        sorts.take(turn % 4)
    while party.picture["phase"] == "take" and not sorts.call(turn % 4):
        sorts.take(turn % 4)
        turn += 1
    return at(party)


class Sorting:
    """Friends at Stop it! who take plain cards and file them by colour."""

    def __init__(self, party: Party) -> None:
        self.party = party
        for seat, friend in enumerate(party.friends):
            friend.ask(ask="act", seat=seat, do="go")
        party.catch_up()
        time.sleep(max(0.0, party.me.view["opens"] / 1000 - time.time()) + 0.1)  # the countdown
        party.catch_up()

    def choices(self, seat: int) -> list[Json]:
        found: list[Json] = self.party.friends[seat].view["sights"][0]["choices"]
        return found

    def do(self, seat: int, choice: Json) -> None:
        friend = self.party.friends[seat]
        friend.ask(ask="act", seat=seat, do=choice["do"])
        self.party.catch_up()

    def reach(self, seat: int) -> bool:
        takes = [choice for choice in self.choices(seat) if choice["verb"] == "take"]
        tops = [self.party.picture["piles"][choice["pile"]]["top"] for choice in takes]
        plain = [choice for choice, top in zip(takes, tops, strict=True) if " " not in top and top != "special"]
        if not takes:
            return False
        self.do(seat, self.party.dice.choice(plain or takes))
        return True

    def take(self, seat: int) -> None:
        if not self.reach(seat):
            return
        mine = self.party.friends[seat].view["sights"][0]["picture"]["seats"][seat]
        files = [choice for choice in self.choices(seat) if choice["verb"] == "file"]
        home = [
            choice
            for choice in files
            if choice.get("group") is not None
            and not choice.get("new")
            and choice["group"] < len(mine["groups"])
            and mine["groups"][choice["group"]][0] == mine["holding"]
        ]
        fresh = [choice for choice in files if choice.get("new")]
        if files:
            self.do(seat, (home or fresh[-1:] or files)[0])

    def call(self, seat: int) -> bool:
        calls = [choice for choice in self.choices(seat) if choice["verb"] == "call"]
        if calls:
            self.do(seat, calls[0])
        return bool(calls)


def curse_choice(stage: Stage) -> Shown:
    party = stage.table("stick-em", 4)
    party.deal()
    for friend in party.friends[1:3]:
        party.act(friend, friend.view["sights"][0]["seat"], friend.view["sights"][0]["choices"])
    return at(party, lambda page, words: page.locator(".hand .playable").nth(3).click())


def curse_reveal(stage: Stage) -> Shown:
    return at(stage.dealt("stick-em", 4, lambda picture: picture["phase"] == "play"))


def hot_seat(stage: Stage) -> Shown:
    party = Party(stage.server.address, NAMES[:1], "stick-em", players=3)
    for seat in range(3):
        party.me.ask(ask="sit", seat=seat)
    party.me.ask(ask="start")
    party.play(lambda picture: picture["phase"] == "play" and picture["tricks"] > 2)
    return at(party)


def spectator(stage: Stage) -> Shown:
    return Shown(f"/t/{stage.dealt('hat-trick', 5, in_a_trick, seed=3).code}")


def scores(stage: Stage) -> Shown:
    return at(stage.dealt("stick-em", 4, lambda picture: picture["round"] == 4), press("table.scores"))


def rules(stage: Stage) -> Shown:
    return at(stage.dealt("stoick", 4, my_turn), press("table.rules"))


def talk(stage: Stage) -> Shown:
    party = stage.dealt("sticheln", 4, in_a_trick)
    party.friends[1].ask(ask="say", phrase="hello")
    party.me.ask(ask="say", phrase="well_played")
    party.friends[3].ask(ask="say", text="Grrr…")
    party.friends[2].ask(ask="say", phrase="ha")
    return at(party, press("table.talk"))


def advice(stage: Stage) -> Shown:
    party = stage.dealt("stick-em", 4, lambda picture: in_a_trick(picture, 2), hints=True)

    def asked(page: Page, words: Words) -> None:
        press("advice.ask")(page, words)
        page.locator(".actions p[role=status]").wait_for(timeout=60_000)

    return at(party, asked)


def refused(stage: Stage) -> Shown:
    """A page that has not heard that its seat has acted already, from another device, and acts."""
    party = stage.dealt("hat-trick", 4, in_a_trick)
    deaf = False

    def through(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda text: None if deaf and '"update"' in str(text)[:20] else route.send(text))

    def acted(page: Page, words: Words) -> None:
        nonlocal deaf
        deaf = False
        party.play(my_turn)
        page.route_web_socket("**/api/socket", through)
        page.reload()
        page.locator(".hand .playable").first.wait_for()
        deaf = True
        party.step()
        page.locator(".hand .playable").first.click()
        page.locator(".actions .main").first.click()
        page.locator("[role=alert]").first.wait_for()

    return at(party, acted)


def result(stage: Stage) -> Shown:
    party = stage.dealt("stick-em", 4, lambda picture: picture["phase"] == "over", options={"rounds": 2})
    return at(party)


def review(stage: Stage) -> Shown:
    party = stage.dealt("shit", 3, lambda picture: picture["phase"] == "over", options={"target": 60})

    def reviewed(page: Page, words: Words) -> None:
        press("over.review")(page, words)
        dialog = page.get_by_role("dialog")
        dialog.locator("h3").first.wait_for(timeout=COACH)
        moments = dialog.locator("ol button")
        if moments.count():
            moments.first.click()
        dialog.evaluate("one => one.scrollTo(0, 0)")

    return at(party, reviewed)


def not_found(stage: Stage) -> Shown:
    return Shown("/t/ZZZZZZ")


def line_down(stage: Stage) -> Shown:
    """The server is gone while somebody plays."""
    party = stage.dealt("stoick", 4, my_turn)

    def gone(page: Page, words: Words) -> None:
        stage.server.kill()
        page.get_by_text(words("table.down")).wait_for()
        stage.server.start()

    return at(party, gone)


def offline(stage: Stage) -> Shown:
    def cut(page: Page, words: Words) -> None:
        page.route("**/api/**", lambda route: route.abort())
        page.reload()
        page.get_by_text(words("wrong.offline")).wait_for()

    return Shown(then=cut)


def crowded(stage: Stage) -> Shown:
    """Eight players, each with a curse, six colours: as somebody sees it who cannot tell red from green."""

    def as_seen(page: Page, words: Words) -> None:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": "deuteranopia"})

    return at(stage.dealt("sticheln", 8, lambda picture: in_a_trick(picture, 5, 3)), as_seen)


SCREENS: dict[str, Callable[[Stage], Shown]] = {
    "front-door": front_door,
    "setup": setup,
    "settings": settings,
    "waiting-room": waiting_room,
    "invited": invited,
    "stick-em": stick_em,
    "sticheln": sticheln,
    "hat-trick": hat_trick,
    "shit": shit,
    "stoick": stoick,
    "stop-it": stop_it,
    "stop-it-count": stop_it_count,
    "curse-choice": curse_choice,
    "curse-reveal": curse_reveal,
    "shit-reveal": shit_reveal,
    "hot-seat": hot_seat,
    "spectator": spectator,
    "scores": scores,
    "rules": rules,
    "talk": talk,
    "advice": advice,
    "refused": refused,
    "result": result,
    "review": review,
    "not-found": not_found,
    "offline": offline,
    "deuteranopia": crowded,
    "line-down": line_down,  # the last one: a server that starts anew would give out the same ids again
}
DARK = ("front-door", "waiting-room", "stick-em", "shit-reveal", "stoick", "stop-it", "talk", "review")  # in English


def looks(name: str) -> Iterator[tuple[str, str, str, str]]:
    """Size, language, theme and file of all pictures of a screen."""
    for size in SIZES:
        for language in LOCALES:
            yield size, language, "light", f"{name}-{size}-{language}.webp"
        if name in DARK:
            yield size, "en", "dark", f"{name}-{size}-dark.webp"


# ---- the camera ----


def take(stage: Stage, shown: Shown, size: str, language: str, theme: str) -> bytes:
    context = seated(stage.browser, stage.server.address, size, language, theme=theme, motion="off", pace="normal")
    if shown.friend:
        context.add_cookies([{"name": "tablee", "value": shown.friend.token, "url": f"http://{stage.server.address}"}])
        context.add_init_script(keep("tablee.been", "1"))
    page = context.new_page()
    page.goto(shown.path)
    page.locator("main h1").wait_for()
    page.wait_for_load_state("networkidle")
    shown.then(page, words(language))
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_timeout(SETTLED)
    session = context.new_cdp_session(page)
    picture = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    context.close()
    return base64.b64decode(picture["data"])


def picture_all(names: list[str], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        SameCards(Path(data), "--crowd", "100000") as server,
        sync_playwright() as playwright,
    ):
        stage = Stage(server, launch(playwright))
        for name in names:
            shown = SCREENS[name](stage)
            for size, language, theme, file in looks(name):
                (folder / file).write_bytes(take(stage, shown, size, language, theme))
                print(f"{(folder / file).stat().st_size / 1000:6.1f} kB  {file}", flush=True)
        stage.browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of every screen.")
    parser.add_argument("names", nargs="*", metavar="SCREEN", help=f"some of: {', '.join(SCREENS)} (default: all)")
    names = parser.parse_args().names
    if unknown := [name for name in names if name not in SCREENS]:
        sys.exit(f"no screen is called {', '.join(unknown)}; there are {', '.join(SCREENS)}")
    picture_all([name for name in SCREENS if not names or name in names], FOLDER)
    if not names:
        for stale in set(FOLDER.glob("*.webp")) - {FOLDER / file for name in SCREENS for *_, file in looks(name)}:
            stale.unlink()
    files = list(FOLDER.glob("*.webp"))
    size = sum(file.stat().st_size for file in files) / 1e6
    print(f"{len(files)} pictures, {size:.2f} MB, in {FOLDER.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

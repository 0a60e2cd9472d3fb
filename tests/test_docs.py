"""The documents say what the code does: their tables are read and compared, their links followed."""

import re
import runpy
from pathlib import Path

import pytest

import ladder
import tablee
from tablee.record import KEYS
from tablee.rules import cursed, hat_trick, shit, stoick, stoick_cards, stop_it, stop_it_hand, tricks
from test_architecture import MAY_IMPORT

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
ARCHITECTURE, RECORD, VIEWS = "docs/architecture.md", "docs/record-format.md", "docs/views.md"


def rows(page: str, head: str) -> list[list[str]]:
    """The cells of every row of the tables of a page that begin with that head."""
    text = (ROOT / page).read_text(encoding="utf-8")
    tables = re.findall(rf"^\| {re.escape(head)} \|.*\n\|[-:| ]+\|\n((?:\|.*\n)+)", text, re.MULTILINE)
    lines = [line for table in tables for line in table.splitlines()]
    assert lines, f"{page} has no table that begins with {head}"
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def names(cell: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", cell))


def test_the_table_of_parts_is_the_one_enforced() -> None:
    table = {part.strip("`"): names(may) for part, _, may in rows(ARCHITECTURE, "part")}
    assert table == {part: may - {"*"} for part, may in MAY_IMPORT.items()}


@pytest.mark.parametrize("game", tablee.games(), ids=lambda game: game.slug)
def test_what_every_game_gives(game: tablee.Game) -> None:
    listed = {re.sub(r"\(.*", "", name) for cell, _ in rows(ARCHITECTURE, "name") for name in names(cell)}
    assert listed <= set(vars(game.rules))


def test_the_keys_of_a_record() -> None:
    assert [key.strip("`") for key, _ in rows(RECORD, "key")] == list(KEYS)


@pytest.mark.parametrize("game", tablee.games(), ids=lambda game: game.slug)
def test_the_options_of_a_record(game: tablee.Game) -> None:
    listed = {slug.strip("`"): names(options) for slug, options in rows(RECORD, "game") if slug.startswith("`")}
    assert listed[game.slug] == {option.name for option in game.options}


COLOURS = "red|yellow|green|blue|violet|grey|brown|orange"
PLACES = {
    "COLOUR": rf"(?:{COLOURS})",
    "NUMBER": r"\d+",
    "SEAT": "[0-5]",
    "CARD": rf"(?:joker|(?:{COLOURS}) (?:clover|draw|steal|anti-joker|swap))",
    "PILE": "[1-5]",
    "PLACE": "[1-8]",
}
SECTIONS = {"stick-em": "Stick 'Em, Sticheln", "sticheln": "Stick 'Em, Sticheln"}


@pytest.mark.parametrize("game", tablee.games(), ids=lambda game: game.slug)
def test_the_grammar_of_actions(game: tablee.Game) -> None:
    """Every action that the catalogue names is of exactly one of the page's forms, and every form has its actions."""
    text = (ROOT / RECORD).read_text(encoding="utf-8")
    section = text.split(f"\n### {SECTIONS.get(game.slug, game.title)}\n")[1].split("\n##")[0]
    forms = set(re.findall(r"^\| `([^`]+)` \| ", section, re.MULTILINE)) - {"do"}
    if game.slug == "stick-em":
        forms.remove("choose COLOUR")  # Delayed, which is Sticheln's
    patterns = {form: re.sub("[A-Z]{4,}", lambda place: PLACES[place[0]], form) for form in forms}
    met = set()
    for players in game.players:
        for words in game.setup(players).action_names.values():
            fitting = [form for form, pattern in patterns.items() if re.fullmatch(pattern, words)]
            assert len(fitting) == 1, f"{words}: {fitting}"
            met |= set(fitting)
    assert met == forms


def section(page: str, heading: str) -> str:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.split(r"\n##", text.split(f"# {heading}\n")[1])[0]


# For each section of the page of views: the games, and the modules that have its names.
VIEWED = {
    "Games of tricks": (("stick-em", "sticheln", "hat-trick"), (tricks,)),
    "Stick 'Em and Sticheln": (("stick-em", "sticheln"), (cursed,)),
    "Hat Trick": (("hat-trick",), (hat_trick,)),
    "SHIT!": (("shit",), (shit,)),
    "Stoïck": (("stoick",), (stoick, stoick_cards)),
    "Stop it!": (("stop-it",), (stop_it, stop_it_hand)),
}


@pytest.mark.parametrize("heading", VIEWED)
def test_the_fields_of_a_view(heading: str) -> None:
    slugs, _ = VIEWED[heading]
    fields = re.findall(r"^\| (`.+?) \| ", section(VIEWS, heading).split("| phase |")[0], re.MULTILINE)
    assert fields
    for name in [name for cell in fields for name in names(cell)]:
        for slug in slugs:
            field, places = re.fullmatch(r"(\w+)(?:\[(.+)\])?", name).groups()
            shape = tablee.find(slug).rules.STATE[field].shape
            assert len(shape) == (len(places.split(", ")) if places else 0), f"{slug}: {name}"


@pytest.mark.parametrize("heading", VIEWED)
def test_the_names_and_numbers_of_the_views(heading: str) -> None:
    _, modules = VIEWED[heading]
    text = section(VIEWS, heading)
    known = {name: thing for module in modules for name, thing in vars(module).items()}
    numbered = re.findall(r"^\| `(\w+)`(?: \+ .+)? \| (\d+) \|", text, re.MULTILINE)
    assert {name: known[name] for name, _ in numbered} == {name: int(number) for name, number in numbered}
    assert set(re.findall(r"`([A-Z_]+)`", text)) <= set(known)
    assert set(re.findall(r"`(\w+)\(", text)) <= set(known)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if not link.startswith(("http://", "https://", "#")):
            assert (page.parent / link.split("#")[0]).exists(), link


def test_the_picture_of_a_game_in_the_terminal_shows_what_it_shows_now() -> None:
    drawn = runpy.run_path(str(ROOT / "docs" / "picture.py"))["drawn"]
    assert drawn() == (ROOT / "docs" / "play.svg").read_text(encoding="utf-8"), "run docs/picture.py"


def test_the_ladder_is_what_the_kept_matches_say() -> None:
    page = (ROOT / "bench/ladder.md").read_text(encoding="utf-8").replace(ladder.EARLIER, "").splitlines()
    setups = [tablee.game(slug, **options) for slug, options in ladder.SETUPS]
    kept = [(setup, rung) for setup in setups for rung in ladder.RUNGS if ladder.file_of(setup, rung).exists()]
    assert {ladder.file_of(setup, rung) for setup, rung in kept} == set(ladder.KEPT.glob("*.json"))
    told = [ladder.line(setup, rung, ladder.read(ladder.file_of(setup, rung))) for setup, rung in kept]
    assert [line for line in page if re.match(r"\| .+ \| \d+ \|", line)] == told

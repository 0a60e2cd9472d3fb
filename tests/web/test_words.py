"""Both languages say the same things, with the same places to fill."""

import inspect
import re
import tomllib
from pathlib import Path
from typing import Any, get_args, get_type_hints

from tablee.catalogue import GAMES, rulings
from tablee.pictures import Picture
from tablee.pictures.choices import Verb
from tablee.pictures.stoick import Aim
from tablee.server.conduct import NOTE, Reason
from tablee.table.refusal import Code
from tablee.table.requests import LONG, NAME, WORD, Phrase
from tablee.table.terms import Level

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"


def flat(words: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in words.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return found


def words(language: str) -> dict[str, str]:
    """The words of the page, with those that come with a lesson."""
    own, lessons = (
        tomllib.loads((WEB / "words" / f"{name}.toml").read_text(encoding="utf-8"))
        for name in (language, f"lessons.{language}")
    )
    return flat({**own, "lessons": lessons})


def test_both_languages_are_complete() -> None:
    english, french = words("en"), words("fr")
    assert list(english) == list(french)
    places = {key: [sorted(re.findall(r"{(\w+)}", one[key])) for one in (english, french)] for key in english}
    assert not {key: pair for key, pair in places.items() if pair[0] != pair[1]}


def test_every_refusal_and_every_rule_that_is_told_has_its_words() -> None:
    known = words("en")
    codes = {*get_args(Code)} | {"too_fast"}
    assert not {code for code in codes if f"refused.{code}" not in known}
    named = set(re.findall(r'"([A-Z]{2}-\d+)"', inspect.getsource(rulings)))
    assert len(named) > 10
    assert {key.removeprefix("rule.") for key in known if key.startswith("rule.")} == named


def test_every_text_that_the_page_names_is_there() -> None:
    shared = flat(tomllib.loads((ROOT / "src/tablee/texts/en.toml").read_text(encoding="utf-8")))
    known = {re.sub(r"_(one|other)$", "", key) for key in words("en")} | {f"shared.{key}" for key in shared}
    source = "\n".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*") if path.suffix in (".svelte", ".ts"))
    named = set(re.findall(r"\bt\('([\w.-]+)'", source))
    assert len(named) > 60
    assert not named - known


# ---- keys that are put together from what the server sends ----


def test_everything_that_can_be_done_has_its_words() -> None:
    known = words("en")
    for slug, game in GAMES.items():
        verbs = {name.split()[0] for name in game.paper.action_names(game.usual).values()}
        assert verbs <= {*get_args(Verb)}
        assert not {verb for verb in verbs if not {f"do.{slug}.{verb}", f"do.{verb}"} & known.keys()}, slug
    other = {"file", "move", "give", "deny"}  # the first two look the same to others; what came of the last two is told
    told = {*get_args(Verb)} - other | {"files", "gave", "denied", "claims"}
    assert not {verb for verb in told if not {f"story.{verb}_you", f"story.{verb}_they"} <= known.keys()}


def test_every_phase_of_every_game_has_its_prompt() -> None:
    known = words("en")
    for picture in get_args(Picture):
        slug = picture.__struct_config__.tag
        assert slug in GAMES
        phases = get_args(get_type_hints(picture)["phase"])
        assert not {phase for phase in phases if not {f"prompt.{slug}.{phase}", f"prompt.{phase}"} & known.keys()}, slug
    assert not {aim for aim in get_args(Aim) if f"prompt.stoick.{aim}" not in known}


def test_whatever_goes_wrong_has_its_words() -> None:
    known = words("en")
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src/tablee/server").glob("*.py")]
    codes = {code for text in sources for code in re.findall(r'(?:Failure\(\d+, |Wrong\()"(\w+)"', text)}
    assert len(codes) > 10
    codes -= {"no_path", "not_here"}  # the page asks for nothing that is not there or not for it
    assert not {code for code in codes if not {f"wrong.{code}", f"refused.{code}"} & known.keys()}


def test_names_of_things_have_their_words() -> None:
    known = words("en")
    options = {option.name for game in GAMES.values() for option in game.options if not option.is_seat}
    named = {
        *(f"title.{slug}" for slug in GAMES),
        *(f"setup.option.{name}" for name in options),
        *(f"phrase.{phrase}" for phrase in get_args(Phrase)),
        *(f"about.reason.{reason}" for reason in get_args(Reason)),
        *(f"{kind}.{level}" for kind in ("level", "rank") for level in get_args(Level)),
    }
    assert not named - known.keys()


def test_the_page_lets_nobody_write_more_than_the_server_takes() -> None:
    written = (WEB / "net" / "limits.ts").read_text(encoding="utf-8")
    limits = {name: int(value) for name, value in re.findall(r"export const (\w+) = (\d+);", written)}
    assert limits == {"LONG": LONG, "WORD": WORD, "NAME": NAME, "NOTE": NOTE}

"""Cards can be told apart by whoever cannot tell red from green: by sign, by pattern, and mostly by colour as well."""

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import tablee

WEB = Path(__file__).parents[2] / "web" / "src"
STYLE = (WEB / "app.css").read_text(encoding="utf-8")
SIGNS = dict(re.findall(r"(\w+):\s*'(M[^']+)'", (WEB / "cards" / "Symbol.svelte").read_text(encoding="utf-8")))
PATTERNS = dict(
    re.findall(
        r'<pattern id="of-(\w+)"(.*?)</pattern', (WEB / "cards" / "Patterns.svelte").read_text("utf-8"), re.DOTALL
    )
)
COLOURS = dict(re.findall(r"--(red|yellow|green|blue|violet|grey|brown|orange): #(\w{6});", STYLE))

# Machado, Oliveira and Fernandes (2009), of full severity, on linear RGB.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
}
# How far apart two colours of a game must at least be (CIE 1976; 2.3 is just noticeable side by side). Where eyes lack
# a kind of cone some pairs come close, whatever the palette: signs and patterns are for these.
APART = {"usual": 20, "deuteranopia": 8, "protanopia": 8}
ALIKE = 0.8  # of two signs, laid over each other: at most so much is common to both
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)

Three = tuple[float, float, float]


def times(matrix: Any, vector: Any) -> Three:
    one, two, three = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return one, two, three


def lab(hexadecimal: str, eyes: str) -> Three:
    """As those eyes see it, in CIE L*a*b*."""
    shares = [int(hexadecimal[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    seen = [min(1.0, max(0.0, share)) for share in times(EYES[eyes], linear)]
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in (share / white for share, white in zip(times(XYZ, seen), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, eyes: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(COLOURS[one], eyes), lab(COLOURS[other], eyes), strict=True)) ** 0.5


def pairs(game: tablee.Game) -> list[tuple[str, str]]:
    """Every two colours that occur in that game."""
    words = {
        word for players in game.players for name in game.setup(players).action_names.values() for word in name.split()
    }
    return list(combinations(sorted(words & set(COLOURS)), 2))


def bare(pattern: str) -> str:
    """A pattern without its colours."""
    return re.sub(r"\s+", " ", re.sub(r"var\(--\w+?(-soft)?\)", r"ink\1", pattern))


def test_there_is_a_sign_a_pattern_and_a_colour_for_each() -> None:
    assert len(COLOURS) == 8
    assert set(SIGNS) == set(PATTERNS) == set(COLOURS)


@pytest.mark.parametrize("game", tablee.games(), ids=lambda game: game.slug)
def test_two_colours_of_a_game_differ_in_sign_and_pattern(browser: Browser, game: tablee.Game) -> None:
    assert pairs(game)
    page = browser.new_page()
    for one, other in pairs(game):
        assert bare(PATTERNS[one]) != bare(PATTERNS[other])
        common = page.evaluate(COMMON, [SIGNS[one], SIGNS[other]])
        assert common < ALIKE, f"the signs of {one} and {other} are {common:.0%} the same"
    page.close()


COMMON = """([one, other]) => {
  const side = 96;
  const drawn = (path) => {
    const context = new OffscreenCanvas(side, side).getContext('2d');
    context.scale(side / 24, side / 24);
    context.fill(new Path2D(path));
    return context.getImageData(0, 0, side, side).data.filter((_, place) => place % 4 === 3);
  };
  const [first, second] = [drawn(one), drawn(other)];
  let both = 0, any = 0;
  first.forEach((alpha, place) => {
    both += alpha > 127 && second[place] > 127;
    any += alpha > 127 || second[place] > 127;
  });
  return both / any;
}"""


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("game", tablee.games(), ids=lambda game: game.slug)
def test_two_colours_of_a_game_are_some_way_apart(game: tablee.Game, eyes: str) -> None:
    found = {(one, other): distance(one, other, eyes) for one, other in pairs(game)}
    close = {pair: round(far, 1) for pair, far in found.items() if far < APART[eyes]}
    assert not close

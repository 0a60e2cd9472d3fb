"""Charts: sound SVG, in which nothing lies on or outside of anything else."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tablee.chart import HEIGHT, WIDTH, intervals, lines

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<b>&"x"</b>'


def parsed(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    return root


def words(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def label(root: ElementTree.Element, name: str) -> ElementTree.Element:
    (found,) = (text for text in root.iter(f"{SVG}text") if text.text == name)
    return found


def points(line: ElementTree.Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in line.attrib["points"].split())]


def size(root: ElementTree.Element) -> tuple[float, float]:
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    return width, height


def test_a_line_for_each_name() -> None:
    series = {"Ada": [(0, 0.25), (10, 0.5), (40, 1.0)], "Bo": [(3, 0.25), (20, 0.0)], "Cy": []}
    root = parsed(lines("A match", series, "actions", par=0.25))
    drawn = [points(line) for line in root.iter(f"{SVG}polyline")]
    assert [len(line) for line in drawn] == [3, 2]
    for line in drawn:
        assert all(x < following for (x, _), (following, _) in pairwise(line))
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in line)
    (_, quarter), (_, half), (_, whole) = drawn[0]
    assert quarter > half > whole  # up is better
    assert quarter - half == pytest.approx((half - whole) / 2)
    assert {"A match", "actions", "Ada", "Bo", "40", "0 %", "100 %"} <= set(words(root))
    assert "Cy" not in words(root)
    assert root.attrib["aria-label"] == "A match"


def test_par_and_rounds_are_named() -> None:
    series = {"Ada": [(0.0, 0.25), (100.0, 1.0)]}
    spans = [("Round 1", 40), ("short", 41), ("Round 3", 100)]
    root = parsed(lines("t", series, "actions", 0.25, "par", spans))
    (line,) = (line for line in root.iter(f"{SVG}line") if line.attrib.get("class") == "par")
    assert 0 < float(line.attrib["y1"]) - float(label(root, "par").attrib["y"]) < 10
    (drawn,) = root.iter(f"{SVG}polyline")
    (start, _), (end, _) = points(drawn)
    assert float(label(root, "Round 1").attrib["x"]) == pytest.approx(start + 0.2 * (end - start), abs=0.1)
    assert "short" not in words(root)  # there is no room
    uprights = [line for line in root.iter(f"{SVG}line") if line.attrib["x1"] == line.attrib["x2"]]
    assert [float(line.attrib["x1"]) for line in uprights] == pytest.approx(
        [start + share * (end - start) for share in (0.4, 0.41, 1)], abs=0.1
    )


def test_lines_are_told_apart() -> None:
    root = parsed(lines("t", {f"seat {seat}": [(0, 0.1 * seat), (1, 0.5)] for seat in range(8)}, "actions"))
    looks = [(line.attrib["stroke"], line.attrib["stroke-dasharray"]) for line in root.iter(f"{SVG}polyline")]
    assert len(set(looks)) == 8
    for seat in range(8):
        height = float(label(root, f"seat {seat}").attrib["y"])
        (key,) = (
            line
            for line in root.iter(f"{SVG}line")
            if "stroke" in line.attrib and height - 8 < float(line.attrib["y1"]) < height
        )
        assert (key.attrib["stroke"], key.attrib["stroke-dasharray"]) == looks[seat]


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("last", [0.0, 0.3, 1.0])
def test_labels_do_not_cover_each_other_nor_leave_the_picture(seats: int, last: float) -> None:
    series = {f"seat {seat}": [(0, 0.25), (9, last)] for seat in range(seats)}
    root = parsed(lines("t", series, "actions"))
    heights = sorted(float(label(root, name).attrib["y"]) for name in series)
    assert all(below - above >= 13 for above, below in pairwise(heights))
    width, height = size(root)
    assert heights[0] >= 13
    assert heights[-1] <= height
    assert all(float(label(root, name).attrib["x"]) < width - 60 for name in series)


def test_names_and_titles_are_escaped() -> None:
    root = parsed(lines(NASTY, {NASTY: [(0, 0.5)]}, NASTY))
    assert words(root).count(NASTY) == 3
    assert root.attrib["aria-label"] == NASTY
    root = parsed(intervals(NASTY, [(NASTY, 0.5, 0.4, 0.6)], NASTY, 0.25))
    assert words(root).count(NASTY) == 3


def test_nothing_to_draw() -> None:
    assert list(parsed(lines("t", {}, "actions")).iter(f"{SVG}polyline")) == []
    assert list(parsed(lines("t", {"Ada": []}, "actions")).iter(f"{SVG}polyline")) == []
    assert list(parsed(intervals("t", [], "wins", 0.5)).iter(f"{SVG}circle")) == []
    assert points(next(parsed(lines("t", {"Ada": [(0, 1.0)]}, "a")).iter(f"{SVG}polyline")))


def test_a_row_for_each_bot() -> None:
    rows = [("expert among casual", 0.6, 0.5, 0.7), ("casual among novice", 0.4, -0.1, 1.2)]
    root = parsed(intervals("A ladder", rows, "wins", 0.25))
    dots = [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in root.iter(f"{SVG}circle")]
    assert len(dots) == 2
    assert dots[0][0] > dots[1][0]  # right is better
    assert dots[0][1] < dots[1][1]
    width, height = size(root)
    for dot, bar in zip(dots, [bar for bar in root.iter(f"{SVG}line") if "class" not in bar.attrib], strict=True):
        assert 0 <= float(bar.attrib["x1"]) < dot[0] < float(bar.attrib["x2"]) <= width
        assert float(bar.attrib["y1"]) == dot[1] < height
    (par,) = (line for line in root.iter(f"{SVG}line") if line.attrib.get("class") == "par")
    assert float(par.attrib["x1"]) == pytest.approx(float(label(root, "25 %").attrib["x"]))
    assert {"60 %", "40 %", "expert among casual"} <= set(words(root))


def test_a_long_name_leaves_room_for_the_picture() -> None:
    name = "a.long.way.to:Somewhere among " * 5
    root = parsed(intervals("t", [(name, 0.5, 0.4, 0.6)], "wins", 0.25))
    start, end = (float(label(root, share).attrib["x"]) for share in ("0 %", "100 %"))
    assert end - start > 100
    assert end < size(root)[0]
    (dot,) = root.iter(f"{SVG}circle")
    assert start < float(dot.attrib["cx"]) < end


def test_an_interval_without_end_is_drawn_to_the_edge() -> None:
    wide = float("inf")
    assert "inf" not in intervals("t", [("a", 0.5, -wide, wide)], "wins", 0.25)

"""Two small charts as SVG: how chances went over a match, and how bots stand on a ladder.

Written by hand rather than by a plotting library: they are a few lines each, and nothing has to be installed.
"""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

WIDTH, HEIGHT = 760, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 148, 48, 52
LETTER = 8.0  # pixels a letter takes, at most, in the usual fonts
LONG = 48  # characters of a name that are shown
KEY = 24  # pixels of a line beside its name

# Told apart by people who cannot see red too (Okabe and Ito; their three palest replaced by ones that show on white),
# and by their dashes.
INKS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#882255", "#8C6D1F", "#000000", "#6E6E6E")
DASHES = ("none", "7 3", "2 3", "10 3 2 3", "none", "7 3", "2 3", "10 3 2 3")

STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#333}.title{font-size:16px;font-weight:600}"
    ".name{font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:3px}"
    ".grid{stroke:#ddd}.par{stroke:#767676;stroke-dasharray:4 4}"
)


def lines(
    title: str,
    series: Mapping[str, Sequence[tuple[float, float]]],
    across: str,
    par: float | None = None,
    par_name: str = "",
    spans: Sequence[tuple[str, float]] = (),
) -> str:
    """Chances from 0 to 1 over something that is counted: one line for each name.

    `spans` are the rounds, or the like, in order: a name and where it ends. A name for which there is no room is left
    out.
    """
    last = max([x for points in series.values() for x, _ in points] + [end for _, end in spans], default=1) or 1

    def place(x: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * x / last

    parts = [_grid(f"{100 * y:.0f} %", y) for y in (0, 0.25, 0.5, 0.75, 1)]
    start = 0.0
    for name, end in spans:
        parts.append(_line(place(end), TOP, place(end), HEIGHT - BOTTOM, "grid"))
        if place(end) - place(start) > LETTER * len(name):
            parts.append(_text(place((start + end) / 2), TOP - 6, name, 'text-anchor="middle"'))
        start = end
    if par is not None:
        parts.append(_line(LEFT, _height(par), WIDTH - RIGHT, _height(par), "par"))
    labels = _apart([(name, _height(points[-1][1])) for name, points in series.items() if points])
    for number, (name, points) in enumerate(series.items()):
        if not points:
            continue
        pen = f'stroke="{INKS[number % len(INKS)]}" stroke-width="2" stroke-dasharray="{DASHES[number % len(DASHES)]}"'
        path = " ".join(f"{place(x):.1f},{_height(y):.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke-linejoin="round" {pen}/>')
        key, y = WIDTH - RIGHT + 12, labels[name]
        parts.append(f'<line x1="{key}" y1="{y:.1f}" x2="{key + KEY}" y2="{y:.1f}" {pen}/>')
        parts.append(_text(key + KEY + 6, y + 4, name))
    if par is not None:  # at the end, where the lines have parted
        parts.append(_text(WIDTH - RIGHT - 6, _height(par) - 5, par_name, 'class="name" text-anchor="end"'))
    for x, anchor in ((0, "middle"), (last, "end")):  # the names of the lines may come down beside the last
        parts.append(_text(place(x), HEIGHT - BOTTOM + 18, f"{x:g}", f'text-anchor="{anchor}"'))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, across, 'text-anchor="middle"'))
    return _svg(title, parts)


def intervals(title: str, rows: Sequence[tuple[str, float, float, float]], across: str, par: float) -> str:
    """A row for each name: a share from 0 to 1 as a dot, with its interval; `par` is marked."""
    row = 34
    height = TOP + row * len(rows) + BOTTOM
    left = 30 + LETTER * min(max((len(name) for name, *_ in rows), default=0), LONG)

    def place(share: float) -> float:
        return left + (WIDTH - left - 70) * min(max(share, 0), 1)

    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(_line(place(share), TOP, place(share), height - BOTTOM, "grid"))
        parts.append(_text(place(share), height - BOTTOM + 18, f"{100 * share:.0f} %", 'text-anchor="middle"'))
    parts.append(_line(place(par), TOP, place(par), height - BOTTOM, "par"))
    for number, (name, mean, low, high) in enumerate(rows):
        y = TOP + row * (number + 0.5)
        shown = name if len(name) <= LONG else f"{name[: LONG - 1]}…"
        parts.append(_text(left - 12, y + 4, shown, 'text-anchor="end"'))
        parts.append(
            f'<line x1="{place(low):.1f}" y1="{y}" x2="{place(high):.1f}" y2="{y}" '
            f'stroke="{INKS[0]}" stroke-width="3" stroke-linecap="round"/>'
        )
        parts.append(f'<circle cx="{place(mean):.1f}" cy="{y}" r="5" fill="{INKS[0]}"/>')
        parts.append(_text(WIDTH - 62, y + 4, f"{100 * mean:.0f} %", 'style="font-weight:600"'))
    middle = min((left + WIDTH - 70) / 2, WIDTH - 20 - LETTER * len(across) / 2)  # beside long names it moves over
    parts.append(_text(middle, height - 14, across, 'text-anchor="middle"'))
    return _svg(title, parts, height)


def _height(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)


def _apart(labels: list[tuple[str, float]], gap: float = 16) -> dict[str, float]:
    """Heights for the labels such that none covers another."""
    ranked = sorted(labels, key=lambda label: label[1])
    heights: list[float] = []
    for _, height in ranked:
        heights.append(max([height, *(above + gap for above in heights[-1:])]))
    floor = HEIGHT - gap
    for place in reversed(range(len(heights))):  # those that would leave the picture push the others up
        heights[place] = min(heights[place], floor)
        floor = heights[place] - gap
    return {name: height for (name, _), height in zip(ranked, heights, strict=True)}


def _grid(label: str, y: float) -> str:
    height = _height(y)
    return _line(LEFT, height, WIDTH - RIGHT, height, "grid") + _text(LEFT - 8, height + 4, label, 'text-anchor="end"')


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'


def _svg(title: str, parts: Sequence[str], height: float = HEIGHT) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label={quoteattr(title)}><style>{STYLE}</style><rect width="100%" height="100%" fill="#fff"/>'
        + _text(20, 24, title, 'class="title"')
        + "".join(parts)
        + "</svg>\n"
    )

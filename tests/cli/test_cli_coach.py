"""`tablee analyse`."""

import io
import json
import re
from xml.etree import ElementTree

import pytest
from rich.console import Console

from tablee import Match, game, games
from tablee.cli.coach import draw, mistake, show
from tablee.coach import Analysis, Decision
from tablee.record import dumps
from tablee.rules.stoick_cards import FACE_NAMES

PASSES = ("--passes", 2)
SHORT = {
    "stick-em": "rounds=1",
    "sticheln": "rounds=1",
    "hat-trick": "rounds=1",
    "shit": "target=10",
    "stoick": "games=1",
    "stop-it": "points=15",
}
WHERE = {
    "en": {
        "stick-em": r"Round 1, (trick \d+|curse)",
        "sticheln": r"Round 1, (trick \d+|curse)",
        "hat-trick": r"Round 1, trick \d+",
        "shit": r"Turn \d+",
        "stoick": r"Action \d+",
        "stop-it": r"Action \d+, \d+ of 15 penalty cards left",
    },
    "fr": {
        "stick-em": r"Manche 1, (pli \d+|malédiction)",
        "sticheln": r"Manche 1, (pli \d+|malédiction)",
        "hat-trick": r"Manche 1, pli \d+",
        "shit": r"Tour \d+",
        "stoick": r"Action \d+",
        "stop-it": r"Action \d+, pénalités restantes : \d+ sur 15",
    },
}
SVG = "{http://www.w3.org/2000/svg}"
together = pytest.mark.xdist_group("stick-em")  # one worker compiles for all of these


@pytest.fixture
def record(tablee, tmp_path):
    file = tmp_path / "match.json"
    words = ("--players", 3, "--option", "rounds=1", "--seed", 7, "-o", file)
    assert tablee("record", "stick-em", *words).exit_code == 0
    return file


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "slug", [pytest.param(entry.slug, marks=pytest.mark.xdist_group(entry.slug)) for entry in games()]
)
def test_every_game(tablee, tmp_path, slug, lang):
    file, plot = tmp_path / "match.json", tmp_path / "chances.svg"
    assert tablee("record", slug, "--option", SHORT[slug], "--seed", 7, "-o", file).exit_code == 0
    result = tablee("analyse", file, "--passes", 20, "--lang", lang, "--plot", plot)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert ("Decisions" if lang == "en" else "Décisions") in result.stdout
    told = " ".join(result.stdout.split())
    assert ("where it hurt most:" if lang == "en" else "là où ça a fait le plus mal :") in told
    assert re.search(WHERE[lang][slug] + r" – .*?, \d+ % (to win|de chances de gagner)", told)
    assert re.search(r"(better|plutôt) .*?, \d+ % .*? \(\+\d+[.,]\d ± \d+[.,]\d\)", told)
    assert ("chance to win that a decision cost on average" if lang == "en" else "a coûtée en moyenne") in told
    if slug in ("stick-em", "sticheln", "hat-trick"):
        assert re.search(r"[♥★▲◆✚] (red|yellow|green|blue|violet|\d+ (rouge|jaune|vert|bleu|violet))", told)
    assert ("”" if lang == "en" else " »") in result.stdout  # in words, why
    assert "{" not in result.stdout
    assert max(len(line) for line in result.stdout.splitlines() if str(file) not in line) <= 80
    look = re.search(rf"tablee replay {re.escape(str(file))} --seat (\d) --before (\d+)", result.stdout)
    assert look is not None
    table = tablee("replay", file, "--seat", look[1], "--before", look[2], "--lang", lang)
    assert table.exit_code == 0, table.output
    assert " 1) " in table.stdout  # the seat was to choose
    root = ElementTree.fromstring(plot.read_text(encoding="utf-8"))
    lines = list(root.iter(f"{SVG}polyline"))
    played = json.loads(file.read_text(encoding="utf-8"))
    assert len(lines) == played["players"]
    heights = [float(line.attrib["points"].split(",")[-1]) for line in lines]  # of the ends: won, or not
    best = min(heights)
    assert [seat for seat, height in enumerate(heights) if height == best] == played["winners"]
    assert len({line.attrib["points"].split()[-1].split(",")[0] for line in lines}) == 1
    drawn = [text.text for text in root.iter(f"{SVG}text")]
    assert ("an equal share" if lang == "en" else "à parts égales") in drawn
    assert ({"Round 1", "Manche 1", "Game 1", "Partie 1"} & {*drawn} != set()) == (slug not in ("shit", "stop-it"))
    title = next(root.iter(f"{SVG}text")).text
    assert ("the chance to win" if lang == "en" else "les chances de gagner") in title


@together
def test_json(tablee, record):
    result = tablee("analyse", record, *PASSES, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    page = json.loads(result.stdout)
    assert page["format"] == "tablee-analysis/1"
    assert [seat["seat"] for seat in page["seats"]] == [0, 1, 2]
    assert tablee("analyse", record, *PASSES, "--json").stdout == result.stdout


@together
def test_seats(tablee, record):
    page = json.loads(tablee("analyse", record, *PASSES, "--json", "--seat", 2).stdout)
    assert {decision["seat"] for decision in page["decisions"]} == {2}
    page = json.loads(tablee("analyse", record, *PASSES, "--json", "--seat", 2, "--seat", 0).stdout)
    assert {decision["seat"] for decision in page["decisions"]} == {0, 2}


def decided(match):
    """A mistake at the present moment of the match."""
    seat = match.actors[0]
    played, best = match.legal(seat)[:2]
    return Decision(
        len(match.actions), seat, played, best, {played: 0.1, best: 0.3}, {}, 0.2, 0.01, "reason.cursed.win"
    )


@pytest.mark.parametrize(
    ("setup", "actions", "moment"),
    [
        (game("stick-em", players=3), 0, "Round 1, curse"),
        (game("stick-em", players=3), 3 + 3 * 11 + 1, "Round 1, trick 12"),
        (game("stick-em", players=3), 45 + 1, "Round 2, curse"),
        (game("stick-em", players=3), 45 + 3, "Round 2, trick 1"),
        (game("sticheln", players=3, reverse=True), 0, "Round 1, lucky colour"),
        (game("sticheln", players=3, delayed=True), 3 * 15, "Round 1, curse"),
        (game("hat-trick", players=4), 0, "Round 1, trick 1"),
        (game("shit", players=3), 3, "Turn 2"),
        (game("stoick", players=3, games=2), 0, "Game 1, action 1"),
        (game("stoick", players=3, games=1), 0, "Action 1"),
        (game("stop-it", players=3), 3, "Action 4, 15 of 15 penalty cards left"),
    ],
    ids=str,
)
def test_where_it_was(setup, actions, moment):
    match = Match(setup, seed=1)
    for _ in range(actions):
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    said, _ = mistake(match, decided(match), "en")
    assert said.plain.startswith(f"{moment} – ")


@pytest.mark.parametrize(("asked", "rows"), [(None, ["0 Mia", "1 Ben", "2 Rose"]), ([1], ["1 you"])])
def test_a_seat_with_nothing_to_decide_is_not_left_out(asked, rows):
    match = Match(game("stick-em", players=3), seed=1)
    told = Console(file=io.StringIO(), width=80)
    show(told, Analysis(match, [decided(match)]), "en", asked, "match.json")
    lines = told.file.getvalue().splitlines()[2 : 2 + len(rows)]
    assert [" ".join(line.split()) for line in lines] == [
        f"{row} 0 {'1 66.7 %' if row == '0 Mia' else '0 –'}" for row in rows
    ]


def test_a_plot_calls_a_seat_what_the_report_does(tmp_path):
    match = Match(game("stick-em", players=3), seed=1)
    draw(str(tmp_path / "plot.svg"), Analysis(match, [decided(match)]), "en", [0])
    assert "0 you" in (tmp_path / "plot.svg").read_text(encoding="utf-8")


def test_what_a_mistake_says():
    match = Match(game("stick-em", players=3), seed=1)
    played, better = (" ".join(line.plain.split()) for line in mistake(match, decided(match), "en"))
    assert (played, better) == (
        "Round 1, curse – ♥ red 0, 10 % to win",
        "better ♥ red 5, 30 % to win (+20.0 ± 1.0), “the trick is worth having”",
    )
    played, better = (" ".join(line.plain.split()) for line in mistake(match, decided(match), "fr"))
    assert (played, better) == (
        "Manche 1, malédiction – ♥ 0 rouge, 10 % de chances de gagner",
        "plutôt ♥ 5 rouge, 30 % de chances de gagner (+20,0 ± 1,0), « le pli vaut la peine »",
    )


@together
def test_through_a_pipe(tablee, record):
    text = record.read_text(encoding="utf-8")
    piped, read = (tablee("analyse", *source, *PASSES, typed=text).stdout for source in (["-"], [record]))
    assert piped.splitlines() == [line for line in read.splitlines() if "tablee replay" not in line]


@together
def test_who_asks_for_one_seat_is_spoken_to(tablee, record):
    said = tablee("analyse", record, *PASSES, "--seat", 1).stdout
    assert "1 you " in said
    assert "Where it hurt you most:" in said
    assert "vous" in tablee("analyse", record, *PASSES, "--seat", 1, "--lang", "fr").stdout
    assert "you" not in tablee("analyse", record, *PASSES, "--seat", 1, "--seat", 2).stdout


def test_whom_a_card_is_for_is_said():
    match = Match(game("stoick", players=3), seed=1)
    while "target 1" not in [match.setup.say(action) for action in match.legal(match.actors[0])]:
        match.play(match.actors[0], match.legal(match.actors[0])[-1])
    purposes = {"steal": "steal from ", "anti-joker": "ask ", "swap": "swap with "}
    said, better = mistake(match, decided(match), "en")
    purpose = purposes[FACE_NAMES[match.state.pending]]
    assert f" – {purpose}" in said.plain
    assert f"better {purpose}" in better.plain


@together
def test_unfinished_and_not_begun(tablee):
    match = Match(game("stick-em", players=3), seed=1)
    result = tablee("analyse", "-", *PASSES, typed=dumps(match.record()))
    assert (result.exit_code, result.stdout) == (0, "There is nothing to weigh: nobody had a choice.\n")
    page = json.loads(tablee("analyse", "-", "--json", typed=dumps(match.record())).stdout)
    assert (page["seats"], page["decisions"], page["winners"]) == ([], [], [])
    match.play(1, match.legal(1)[0])
    result = tablee("analyse", "-", *PASSES, "--seat", 0, typed=dumps(match.record()))
    assert result.stdout == "There is nothing to weigh: no choice of theirs is in the record.\n"
    result = tablee("analyse", "-", *PASSES, typed=dumps(match.record()))
    assert result.exit_code == 0
    assert "Decisions" in result.stdout


def refused(result, message):
    assert result.exit_code == 2, result.output
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.output
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "not a whole JSON text"),
        ("{", "not a whole JSON text"),
        ("[]", "a record is a JSON object; got list"),
        ("{}", "format: missing"),
        ('{"format": "tablee-analysis/1"}', "missing"),
        ("[" * 100_000, "tablee: "),
    ],
    ids=lambda value: value[:12],
)
def test_what_is_no_record(tablee, typed, message):
    result = tablee("analyse", "-", typed=typed)
    refused(result, message)
    assert len(result.stderr.splitlines()) == 1


def test_a_record_that_was_changed(tablee, record):
    changed = json.loads(record.read_text(encoding="utf-8"))
    changed["scores"][0] += 1
    refused(tablee("analyse", "-", typed=json.dumps(changed)), "tablee: scores: ")
    del changed["actions"][10]
    refused(tablee("analyse", "-", typed=json.dumps(changed)), "tablee: actions[")


def test_files_that_cannot_be_read(tablee, tmp_path):
    refused(tablee("analyse", tmp_path / "none.json"), "cannot read")
    refused(tablee("analyse", tmp_path), "cannot read")
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    refused(tablee("analyse", tmp_path / "noise"), "is not a text in UTF-8")
    file = tmp_path / "bots.py"
    file.write_text("import tablee\n", encoding="utf-8")
    result = tablee("analyse", file)
    refused(result, "")
    assert result.stderr.startswith(f"tablee: {file} is not a record: not a whole JSON text: ")


@pytest.mark.parametrize("seat", [3, -1, 99])
def test_a_wrong_seat(tablee, record, seat):
    refused(tablee("analyse", record, *PASSES, "--seat", seat), f"the seats are 0 to 2; got {seat}")


@pytest.mark.parametrize("words", [["--passes", 0], ["--passes", "x"], ["--seat", "me"], ["--lang", "de"]], ids=str)
def test_refusals(tablee, record, words):
    refused(tablee("analyse", record, *words), "")


def test_a_plot_is_an_svg_or_a_png(tablee, record, tmp_path):
    assert tablee("analyse", record, *PASSES, "--seat", 0, "--plot", tmp_path / "chances.PNG").exit_code == 0
    assert (tmp_path / "chances.PNG").read_bytes().startswith(b"\x89PNG")
    refused(tablee("analyse", record, *PASSES, "--plot", tmp_path / "chances.pdf"), "SVG or PNG: name the file")
    assert not (tmp_path / "chances.pdf").exists()


def test_a_png_without_what_draws_it(tablee, record, tmp_path, monkeypatch):
    monkeypatch.setattr("tablee.cli.report.find_spec", lambda name: None)
    refused(tablee("analyse", record, *PASSES, "--plot", tmp_path / "chances.png"), 'pip install "tablee[png]"')
    assert not (tmp_path / "chances.png").exists()


@together
@pytest.mark.parametrize("place", ["nowhere/chances.svg", "."])
def test_a_plot_that_cannot_be_written(tablee, record, tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tablee.cli.coach.analysed", None)  # refused before anything is weighed
    refused(tablee("analyse", record, *PASSES, "--plot", place), f"tablee: cannot write {place}: ")

"""`tablee analyse`."""

import json
from xml.etree import ElementTree

import pytest

from tablee import Match, game, games
from tablee.record import dumps

PASSES = ("--passes", 2)
SHORT = {
    "stick-em": "rounds=1",
    "sticheln": "rounds=1",
    "hat-trick": "rounds=1",
    "shit": "target=10",
    "stoick": "games=1",
    "stop-it": "points=15",
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
    assert ("where it hurt most:" if lang == "en" else "là où ça fait le plus mal :") in result.stdout
    assert ("better by" if lang == "en" else "mieux de") in result.stdout
    assert ("”" if lang == "en" else " »") in result.stdout  # in words, why
    assert "{" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80
    root = ElementTree.fromstring(plot.read_text(encoding="utf-8"))
    lines = list(root.iter(f"{SVG}polyline"))
    assert len(lines) == json.loads(file.read_text(encoding="utf-8"))["players"]
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


@together
def test_through_a_pipe(tablee, record):
    text = record.read_text(encoding="utf-8")
    assert tablee("analyse", "-", *PASSES, typed=text).stdout == tablee("analyse", record, *PASSES).stdout


@together
def test_unfinished_and_not_begun(tablee):
    match = Match(game("stick-em", players=3), seed=1)
    result = tablee("analyse", "-", *PASSES, typed=dumps(match.record()))
    assert (result.exit_code, result.stdout) == (0, "There is nothing to weigh: nobody had a choice.\n")
    page = json.loads(tablee("analyse", "-", "--json", typed=dumps(match.record())).stdout)
    assert (page["seats"], page["decisions"], page["winners"]) == ([], [], [])
    match.play(1, match.legal(1)[0])
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


@pytest.mark.parametrize("seat", [3, -1, 99])
def test_a_wrong_seat(tablee, record, seat):
    refused(tablee("analyse", record, *PASSES, "--seat", seat), f"the seats are 0 to 2; got {seat}")


@pytest.mark.parametrize("words", [["--passes", 0], ["--passes", "x"], ["--seat", "me"], ["--lang", "de"]], ids=str)
def test_refusals(tablee, record, words):
    refused(tablee("analyse", record, *words), "")


@together
@pytest.mark.parametrize("place", ["nowhere/chances.svg", "."])
def test_a_plot_that_cannot_be_written(tablee, record, tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    refused(tablee("analyse", record, *PASSES, "--plot", place), f"tablee: cannot write {place}: ")

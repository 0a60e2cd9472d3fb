"""`tablee record` and `tablee replay`."""

import json

import pytest

from tablee import Match, game, games
from tablee.record import dumps, loads, read

SLUGS = [entry.slug for entry in games()]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seat", [-1, 1])
def test_there_and_back(tablee, tmp_path, slug, seat):
    file = tmp_path / "match.json"
    written = tablee("record", slug, "--seed", 7, "-o", file)
    assert (written.exit_code, written.output) == (0, "")
    checked = tablee("replay", file, "--verify")
    assert checked.exit_code == 0
    assert checked.stdout.startswith(f"OK: {slug}, ")
    told = tablee("replay", file, "--seat", seat)
    assert told.exit_code == 0
    assert "The game is over." in told.output


def test_the_same_seed_the_same_record(tablee):
    once, twice = (tablee("record", "hat-trick", "--seed", "x", "--option", "rounds=1").stdout for _ in range(2))
    assert once == twice
    assert Match.replay(loads(once)).over


def test_through_a_pipe(tablee):
    paper = tablee("record", "shit", "--option", "target=10").stdout
    assert tablee("replay", "-", "--verify", typed=paper).stdout.startswith("OK: shit, 4 players, target=10, ")


def test_unfinished(tablee):
    match = Match(games()[0].setup(3), seed=1)
    match.play(0, match.legal(0)[0])
    paper = dumps(match.record())
    assert "1 action, not finished" in tablee("replay", "-", "--verify", typed=paper).stdout
    assert "this match was not finished" in tablee("replay", "-", typed=paper).stdout


@pytest.fixture
def tampered(tablee, tmp_path):
    """A record in which one result was changed."""
    record = json.loads(tablee("record", "stick-em", "--seed", 7).stdout)
    record["results"][3]["winner"] = (record["results"][3]["winner"] + 1) % 4
    file = tmp_path / "tampered.json"
    file.write_text(json.dumps(record))
    return file


def test_verify_names_the_place(tablee, tampered):
    result = tablee("replay", tampered, "--verify")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "results[3]" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_tampered_record_is_not_told(tablee, tampered):
    result = tablee("replay", tampered)
    assert result.exit_code == 2
    assert "results[3]" in result.stderr


def test_secrets_are_not_told_to_others(tablee):
    """What a seat lays in SHIT! is told before the turn is over to that seat alone."""
    paper = tablee("record", "shit", "--seed", 7, "--option", "target=1").stdout
    first = tablee("replay", "-", "--seat", 0, typed=paper).stdout.partition("turned over")[0]
    public = tablee("replay", "-", typed=paper).stdout.partition("turned over")[0]
    assert "You lay" in first
    assert "Your hand" in first
    assert "lay " not in public
    assert "hand" not in public
    assert public.count("has laid a card.") == 4


def test_curses_are_told_when_all_are_chosen(tablee):
    paper = tablee("record", "stick-em", "--seed", 7, "--option", "rounds=1").stdout
    before, _, after = tablee("replay", "-", typed=paper).stdout.partition("The curses:")
    assert before.count("has chosen.") == 4
    curse = json.loads(paper)["actions"][0]["do"].split()[-1]
    assert curse in after.splitlines()[0]


def test_bad_seat(tablee):
    paper = tablee("record", "shit", "--option", "target=1").stdout
    result = tablee("replay", "-", "--seat", 9, typed=paper)
    assert result.exit_code == 2
    assert result.stderr.startswith("tablee: the seats are 0 to 3")


def test_files_that_cannot_be_read_or_written(tablee, tmp_path):
    missing = tablee("replay", tmp_path / "nothing.json", "--verify")
    assert (missing.exit_code, missing.stderr.count("\n")) == (2, 1)
    assert "cannot read" in missing.stderr
    assert tablee("replay", tmp_path).exit_code == 2
    nowhere = tablee("record", "shit", "-o", tmp_path / "no" / "where.json")
    assert (nowhere.exit_code, nowhere.stderr.count("\n")) == (2, 1)
    assert "cannot write" in nowhere.stderr
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in tablee("replay", tmp_path / "binary").stderr
    assert "JSON" in tablee("replay", "-", typed="{").stderr


def test_the_table_before_an_action(tablee, tmp_path):
    file = tmp_path / "match.json"
    tablee("record", "stoick", "--players", 3, "--option", "games=1", "--seed", 3, "-o", file)
    match = Match.replay(read(file))
    seat, _ = match.actions[20]
    mine = tablee("replay", file, "--seat", seat, "--before", 21).stdout
    assert "Your hand: " in mine
    assert " 1) " in mine
    others = tablee("replay", file, "--seat", (seat + 1) % 3, "--before", 21).stdout
    assert "Your hand: " in others
    assert " 1) " not in others  # it is not asked anything
    assert "Your hand" not in tablee("replay", file, "--before", 21).stdout
    last = len(match.actions) + 1
    assert tablee("replay", file, "--before", last).exit_code == 0
    beyond = tablee("replay", file, "--before", last + 1)
    assert beyond.exit_code == 2
    assert f"a table before 1 to {last}; got {last + 1}" in " ".join(beyond.stderr.split())


def test_a_shared_win_is_told_in_the_plural(tablee):
    for seed in range(200):
        match = Match(game("stick-em", players=3, rounds=1), seed)
        while not match.over:
            match.play(match.actors[0], match.legal(match.actors[0])[0])
        if len(match.winners) > 1:
            one, other = match.winners
            checked = tablee("replay", "-", "--verify", typed=dumps(match.record())).stdout
            assert f"won by seats {one} and {other} (" in checked
            return
    raise AssertionError("no shared win in 200 matches")

"""Whole games at the terminal, typed in advance."""

import re

import pytest

from tablee import Match, games
from tablee.cli.ink import STYLES, SYMBOLS
from tablee.cli.options import seed_or_new
from tablee.record import read
from tablee.rules import hat_trick, shit, sticheln, stick_em, stoick_cards, stop_it

EVERY_CHOICE_THE_FIRST = "1\n" * 4000

WHOLE_GAMES = [
    ("stick-em", "--players", 4, "--option", "rounds=2"),
    ("stick-em", "--players", 6, "--option", "rounds=1", "--seat", 3, "--lang", "fr"),
    ("sticheln", "--players", 3, "--option", "rounds=1"),
    ("sticheln", "--players", 8, "--option", "rounds=1", "--option", "mild", "--option", "hazy"),
    ("sticheln", "--players", 4, "--option", "rounds=1", "--option", "delayed", "--option", "aggravated"),
    ("sticheln", "--players", 5, "--option", "rounds=1", "--option", "reverse", "--lang", "fr"),
    ("hat-trick", "--players", 4, "--option", "rounds=2"),
    ("hat-trick", "--players", 7, "--option", "rounds=1", "--lang", "fr"),
    ("shit", "--players", 2),
    ("shit", "--players", 6, "--seat", 5, "--lang", "fr"),
    ("stoick", "--players", 4, "--option", "games=2"),
    ("stoick", "--players", 3, "--lang", "fr"),
    ("stoick", "--players", 4, "--option", "strict"),
    ("stop-it", "--players", 2),
    ("stop-it", "--players", 6, "--seat", 2, "--lang", "fr"),
]


@pytest.mark.parametrize("words", WHOLE_GAMES, ids=lambda words: " ".join(map(str, words)))
def test_a_whole_game(tablee, words):
    result = tablee("play", *words, "--seed", 5, typed=EVERY_CHOICE_THE_FIRST)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert ("La partie est finie." if "fr" in words else "The game is over.") in result.output
    # A command to be copied is not broken.
    assert max(len(line) for line in result.output.splitlines() if "tablee play" not in line) <= 80
    assert "{" not in result.output
    assert "\x1b" not in result.output


def test_every_game_is_played_here():
    assert {words[0] for words in WHOLE_GAMES} == {game.slug for game in games()}


def test_the_same_seed_the_same_game(tablee):
    once, twice = (tablee("play", "shit", "--seed", "friday", typed="1\n" * 500).output for _ in range(2))
    other = tablee("play", "shit", "--seed", "saturday", typed="1\n" * 500).output
    assert once == twice
    assert once.split() != other.split()


def test_the_end_gives_the_rounds_and_the_way_back(tablee):
    output = tablee("play", "stick-em", "--players", 3, "--seat", 1, "--seed", "a b", typed="1\n" * 100).output
    table = output.partition("The game is over.")[2]
    rounds = [[int(number) for number in re.findall(r"[+-]?\d+", line)[1:]] for line in re.findall("Round .*", table)]
    total = [int(number) for number in re.findall(r"-?\d+", re.search("Total.*", table).group())]
    assert [sum(column) for column in zip(*rounds, strict=True)] == total
    assert "tablee play stick-em --players 3 --seat 1 --seed 'a b'" in table


def test_words_instead_of_numbers(tablee):
    output = tablee("play", "stick-em", "--seed", 3, typed="choose red 1\nplay  RED 2\n").output
    assert "You choose ♥ red 1." in output
    assert "you ♥ 2  Ben" in output.replace("\N{NO-BREAK SPACE}", " ")


def test_nonsense_is_answered_and_asked_again(tablee):
    output = tablee(
        "play", "stick-em", "--seed", 3, typed="chose red 1\nplay red 1\n99\n" + "9" * 5000 + "\n\nchoose red 1\n"
    ).output
    assert "I do not understand “chose red 1”. Type a number, or words such as: choose red 1" in output
    assert "You cannot do “play red 1” now." in output
    assert "I do not understand “99”" in output
    assert "You choose ♥ red 1." in output


def test_nonsense_is_answered_in_french(tablee):
    output = tablee("play", "shit", "--seed", 3, "--lang", "fr", typed="poser\n").output
    assert "Je ne comprends pas « poser »" in output


def test_question_mark_shows_the_rules_and_the_table_again(tablee):
    output = tablee("play", "shit", "--seed", 3, typed="?\n").output
    assert "SH-4" in output
    assert output.count("turn 1") == 2


def test_q_asks_first(tablee):
    result = tablee("play", "shit", "--seed", 3, typed="q\nn\nq\n\n1\nq\ny\n")
    assert result.exit_code == 0
    assert result.output.count("Leave the table?") == 3
    assert "You lay" in result.output
    assert "Goodbye" in result.output
    assert result.output.rstrip().endswith("The same cards again: tablee play shit --players 4 --seed 3")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_players_are_presented(tablee, lang):
    words = ("--players", 8, "--seat", 2, "--bots", "novice,master@20,casual", "--lang", lang)
    output = tablee("play", "sticheln", *words).output
    told = "At the table: 0 Mia (novice), 1 Ben (master@20), 2 you," if lang == "en" else "2 vous, 3 "
    assert told in output
    assert output.count("(casual)") == 5
    assert re.search(r"\(casual\)\.\n", output)
    assert not re.search(r"\d\n|\w\n\(", output.partition(":")[2].partition(").")[0])  # no name is broken in two


@pytest.mark.parametrize("option", ["-o", "--output"])
def test_the_game_is_recorded(tablee, tmp_path, option):
    file = tmp_path / "my game.json"
    words = ("play", "shit", "--players", 2, "--seat", 1, "--seed", "friday")
    result = tablee(*words, option, file, typed="1\n" * 500)
    assert result.exit_code == 0, result.output
    match = Match.replay(read(file))
    assert match.over
    assert match.record() == read(file)
    first, last = " ".join(result.output.split()).split("The same cards again: ")[1].split(" What would ")
    assert first == "tablee play shit --players 2 --seat 1 --seed friday"
    assert last == f"have been better: tablee analyse '{file}' --seat 1"
    without = tablee(*words, typed="1\n" * 500).output
    assert result.output.startswith(without)
    assert "analyse" not in without


@pytest.mark.parametrize(("lang", "bye", "told"), [("en", "y", "as far as it went"), ("fr", "o", "votre départ")])
def test_a_game_that_was_left_is_recorded_as_far_as_it_went(tablee, tmp_path, lang, bye, told):
    file = tmp_path / "game.json"
    result = tablee("play", "shit", "--seed", 3, "--lang", lang, "-o", file, typed=f"1\nq\n{bye}\n")
    assert result.exit_code == 0, result.output
    match = Match.replay(read(file))
    assert not match.over
    assert [seat for seat, _ in match.actions].count(0) == 1
    assert told in " ".join(result.output.split())
    assert f"tablee analyse {file} --seat 0" in " ".join(result.output.split())


def test_a_menu_that_was_left_is_no_game(tablee, tmp_path):
    assert tablee("play", "-o", tmp_path / "game.json", typed="q\n").exit_code == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("nowhere/game.json", "tablee: cannot write nowhere/game.json: "),
        (".", "tablee: cannot write .: "),
        ("-", "tablee: the standard output is the table's: the record of a game goes into a file"),
    ],
)
def test_a_record_that_cannot_be_written_is_refused_at_once(tablee, tmp_path, monkeypatch, place, message):
    monkeypatch.chdir(tmp_path)
    result = tablee("play", "shit", "-o", place, typed="1\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(message)
    assert len(result.stderr.splitlines()) == 1


def test_q_in_french(tablee):
    assert "Au revoir" in tablee("play", "shit", "--lang", "fr", typed="q\no\n").output


def test_end_of_input_leaves_politely(tablee):
    result = tablee("play", "stoick")
    assert result.exit_code == 0
    assert "Goodbye" in result.output


def test_ctrl_c_leaves_politely(tablee, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    result = tablee("play", "stoick")
    assert result.exit_code == 130
    assert "Goodbye" in result.output
    assert "Traceback" not in result.output


def test_menu(tablee):
    output = tablee("play", "--seed", 1, typed="9\nhat-trick\n99\n\n").output
    for game in games():
        assert game.title in output
    assert output.count("That is not one of the choices.") == 2
    assert "Hat Trick · round 1 of 5" in output
    assert output.count("  0 \x1b") == 0


def test_menu_by_number_with_players(tablee):
    output = tablee("play", "--seed", 1, typed="4\n2\n").output
    assert "SHIT! · turn 1 · first to 150" in output


def test_menu_can_be_left(tablee):
    result = tablee("play", typed="q\n")
    assert result.exit_code == 0
    assert "Goodbye" in result.output


def test_only_choice_is_taken_by_enter(tablee):
    output = tablee("play", "stop-it", "--seed", 1, typed="\n").output
    assert "You say: go!" in output


def test_waiting_lets_the_others_act(tablee):
    output = tablee("play", "stop-it", "--players", 4, "--seed", 1, typed="go\nw\n").output
    waited = output.split("What now?")[1]
    assert "takes" in waited.partition("penalty")[0]
    assert "You take" not in waited


def test_rare_choices_on_demand(tablee):
    typed = "go\ntake 2\nfile new 1\ntake 4\nm\n"
    output = tablee("play", "stop-it", "--players", 2, "--seed", 2, typed=typed).output
    assert "m) more choices: 1" in output
    assert "as a new group, place 1" in output


def test_no_colour_is_told_by_colour_alone():
    used = {
        name for module in (stick_em, sticheln, hat_trick, shit, stoick_cards, stop_it) for name in module.COLOUR_NAMES
    }
    assert used == SYMBOLS.keys() == STYLES.keys()
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)


def test_a_new_seed_each_time():
    assert seed_or_new(None) != seed_or_new(None)
    assert seed_or_new("7") == "7"


def test_a_bot_that_fails_before_the_first_card_is_named(tablee):
    output = tablee("play", "shit", "--players", 2, "--bots", "odd_bots:RaisesWhenMade", typed="q\no\n").output
    told = " ".join(output.split())
    assert "Ben's bot odd_bots:RaisesWhenMade failed (raised " in told
    assert "casual plays on in its place" in told


def test_who_leaves_before_playing_overwrites_nothing(tablee, tmp_path):
    file = tmp_path / "game.json"
    file.write_text("an earlier game", encoding="utf-8")
    output = tablee("play", "stick-em", "-o", file, "--seed", 1, typed="q\ny\n").output
    assert file.read_text(encoding="utf-8") == "an earlier game"
    assert "You had not played yet" in output
    assert "analyse" not in output


def test_the_way_back_keeps_the_language(tablee, monkeypatch):
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    words = ("play", "shit", "--players", 2, "--seed", 1)
    assert "--seed 1 --lang fr" in tablee(*words, "--lang", "fr", typed="q\no\n").output
    assert "--lang" not in tablee(*words, typed="q\ny\n").output

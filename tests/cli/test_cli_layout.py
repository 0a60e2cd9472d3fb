"""Lines and menus."""

from rich.text import Text

from tablee.cli.ink import painted
from tablee.cli.layout import laid_out, wrapped
from tablee.cli.screens import Choice, Menu, Row


def lines(text, width):
    return [line.plain for line in wrapped(text, width)]


def test_a_card_is_not_broken_in_two():
    text = Text("You hold ").append_text(painted("♥ red clover", "red")).append(" now.")
    assert lines(text, 80) == ["You hold ♥ red clover now."]
    assert lines(text, 20) == ["You hold", "♥ red clover now."]
    assert lines(text, 13) == ["You hold", "♥ red clover", "now."]


def test_short_and_empty_texts_stay_as_they_are():
    assert lines(Text(), 10) == [""]
    assert lines(Text("  indented"), 20) == ["  indented"]
    assert lines(Text("endlessly-long-word x"), 5) == ["endlessly-long-word", "x"]


def test_menu():
    red = Row([Choice(action, Text(f"♥ {action}")) for action in range(3)], Text("♥ red"))
    blue = Row([Choice(7, Text("◆ 7"))], Text("◆ blue"))
    menu = Menu([red, blue], [Choice(9, Text("rare"))])
    assert [line.plain for line in laid_out(menu, 80)] == [
        "♥ red    1) ♥ 0   2) ♥ 1   3) ♥ 2",
        "◆ blue   4) ◆ 7",
    ]
    assert [line.plain for line in laid_out(menu, 25)][:2] == ["♥ red    1) ♥ 0   2) ♥ 1", "         3) ♥ 2"]
    assert [line.plain for line in laid_out(menu, 80, more=True)] == [" 5) rare"]
    assert [choice.action for choice in menu] == [0, 1, 2, 7, 9]

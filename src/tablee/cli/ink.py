"""Colours on a terminal: a style and a symbol each, so that no card is told by its colour alone."""

from rich.text import Text

UNBREAKABLE = "\N{NO-BREAK SPACE}"  # between the words of a card, which stay on one line

STYLES = {
    "red": "bold red",
    "yellow": "bold yellow",
    "green": "bold green",
    "blue": "bold bright_blue",
    "violet": "bold magenta",
    "grey": "bold color(247)",
    "brown": "bold color(137)",
    "orange": "bold color(208)",
}

SYMBOLS = {
    "red": "♥",
    "yellow": "★",
    "green": "▲",
    "blue": "◆",
    "violet": "✚",
    "grey": "●",
    "brown": "■",
    "orange": "✿",
}


def symbol(colour: str) -> Text:
    return painted(SYMBOLS[colour], colour)


def painted(words: str, colour: str) -> Text:
    return Text(words.replace(" ", UNBREAKABLE), style=STYLES[colour])


def joined(parts: list[Text], between: str = " ") -> Text:
    return Text(between).join(parts)

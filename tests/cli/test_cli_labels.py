"""What a screen offers is what the action does: every card named in the words of an action stands in its label."""

import random

import pytest

import tablee
from tablee.cli.screens import screen_for
from tablee.cli.voice import Voice


@pytest.mark.parametrize("slug", ["stop-it", "stoick"])
def test_labels_name_the_card_of_the_action(slug: str) -> None:
    match, choose = tablee.Match(tablee.game(slug, players=4), seed=11), random.Random(11)
    screen = screen_for(match.setup, Voice("en", 0))
    met = set()
    for _ in range(250):
        if match.over:
            break
        for choice in screen.menu(match.view(0), match.legal(0)) if 0 in match.actors else []:
            words = match.setup.say(choice.action).split()
            met.add(words[0])
            for colour in set(words) & set(match.setup.game.colours):
                assert colour in choice.label.plain, (words, choice.label.plain)
        seat = choose.choice(match.actors)
        dropping = [action for action in match.legal(seat) if match.setup.say(action) == "drop"]
        match.play(seat, choose.choice(dropping or match.legal(seat)))
    assert met & {"pick", "discard"}

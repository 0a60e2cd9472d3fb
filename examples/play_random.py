"""A whole match, played at random: `python examples/play_random.py`."""

import random

import tablee

match = tablee.Match(tablee.game("stick-em", players=4), seed="friday")
chance = random.Random(7)
while not match.over:
    seat = chance.choice(match.actors)
    action = chance.choice(match.choices(seat))  # in words, such as "play blue 7"
    match.play(seat, action)
print(match.scores, "won by seat", *match.winners)

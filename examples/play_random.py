"""A whole match, played at random: `python examples/play_random.py`."""

import random

import tablee

match = tablee.Match(tablee.game("stick-em", players=4), seed="friday")
chance = random.Random(7)
while not match.over:
    seat = chance.choice(match.actors)
    for result in match.play(seat, chance.choice(match.choices(seat))):
        if result["kind"] == "round":
            print("round:", result["scores"])
print("match:", match.scores, "won by seat", *match.winners)

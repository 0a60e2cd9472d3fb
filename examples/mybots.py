"""Bots of one's own, as docs/bots.md shows them: `tablee arena stick-em --bots mybots:Ducker,random` in this folder."""

from dataclasses import replace

from tablee.bits import count, lowest
from tablee.bots import Bot, Thought
from tablee.cards import colour_of, number_of
from tablee.pictures import choices_of, picture_of
from tablee.rules.cursed import CHOOSE, CURSE, strength
from tablee.search import Search, plan_for


class First(Bot):
    def choose(self, view, legal, rng):
        return legal[0]


class Ducker(Bot):
    """Stick 'Em: takes a trick worth having when last to lay; else stays below, and feeds whoever is ahead."""

    def choose(self, view, legal, rng):
        if view.phase == CURSE:  # the lowest card of my longest colour: what I hold, nobody can feed me
            hand = view.hand[self.seat]
            longest = max(range(view.colours), key=lambda colour: count(hand[colour]))
            return CHOOSE + 32 * longest + lowest(hand[longest])
        if view.laid == 0:
            return min(legal, key=number_of)
        order = [(view.leader + step) % view.players for step in range(view.laid)]
        ahead = max(order, key=lambda seat: strength(view, view.trick[seat]))  # of equals the earliest
        below = [card for card in legal if strength(view, card) <= strength(view, view.trick[ahead])]
        above = [card for card in legal if card not in below]
        prize = sum(worth(view, self.seat, view.trick[seat]) for seat in order)
        if above and (not below or (prize > 0 and view.laid == view.players - 1)):
            return max(above, key=lambda card: (worth(view, self.seat, card), number_of(card)))
        return min(below, key=lambda card: (worth(view, ahead, card), -number_of(card)))


def worth(view, seat, card):
    """What a card counts if that seat wins it: less its number in a cursed colour, else a point."""
    return -number_of(card) if view.cursed[seat] >> colour_of(card) & 1 else 1


class Follower(Bot):
    """Stick 'Em in names: follows the led colour, and always with the lowest card."""

    def choose(self, view, legal, rng):
        picture = picture_of(self.setup, view, self.seat)
        choices = choices_of(self.setup, view, self.seat)
        if picture.phase == "play" and picture.trick.laid:
            led = picture.trick.laid[0].card.split()[0]
            choices = [choice for choice in choices if choice.card.startswith(led)] or choices
        return min(choices, key=lambda choice: int(choice.card.split()[1])).action


class Thinker(Bot):
    """Any game: the search, reckoning with others who think."""

    def __init__(self, setup, seat):
        super().__init__(setup, seat)
        self.search = Search(setup, replace(plan_for(setup), others=True))

    def prepare(self):
        self.search.prepare()

    def choose(self, view, legal, rng):
        found = self.search.think(view, self.seat, seed=rng.below(1 << 30), passes=2000)
        self.thought = Thought(values=found.values, shares=found.shares)
        return found.best

"""The games of tricks told a second time, with tuples and lists and no thought of speed, to hold the rules against.

A card is `("red", 3)`. `cursed_results` and `hat_trick_results` read a match's record, trust nothing in it but the
deals and the actions, and say which results should stand there.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

Card = tuple[str, int]
Record = dict[str, Any]


def read(name: str) -> Card:
    colour, number = name.split()
    return colour, int(number)


def write(card: Card) -> str:
    return f"{card[0]} {card[1]}"


class Actions:
    """The actions of a record, one after the other."""

    def __init__(self, record: Record) -> None:
        self.left = list(record["actions"])
        self.done = 0

    def take(self, verb: str) -> tuple[int, str]:
        """The next action, which must be of this kind: who, and what."""
        entry = self.left.pop(0)
        self.done += 1
        said, what = entry["do"].split(" ", 1)
        assert said == verb, f"action {self.done}: {entry['do']!r} where a {verb!r} is due"
        return entry["seat"], what


def rounds_of(record: Record) -> Iterator[tuple[int, list[list[Card]]]]:
    """Of each round who opens it and the hands."""
    for number, deal in enumerate(record["deals"]):
        opener = (record["options"].get("first", 0) + number) % record["players"]
        assert deal["opener"] == opener
        yield opener, [[read(name) for name in hand] for hand in deal["hands"]]


# ---- Stick 'Em and Sticheln -----------------------------------------------------------------------------------


def cursed_winner(trick: list[Card], reverse: bool = False) -> int | None:
    """Which card of a trick, in the order of play, wins it; None where all are zeros."""
    led = trick[0][0]
    rivals = [number for colour, number in trick if colour != led and number > 0]
    if rivals:
        wanted = min(rivals) if reverse else max(rivals)
        return [colour != led and number == wanted for colour, number in trick].index(True)
    followers = [number for _, number in trick if number > 0]
    return [number for _, number in trick].index(max(followers)) if followers else None


def cursed_points(cards: list[Card], colours: set[str], reverse: bool = False, mild: bool = False) -> int:
    """What a player's cards are worth, the curse cards among them, with those cursed (or lucky) colours."""
    if reverse and mild:
        return sum(5 if colour in colours else -1 for colour, _ in cards)
    if reverse:
        return sum(number if colour in colours else -1 for colour, number in cards)
    if mild:
        return sum(-5 if colour in colours else 1 for colour, _ in cards)
    return sum(-number if colour in colours else 1 for colour, number in cards)


def cursed_results(record: Record) -> list[dict[str, Any]]:
    players, options = record["players"], record["options"]
    reverse, mild = bool(options.get("reverse")), bool(options.get("mild"))
    curses = 2 if options.get("aggravated") else 1
    actions = Actions(record)
    results: list[dict[str, Any]] = []
    for leader, hands in rounds_of(record):
        owned: list[list[Card]] = [[] for _ in hands]
        colours: list[set[str]] = [set() for _ in hands]
        chosen: list[list[str]] = [[] for _ in hands]
        if not options.get("delayed"):
            for _ in range(players * curses):
                seat, what = actions.take("choose")
                card = read(what)
                assert card[0] not in colours[seat] or {colour for colour, _ in hands[seat]} == {card[0]}
                hands[seat].remove(card)
                owned[seat].append(card)
                colours[seat].add(card[0])
                chosen[seat].append(what)
            if not options.get("hazy"):
                results.append({"after": actions.done, "kind": "curses", "cards": chosen})
        while any(hands):
            trick = []
            for step in range(players):
                seat, what = actions.take("play")
                assert seat == (leader + step) % players
                hands[seat].remove(read(what))
                trick.append(read(what))
            best = cursed_winner(trick, reverse)
            if best is None and (record["game"] == "sticheln" or options.get("zeros_to_leader")):
                best = 0
            winner = None if best is None else (leader + best) % players
            cards = [write(card) for card in trick]
            results.append({"after": actions.done, "kind": "trick", "leader": leader, "winner": winner, "cards": cards})
            if winner is not None:
                owned[winner] += trick
                leader = winner
        if options.get("delayed"):
            won = [{colour for colour, _ in cards} for cards in owned]
            for _ in range(sum(min(curses, len(choices)) for choices in won)):
                seat, colour = actions.take("choose")
                assert colour in won[seat] - colours[seat]
                colours[seat].add(colour)
        points = [cursed_points(cards, mine, reverse, mild) for cards, mine in zip(owned, colours, strict=True)]
        if options.get("delayed"):
            order = ["green", "brown", "red", "blue", "yellow", "violet"]
            chosen = [sorted(mine, key=order.index) for mine in colours]
        results.append({"after": actions.done, "kind": "round", "scores": points, "curses": chosen})
    assert not actions.left
    return results


# ---- Hat Trick ------------------------------------------------------------------------------------------------


def split(trick: list[Card]) -> tuple[list[Card], list[Card]]:
    """The cards of a trick, in the order of play, that were laid, and those that were passed."""
    laid: list[Card] = []
    passed: list[Card] = []
    for card in trick:
        on_table = {colour for colour, _ in laid}
        (laid if card[0] in on_table or len(on_table) < 2 else passed).append(card)
    return laid, passed


def hat_trick_winners(laid: list[Card]) -> dict[str, Card]:
    """The winning card of each colour."""
    return {colour: max(card for card in laid if card[0] == colour) for colour in {colour for colour, _ in laid}}


def hat_trick_leader(laid: list[Card]) -> Card:
    """The card whose player leads next."""
    times = Counter(number for _, number in laid)
    once = [card for card in laid if times[card[1]] == 1]
    if once:
        return max(once, key=lambda card: card[1])
    top = max(times)
    return next((colour, top) for colour in ("red", "blue", "green") if (colour, top) in laid)


def hat_trick_points(won: list[Card], passed: list[Card]) -> int:
    each = sorted(Counter(colour for colour, _ in won).values())
    return (each[-1] - sum(each[:-1]) if each else 0) - 2 * len(passed)


def hat_trick_results(record: Record) -> list[dict[str, Any]]:
    players = record["players"]
    actions = Actions(record)
    results: list[dict[str, Any]] = []
    for leader, hands in rounds_of(record):
        won: list[list[Card]] = [[] for _ in hands]
        passed: list[list[Card]] = [[] for _ in hands]
        while len(hands[0]) > 1:
            trick: list[Card] = []
            owner: dict[Card, int] = {}
            for step in range(players):
                name = actions.left[0]["do"].split(" ", 1)[1]
                trick.append(read(name))
                is_pass = trick[-1] in split(trick)[1]
                seat, _ = actions.take("pass" if is_pass else "play")
                assert seat == (leader + step) % players
                hands[seat].remove(trick[-1])
                owner[trick[-1]] = seat
                if is_pass:
                    passed[seat].append(trick[-1])
            laid, _ = split(trick)
            winners = {colour: owner[card] for colour, card in hat_trick_winners(laid).items()}
            for card in laid:
                won[winners[card[0]]].append(card)
            cards = [write(card) for card in trick]
            results.append(
                {"after": actions.done, "kind": "trick", "leader": leader, "winners": winners, "cards": cards}
            )
            leader = owner[hat_trick_leader(laid)]
        points = [hat_trick_points(*seat) for seat in zip(won, passed, strict=True)]
        results.append({"after": actions.done, "kind": "round", "scores": points})
    assert not actions.left
    return results


def hat_trick_lines(hands: list[list[Card]], leader: int) -> Iterator[tuple[list[str], list[int]]]:
    """Every way to play a round: the actions in words, and the points."""
    nothing: list[list[Card]] = [[] for _ in hands]
    return _lines(hands, leader, [], nothing, nothing)


def _lines(
    hands: list[list[Card]], leader: int, trick: list[Card], won: list[list[Card]], passed: list[list[Card]]
) -> Iterator[tuple[list[str], list[int]]]:
    players = len(hands)
    if len(trick) == players:
        laid, _ = split(trick)
        owner = {card: (leader + step) % players for step, card in enumerate(trick)}
        takes = {
            owner[card]: [other for other in laid if other[0] == colour]
            for colour, card in hat_trick_winners(laid).items()
        }  # nobody wins two colours: they laid one card
        won = [cards + takes.get(seat, []) for seat, cards in enumerate(won)]
        leader, trick = owner[hat_trick_leader(laid)], []
    if all(len(hand) == 1 for hand in hands):
        yield [], [hat_trick_points(*seat) for seat in zip(won, passed, strict=True)]
        return
    seat = (leader + len(trick)) % players
    for card in hands[seat]:
        is_pass = card in split([*trick, card])[1]
        left = [[held for held in hand if held != card] for hand in hands]
        out = [[*cards, card] if is_pass and place == seat else cards for place, cards in enumerate(passed)]
        for line, points in _lines(left, leader, [*trick, card], won, out):
            yield [f"{'pass' if is_pass else 'play'} {write(card)}", *line], points

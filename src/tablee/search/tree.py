"""The search, as one loop over a game's rules and a policy: compiled by `tablee.compiler`, called by `tablee.search`.

Each pass draws a world from what the thinking seat knows, walks down a tree, plays on to the horizon, and notes what
came of it. A node of the tree is what the thinking seat would know at that point: its view, hashed. So whatever the
seat could not see there (a card laid face down, a secret curse, a drawn card) is not in the node either, and choices
made at the same time are made without knowledge of each other. Whole trees live in one hash table that the caller
owns: a node's entry counts its visits; an edge's, under the node's key mixed with the action, sums up what the acting
seat got.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tablee.bits import lowest
from tablee.playout import random_action, random_seat
from tablee.rng import below
from tablee.rule import rule
from tablee.search.stakes import win_chances

Function = Callable[..., Any]

ENTRY = np.dtype([("key", np.uint64), ("visits", np.int32), ("offered", np.int32), ("worth", np.float64)])

PLAN = np.dtype(
    [
        ("exploration", np.float64),  # the constant of UCB1
        ("bias", np.float64),  # a head start for what the policy would do, shrinking with its visits
        ("swing", np.float64),  # of a round: see `tablee.search.stakes`
        ("slips", np.int32),  # in playouts: of 64 actions so many are random instead of the policy's
        ("levels", np.int32),  # how deep the tree may grow, in decisions
        ("others", np.int32),  # 1: the others' choices are searched too; 0: they follow the policy
        ("beliefs", np.int32),  # 1: the others' secret choices are taken for sensible ones
        ("pool", np.int32),  # so many worlds, used in turn; 0: a new one each pass
        ("open_hands", np.int32),  # 1: nodes are whole worlds, as if all cards were open
        ("care", np.int32),  # so many decisions of a pass follow the policy, all later ones are random
        ("length", np.int32),  # the decisions of a pass at most
    ]
)

_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_29 = np.uint64(29)
_32 = np.uint64(32)
_0 = np.uint64(0)
_1 = np.uint64(1)

PATH = 64  # the deepest a tree can grow


@rule
def hashed(words: Any, salt: Any) -> Any:
    """A hash of a record, by its words. Two lanes, so that one multiplication need not wait for the other."""
    one = np.uint64(salt) + _MIX
    two = _MIX_2
    for place in range(0, len(words) - 1, 2):
        one = (one ^ words[place]) * _MIX
        two = (two ^ words[place + 1]) * _MIX_2
        one ^= one >> _29
        two ^= two >> _32
    if len(words) % 2 == 1:
        one = (one ^ words[len(words) - 1]) * _MIX
    return (one ^ (two >> _29) ^ (two * _MIX)) | _1  # 0 means: no entry


@rule
def world_seed(base: Any, number: Any, rng: Any) -> None:
    """The generator of one world, by its number: the same whatever was played in the worlds before."""
    for word in range(4):
        mixed = base[word] + np.uint64(number + 1) * _MIX
        mixed = (mixed ^ (mixed >> _29)) * _MIX_2
        rng[word] = mixed ^ (mixed >> _32)


@rule
def edge_key(node: Any, action: Any) -> Any:
    mixed = (node ^ (np.uint64(action + 1) * _MIX_2)) * _MIX
    return (mixed ^ (mixed >> _29)) | _1


@rule
def entry_of(table: Any, key: Any) -> Any:
    """The place of a key's entry, made if there was none; -1 if the table is full there."""
    last = np.uint64(len(table) - 1)
    place = (key >> _32) & last
    for _ in range(64):
        found = table[place].key
        if found == key:
            return np.int64(place)
        if found == _0:
            table[place].key = key
            return np.int64(place)
        place = (place + _1) & last
    return np.int64(-1)


@rule
def promise(entry: Any, average: Any, explored: Any) -> Any:
    """How much an action asks to be tried next (UCB1). It counts as having been tried once, with average success."""
    visits = entry.visits + 1.0
    return (entry.worth + average) / visits + explored / math.sqrt(visits)


def searching(rules: Any, policy: Any, horizon: Any, scores: Any, race: bool) -> Function:
    """`search(…, passes)`: so many passes from what a seat knows, added to the tree in `table`.

    `policy` has `choose`, `believe` and `trim`; `horizon` ends a world where the search stops looking, and `scores`
    says how it stands there; in a `race` whoever may act comes in random order, otherwise the thinking seat first:
    choices made at once are secret.
    """
    actors, legal, apply = rules.actors, rules.legal, rules.apply
    view, world, is_over, mask_words = rules.view, rules.world, rules.is_over, rules.WORDS
    choose, believe, trim = policy.choose, policy.believe, policy.trim

    @rule
    def at_random(s: Any, actor: Any, mask: Any, rng: Any) -> Any:
        legal(s, actor, mask)
        return random_action(mask, mask_words, rng)

    @rule
    def by_policy(s: Any, actor: Any, steps: Any, mask: Any, plan: Any, rng: Any) -> Any:
        if steps >= plan.care or (plan.slips > 0 and below(rng, 64) < plan.slips):
            return at_random(s, actor, mask, rng)
        return choose(s, actor, rng)

    @rule
    def by_promise(s: Any, actor: Any, node: Any, favourite: Any, mask: Any, table: Any, plan: Any, rng: Any) -> Any:
        """The most promising action and the place of its entry, as place × 2**16 + action; -1: the table is full."""
        legal(s, actor, mask)
        trim(s, actor, favourite, mask)
        key = table[node].key
        average = 0.5
        if table[node].visits > 0:
            average = table[node].worth / table[node].visits
        explored = plan.exploration * math.sqrt(math.log(table[node].visits + 1.0))
        best = -1.0
        chosen = np.int64(-1)
        for word in range(mask_words):
            bits = mask[word]
            while bits != 0:
                action = 32 * word + lowest(bits)
                bits &= bits - 1
                place = entry_of(table, edge_key(key, action))
                if place < 0:
                    return np.int64(-1)
                if plan.others:  # what an opponent holds changes with the world: count how often it could be chosen
                    table[place].offered += 1
                    explored = plan.exploration * math.sqrt(math.log(table[place].offered + 1.0))
                value = promise(table[place], average, explored)
                if action == favourite:
                    value += plan.bias / (table[place].visits + 1.0)
                if table[place].visits == 0:
                    value += 1e-9 * below(rng, 1024)  # of those not tried yet any
                if value > best:
                    best = value
                    chosen = place * 65536 + action
        return chosen

    def search(
        seen: Any,  # what the seat knows: one record
        me: Any,
        state: Any,  # one record each to play in, and to look at;
        shown: Any,
        state_words: Any,  # the same memory as 64-bit words
        shown_words: Any,
        zero: Any,
        mask: Any,
        table: Any,
        path: Any,  # [decision, (node, edge, actor)]
        points: Any,
        chances: Any,
        tally: Any,  # [action, (visits, worth)] at the root; the last line: passes, and what they were worth
        rng: Any,
        worlds: Any,  # what the generators of the worlds are made from
        world_rng: Any,
        plans: Any,
        forced: Any,  # the root's action, where it is not for the search to choose; else -1
        first: Any,  # the number of the first pass,
        passes: Any,  # and how many there are to be
    ) -> None:
        plan = plans[0]
        s = state[0]
        players = seen[0].players
        last = len(tally) - 1
        for number in range(first, first + passes):
            state[0] = zero[0]
            if plan.pool > 0:
                world_seed(worlds, number % plan.pool, world_rng)
            else:
                world_seed(worlds, number, world_rng)
            world(seen[0], me, world_rng, s)
            if plan.beliefs:
                believe(s, me, world_rng)
            left = horizon(s)
            growing = True
            depth = 0
            steps = 0
            opening = np.int64(0)
            while steps < plan.length:
                asked = actors(s)
                if asked == 0:
                    break
                action = np.int64(-1)
                actor = me
                if steps == 0:
                    action = np.int64(forced)
                while action < 0 and asked != 0:
                    if steps > 0 and race:
                        actor = random_seat(asked, rng)
                    elif (asked >> me) & 1 == 1:
                        actor = me
                    else:
                        actor = lowest(asked)
                    asked &= ~(1 << actor)
                    if not growing or (actor != me and plan.others == 0):
                        action = by_policy(s, actor, steps, mask, plan, rng)
                        continue
                    favourite = choose(s, actor, rng)
                    if favourite < 0 and steps > 0:
                        continue  # waits
                    if plan.open_hands:
                        key = hashed(state_words, actor)
                    else:
                        shown[0] = zero[0]
                        view(s, me, shown[0])
                        key = hashed(shown_words, actor)
                    node = entry_of(table, key)
                    action = favourite
                    edge = np.int64(-1)
                    if node >= 0 and (table[node].visits > 0 or steps == 0) and depth < plan.levels:
                        chosen = by_promise(s, actor, node, favourite, mask, table, plan, rng)
                        if chosen >= 0:
                            edge = chosen >> 16
                            action = chosen & 65535
                    if node >= 0:
                        path[depth, 0] = node
                        path[depth, 1] = edge
                        path[depth, 2] = actor
                        depth += 1
                    growing = bool(edge >= 0 and depth < len(path))
                if action < 0:
                    break  # everybody waits: nothing more happens
                if steps == 0:
                    opening = action
                apply(s, actor, action, rng)
                steps += 1
            scores(s, points)
            win_chances(points, players, is_over(s), left, plan.swing, chances)
            for step in range(depth):
                node = path[step, 0]
                edge = path[step, 1]
                worth = chances[path[step, 2]]
                table[node].visits += 1
                table[node].worth += worth
                if edge >= 0:
                    table[edge].visits += 1
                    table[edge].worth += worth
            tally[opening, 0] += 1
            tally[opening, 1] += chances[me]
            tally[last, 0] += 1
            tally[last, 1] += chances[me]

    return search

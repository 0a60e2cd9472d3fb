"""The search, as one loop over a game's rules and a policy: compiled by `tablee.compiler`, called by `tablee.search`.

Each pass draws a world from what the thinking seat knows, walks down the tree, plays on to the horizon, and notes what
came of it.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tablee.bits import lowest
from tablee.playout import random_action, random_seat
from tablee.rng import below
from tablee.rule import rule
from tablee.search.stakes import win_chances
from tablee.search.tree import ROOT, credit, edge_key, entry_of, hashed, promise, world_seed

Function = Callable[..., Any]

OTHER_DICE = 1 << 40  # more than there are worlds
NODE, EDGE, ACTOR = 0, 1, 2  # of a decision on the path
VISITS, CHANCES = 0, 1  # of an action in the tally


class Desk(NamedTuple):
    """All that a search writes on: it allocates nothing while it runs."""

    state: Any  # a record to play in,
    state_words: Any  # and the same memory as 64-bit words
    shown: Any  # a record to look at,
    shown_words: Any
    zero: Any  # an empty record
    mask: Any  # the actions of whoever is asked
    table: Any  # the tree
    path: Any  # [decision, (node, edge, actor)] of this pass: places in the tree, edge -1 where nothing was chosen
    points: Any  # by seat,
    chances: Any  # the chance to win,
    worths: Any  # and what a search makes of it
    tally: Any  # [action, (visits, chances)] at the root; the last line: passes, and the chances of them all
    rng: Any  # the generator of what is played,
    worlds: Any  # what the generators of the worlds are made from,
    world_rng: Any  # and that of this pass


def passes_of(rules: Any, policy: Any, horizon: Function, standing: Function, race: bool) -> Function:
    """`passes(views, me, desk, plans, forced, first, count)`: so many passes from what a seat knows, added to the tree.

    `policy` has `choose`, `believe`, `trim` and `without_folly`; `horizon` ends a world where the search stops looking,
    and `standing` gives the scores there; in a `race` whoever may act comes in random order, otherwise the thinking
    seat first: choices made at once are secret.
    """
    actors, legal, apply = rules.actors, rules.legal, rules.apply
    view, world, is_over, mask_words = rules.view, rules.world, rules.is_over, rules.WORDS
    choose, believe, trim, without_folly = policy.choose, policy.believe, policy.trim, policy.without_folly

    @rule
    def imagine(seen: Any, me: Any, number: Any, desk: Any, plan: Any) -> Any:
        """Draw the world of that number, and the dice for what is played in it. Gives the rounds beyond its horizon."""
        if plan.pool > 0:
            number %= plan.pool
        world_seed(desk.worlds, number, desk.world_rng)
        world_seed(desk.worlds, number + OTHER_DICE, desk.rng)
        desk.state[0] = desk.zero[0]
        world(seen, me, desk.world_rng, desk.state[0])
        if plan.beliefs:
            believe(desk.state[0], me, desk.world_rng)
        return horizon(desk.state[0])

    @rule
    def next_to_act(asked: Any, me: Any, any_order: Any, rng: Any) -> Any:
        if any_order:
            return random_seat(asked, rng)
        if (asked >> me) & 1 == 1:
            return me
        return lowest(asked)

    @rule
    def by_policy(s: Any, actor: Any, steps: Any, desk: Any, plan: Any) -> Any:
        carefully = steps < plan.care
        if carefully and (plan.slips == 0 or below(desk.rng, 64) >= plan.slips):
            return choose(s, actor, desk.rng)
        legal(s, actor, desk.mask)
        if not carefully:  # a slip is anything at all
            without_folly(s, actor, desk.mask)
        return random_action(desk.mask, mask_words, desk.rng)

    @rule
    def node_of(s: Any, me: Any, actor: Any, desk: Any, plan: Any) -> Any:
        """The place of the node for what `me` knows now; -1: the table is full."""
        if plan.open_hands:
            return entry_of(desk.table, hashed(desk.state_words, actor))
        desk.shown[0] = desk.zero[0]
        view(s, me, desk.shown[0])
        return entry_of(desk.table, hashed(desk.shown_words, actor))

    @rule
    def by_promise(s: Any, actor: Any, node: Any, favourite: Any, desk: Any, plan: Any) -> Any:
        """The most promising action, and the place of its edge; the favourite and -1: the table is full."""
        table = desk.table
        legal(s, actor, desk.mask)
        if favourite >= 0:  # who would rather wait, and is asked all the same, may do anything
            trim(s, actor, favourite, desk.mask)
        average = 0.5
        if table[node].visits > 0:
            average = table[node].worth / table[node].visits
        explored = plan.exploration * math.sqrt(math.log(table[node].visits + 1.0))
        best = -1.0
        chosen = chosen_edge = np.int64(-1)
        for word in range(mask_words):
            bits = desk.mask[word]
            while bits != 0:
                action = 32 * word + lowest(bits)
                bits &= bits - 1
                edge = entry_of(table, edge_key(table[node].key, action))
                if edge < 0:
                    return np.int64(favourite), edge
                if plan.others:  # what an opponent holds changes with the world: count how often it could be chosen
                    table[edge].offered += 1
                    explored = plan.exploration * math.sqrt(math.log(table[edge].offered + 1.0))
                value = promise(table[edge], average, explored)
                if action == favourite:
                    value += plan.bias / (table[edge].visits + 1.0)
                if table[edge].visits == 0:
                    value += 1e-9 * below(desk.rng, 1024)  # of those not tried yet any
                if value > best:
                    best = value
                    chosen = np.int64(action)
                    chosen_edge = edge
        return chosen, chosen_edge

    @rule
    def tread(desk: Any, depth: Any, node: Any, edge: Any, actor: Any) -> None:
        """Note a decision on the path."""
        desk.path[depth, NODE] = node
        desk.path[depth, EDGE] = edge
        desk.path[depth, ACTOR] = actor

    @rule
    def open_at_root(seen: Any, me: Any, habit: Any, desk: Any, plan: Any) -> Any:
        """The action to begin with, and in which world: its first, second … try meets the first, second … of them.

        So every action meets the same worlds in the same order, with the same dice: luck cancels out.
        """
        root = entry_of(desk.table, ROOT)
        action, edge = by_promise(seen, me, root, habit, desk, plan)
        tread(desk, 0, root, edge, me)
        return action, np.int64(desk.table[edge].visits)

    @rule
    def in_tree(s: Any, me: Any, actor: Any, steps: Any, depth: Any, desk: Any, plan: Any) -> Any:
        """The most promising action (at a new node the policy's), noted on the path; -1: waits. With it how long the
        path is now, and whether the tree goes on below: a pass adds one node to it at most."""
        favourite = np.int64(choose(s, actor, desk.rng))
        if favourite < 0 and steps > 0:
            return favourite, depth, True
        node = node_of(s, me, actor, desk, plan)
        if node < 0:
            return favourite, depth, False
        action, edge, further = favourite, np.int64(-1), False
        if desk.table[node].visits > 0 or steps == 0:  # else it is the new one
            action, edge = by_promise(s, actor, node, favourite, desk, plan)
            further = edge >= 0 and depth + 1 < plan.depth
        tread(desk, depth, node, edge, actor)
        return action, depth + 1, further

    @rule
    def note(me: Any, opening: Any, depth: Any, desk: Any) -> None:
        """Credit everybody on the path with what came of it."""
        for step in range(depth):
            worth = desk.worths[desk.path[step, ACTOR]]
            credit(desk.table, desk.path[step, NODE], worth)
            if desk.path[step, EDGE] >= 0:
                credit(desk.table, desk.path[step, EDGE], worth)
        for line in (opening, len(desk.tally) - 1):
            desk.tally[line, VISITS] += 1
            desk.tally[line, CHANCES] += desk.chances[me]

    def passes(
        views: Any,  # what the seat knows: an array of one record
        me: Any,
        desk: Any,
        plans: Any,  # an array of one plan
        forced: Any,  # the root's action, where it is not for the search to choose; else -1
        first: Any,  # the number of the first pass,
        count: Any,  # and how many there are to be
    ) -> None:
        if count == 0:
            return  # there may be nothing to see yet
        seen = views[0]
        plan = plans[0]
        s = desk.state[0]
        habit = np.int64(choose(seen, me, desk.rng))  # what the policy would do at the root
        for number in range(first, first + count):
            opening, turn, depth = np.int64(forced), np.int64(number), 0
            if forced < 0 and plan.open_hands == 0:
                opening, turn = open_at_root(seen, me, habit, desk, plan)
                depth = 1
            growing = depth < plan.depth
            left = imagine(seen, me, turn, desk, plan)
            for steps in range(plan.length):
                asked = actors(s)
                actor = me
                action = np.int64(-1)
                if steps == 0:
                    action = opening
                while action < 0 and asked != 0:
                    actor = next_to_act(asked, me, race and steps > 0, desk.rng)
                    asked &= ~(1 << actor)
                    if growing and (actor == me or plan.others):
                        action, depth, growing = in_tree(s, me, actor, steps, depth, desk, plan)
                    else:
                        action = by_policy(s, actor, steps, desk, plan)
                if action < 0:
                    break  # it is over, or everybody waits and nothing more happens
                if steps == 0:
                    opening = action
                apply(s, actor, action, desk.rng)
            standing(s, desk.points)
            win_chances(desk.points, seen.players, is_over(s), left, plan.swing, desk.chances, desk.worths)
            note(me, opening, depth, desk)

    return passes

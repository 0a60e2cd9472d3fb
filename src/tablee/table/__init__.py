"""A live table: what people and bots ask of it, what becomes of that, and what each of them is shown.

    terms      what a table agrees on before anybody sits down; names: its id and code
    entries    the log: all that ever happened
    table      what the log has made of the table
    requests   what can be asked of it
    referee    the entries that a request leads to, or a refusal: why not
    writing    what people write, as others may be shown it
    likeness   names that look alike
    race       who is first, in a game in real time
    sights     what one person is shown
    replay     what they were shown, once the match is over

Nothing here knows of sockets, databases or clocks: the server brings those.
"""

from tablee.table import requests
from tablee.table.entries import AnyEntry
from tablee.table.referee import Person, act, decide, depart, follow_up, hand_on, stand_in, wait
from tablee.table.refusal import Refusal
from tablee.table.replay import Step, steps_of
from tablee.table.requests import AnyRequest
from tablee.table.sights import Glance, News, Scene, TableView, Viewer, news_of
from tablee.table.table import Table, table_of
from tablee.table.terms import Terms, setup_of

__all__ = [
    "AnyEntry",
    "AnyRequest",
    "Glance",
    "News",
    "Person",
    "Refusal",
    "Scene",
    "Step",
    "Table",
    "TableView",
    "Terms",
    "Viewer",
    "act",
    "decide",
    "depart",
    "follow_up",
    "hand_on",
    "news_of",
    "requests",
    "setup_of",
    "stand_in",
    "steps_of",
    "table_of",
    "wait",
]

"""What of a log's entries need not be kept: what was said, how a match came to be played, who is gone.

Whatever is left out, the table that the log makes is the same but for that, and so is its match's record. The entries
keep their numbers.
"""

from msgspec.structs import replace

from tablee.table.entries import ALIAS, Acted, Admitted, AnyEntry, Hosted, Kicked, Muted, Opened, Said, Sat, alias_of


def unsaid(entry: AnyEntry) -> AnyEntry:
    """Without what was said; `Hushed` has come after it."""
    if isinstance(entry, Said):
        return Said(at=entry.at, person="", name="")
    return entry


def bare(entry: AnyEntry) -> AnyEntry:
    """Without what only mattered while the match went on: the ids of requests, and how soon somebody acted."""
    if isinstance(entry, Acted) and entry.timing is not None:
        entry = replace(entry, timing=None)
    return replace(entry, key="") if entry.key else entry


def named(entry: AnyEntry) -> set[str]:
    """The people whom an entry names; those who are gone have none but an alias. `without` takes each of them out.

    Whoever asked for something, whom its `key` names, has opened the table or sat down there before.
    """
    match entry:
        case Opened(host=one) | Sat(person=one) | Kicked(person=one) | Admitted(person=one) | Hosted(person=one):
            found = {one}
        case Said(person=one):
            found = {one}
        case Muted(person=one, whom=other):
            found = {one, other}
        case _:
            return set()
    return {one for one in found if one and not one.startswith(ALIAS)}


def without(entry: AnyEntry, table: str, person: str) -> AnyEntry:
    """Without somebody's name, id and words; `Gone` has come after it."""
    alias = alias_of(table, person)
    match entry:
        case Opened(host=host) if host == person:
            entry = replace(entry, host=alias)
        case Sat(person=who) | Kicked(person=who) if who == person:
            entry = replace(entry, person=alias, name="")
        case Admitted(person=who) | Hosted(person=who) if who == person:
            entry = replace(entry, person=alias)
        case Said(person=who) if who == person:
            entry = Said(at=entry.at, person=alias, name="")
        case Muted(person=who, whom=whom) if person in (who, whom):
            entry = replace(entry, person=alias if who == person else who, whom=alias if whom == person else whom)
        case _:
            pass
    return replace(entry, key="") if entry.key.partition(" ")[0] == person else entry

"""Whom the logs name who neither opened the table nor sat there; and talk that was taken for gone before it was."""

import msgspec
import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"
KINDS = ("kicked", "admitted", "hosted", "said", "muted")


class Entry(msgspec.Struct):
    """As much of a log's entry as says whom it names."""

    what: str
    person: str = ""
    whom: str = ""


def upgrade() -> None:
    connection, decode = op.get_bind(), msgspec.json.Decoder(Entry).decode
    seen = set()
    for table, raw in connection.execute(sql.text("SELECT table_id, entry FROM log")):
        try:
            entry = decode(bytes(raw))
        except msgspec.DecodeError:  # what cannot be read is said when something is to be taken out of it
            continue
        if entry.what in KINDS:
            seen |= {(person, table) for person in (entry.person, entry.whom) if person and person[0] != "~"}
    lines = [{"person": person, "table": table} for person, table in sorted(seen)]
    if lines:
        visit = "INSERT INTO visits (person, table_id) VALUES (:person, :table) ON CONFLICT DO NOTHING"
        connection.execute(sql.text(visit), lines)
    # Who was forgotten before is forgotten there, too.
    left = "INSERT INTO people (id, name, joined, seen, gone) SELECT DISTINCT person, '', 0, 0, 1 FROM visits"
    connection.execute(sql.text(f"{left} WHERE person NOT IN (SELECT id FROM people)"))
    connection.execute(sql.text("UPDATE tables SET pruned = pruned - 2 WHERE pruned IN (2, 6)"))


def downgrade() -> None:
    """What is known besides does no harm."""

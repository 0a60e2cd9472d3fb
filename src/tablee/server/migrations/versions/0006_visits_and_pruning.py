"""Who has been at which table, who is gone, and how far the log of a table was pruned."""

import msgspec
import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


class Entry(msgspec.Struct):
    """As much of a log's entry as says who was there."""

    what: str
    host: str = ""
    person: str = ""


def upgrade() -> None:
    op.add_column("people", sql.Column("gone", sql.BigInteger))
    op.create_index("ix_people_gone", "people", ["gone"])
    op.add_column("tables", sql.Column("pruned", sql.Integer, nullable=False, server_default="0"))
    op.create_index("ix_tables_pruned_changed", "tables", ["pruned", "changed"])
    visits = op.create_table(
        "visits",
        sql.Column("person", sql.String(32), nullable=False),
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), nullable=False),
        sql.Column("gone", sql.BigInteger),
        sql.PrimaryKeyConstraint("person", "table_id", name="pk_visits"),
    )
    op.create_index("ix_visits_table_id", "visits", ["table_id"])
    connection, decode = op.get_bind(), msgspec.json.Decoder(Entry).decode
    seen = set()
    for table, raw in connection.execute(sql.text("SELECT table_id, entry FROM log")):
        entry = decode(bytes(raw))
        if entry.what in ("opened", "sat"):
            seen.add((entry.host or entry.person, table))
    if seen:
        connection.execute(visits.insert(), [{"person": person, "table_id": table} for person, table in sorted(seen)])


def downgrade() -> None:
    op.drop_table("visits")
    op.drop_index("ix_tables_pruned_changed", "tables")
    op.drop_column("tables", "pruned")
    op.drop_index("ix_people_gone", "people")
    op.drop_column("people", "gone")

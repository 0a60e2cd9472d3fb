"""Devices and when they were last seen; bans, blocks and reports."""

import time

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    now = time.time_ns() // 1_000_000  # when people were here was not kept so far, and nobody is forgotten for that
    for table in ("people", "tokens"):
        op.add_column(table, sql.Column("seen", sql.BigInteger, nullable=False, server_default="0"))
        op.execute(f"UPDATE {table} SET seen = {now}")
    op.add_column("tokens", sql.Column("device", sql.String(64), nullable=False, server_default=""))
    op.create_table(
        "bans",
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), nullable=False),
        sql.Column("made", sql.BigInteger, nullable=False),
        sql.Column("until", sql.BigInteger, nullable=False),
        sql.Column("why", sql.Text, nullable=False),
        sql.PrimaryKeyConstraint("number", name="pk_bans"),
    )
    op.create_index("ix_bans_person", "bans", ["person"])
    op.create_index("ix_bans_until", "bans", ["until"])
    op.create_table(
        "blocks",
        sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), nullable=False),
        sql.Column("whom", sql.String(32), sql.ForeignKey("people.id"), nullable=False),
        sql.Column("made", sql.BigInteger, nullable=False),
        sql.PrimaryKeyConstraint("person", "whom", name="pk_blocks"),
    )
    op.create_index("ix_blocks_whom", "blocks", ["whom"])
    op.create_table(
        "reports",
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("made", sql.BigInteger, nullable=False),
        sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), nullable=False),
        sql.Column("whom", sql.String(32), sql.ForeignKey("people.id"), nullable=False),
        sql.Column("name", sql.String(64), nullable=False),
        sql.Column("table_id", sql.String(32), nullable=False),
        sql.Column("version", sql.Integer, nullable=False),
        sql.Column("reason", sql.String(16), nullable=False),
        sql.Column("text", sql.Text, nullable=False),
        sql.Column("talk", sql.Text, nullable=False),
        sql.Column("done", sql.Boolean, nullable=False),
        sql.PrimaryKeyConstraint("number", name="pk_reports"),
    )
    op.create_index("ix_reports_person", "reports", ["person"])
    op.create_index("ix_reports_whom", "reports", ["whom"])


def downgrade() -> None:
    for table in ("reports", "blocks", "bans"):
        op.drop_table(table)
    op.drop_column("tokens", "device")
    for table in ("tokens", "people"):
        op.drop_column(table, "seen")

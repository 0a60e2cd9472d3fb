"""People, tables, and the log of each table."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sql.Column("id", sql.String(32), nullable=False),
        sql.Column("name", sql.String(64), nullable=False),
        sql.Column("joined", sql.BigInteger, nullable=False),
        sql.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "tokens",
        sql.Column("digest", sql.String(64), nullable=False),
        sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), nullable=False),
        sql.Column("made", sql.BigInteger, nullable=False),
        sql.Column("recovers", sql.Boolean, nullable=False),
        sql.PrimaryKeyConstraint("digest", name="pk_tokens"),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])
    op.create_table(
        "tables",
        sql.Column("id", sql.String(32), nullable=False),
        sql.Column("code", sql.String(8), nullable=False, unique=True),
        sql.Column("game", sql.String(32), nullable=False),
        sql.Column("public", sql.Boolean, nullable=False),
        sql.Column("phase", sql.String(8), nullable=False),
        sql.Column("opened", sql.BigInteger, nullable=False),
        sql.Column("changed", sql.BigInteger, nullable=False),
        sql.Column("keeper", sql.String(32), nullable=False),
        sql.Column("kept_until", sql.BigInteger, nullable=False),
        sql.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_phase_changed", "tables", ["phase", "changed"])
    op.create_table(
        "log",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), nullable=False),
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("entry", sql.LargeBinary, nullable=False),
        sql.PrimaryKeyConstraint("table_id", "number", name="pk_log"),
    )


def downgrade() -> None:
    for table in ("log", "tables", "tokens", "people"):
        op.drop_table(table)

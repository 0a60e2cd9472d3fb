"""What came of each match, and the ratings of those who keep their name."""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "matches",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), nullable=False),
        sql.Column("number", sql.Integer, nullable=False, unique=True),
        sql.Column("game", sql.String(32), nullable=False),
        sql.Column("variant", sql.Text, nullable=False),
        sql.Column("players", sql.Integer, nullable=False),
        sql.Column("actions", sql.Integer, nullable=False),
        sql.Column("began", sql.BigInteger, nullable=False),
        sql.Column("ended", sql.BigInteger, nullable=False),
        sql.PrimaryKeyConstraint("table_id", name="pk_matches"),
    )
    op.create_index("ix_matches_game", "matches", ["game", "actions", "began", "ended"])
    op.create_table(
        "results",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("matches.table_id"), nullable=False),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("person", sql.String(32), sql.ForeignKey("people.id")),
        sql.Column("bot", sql.String(8)),
        sql.Column("score", sql.Integer, nullable=False),
        sql.Column("place", sql.Integer, nullable=False),
        sql.Column("share", sql.Double, nullable=False),
        sql.Column("stood_in", sql.Boolean, nullable=False),
        sql.Column("rated", sql.Boolean, nullable=False),
        sql.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
    )
    op.create_index("ix_results_person", "results", ["person"])
    op.create_table(
        "ratings",
        sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), nullable=False),
        sql.Column("game", sql.String(32), nullable=False),
        sql.Column("mean", sql.Double, nullable=False),
        sql.Column("spread", sql.Double, nullable=False),
        sql.Column("low", sql.Double, nullable=False),
        sql.Column("matches", sql.Integer, nullable=False),
        sql.PrimaryKeyConstraint("person", "game", name="pk_ratings"),
    )
    op.create_index("ix_ratings_game_low", "ratings", ["game", "low"])


def downgrade() -> None:
    for table in ("ratings", "results", "matches"):
        op.drop_table(table)

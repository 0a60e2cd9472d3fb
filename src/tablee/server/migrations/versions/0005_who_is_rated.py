"""Why a match counts for somebody's rating or not, how much, and when a rating was last seen to."""

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    with op.batch_alter_table("results") as results:
        results.add_column(sql.Column("left", sql.Boolean, nullable=False, server_default=sql.false()))
        results.add_column(sql.Column("unrated", sql.String(8)))
        results.add_column(sql.Column("weight", sql.Double, nullable=False, server_default="0"))
        results.add_column(sql.Column("counts", sql.Boolean, nullable=False, server_default=sql.false()))
        results.add_column(sql.Column("mean", sql.Double))
        results.add_column(sql.Column("spread", sql.Double))
    # What was rated so far was in full, and by everybody else who was.
    op.execute(sql.text("UPDATE results SET weight = 1, counts = rated WHERE rated"))
    op.execute(sql.text("UPDATE results SET unrated = 'guest' WHERE NOT rated AND person IS NOT NULL"))
    with op.batch_alter_table("results") as results:
        results.drop_column("rated")
    with op.batch_alter_table("ratings") as ratings:
        ratings.add_column(sql.Column("last", sql.BigInteger, nullable=False, server_default="0"))
    ended = (
        "SELECT max(matches.ended) FROM matches JOIN results ON results.table_id = matches.table_id "
        "WHERE results.person = ratings.person AND results.weight > 0 AND matches.game = ratings.game"
    )
    op.execute(sql.text(f"UPDATE ratings SET last = coalesce(({ended}), 0)"))


def downgrade() -> None:
    with op.batch_alter_table("ratings") as ratings:
        ratings.drop_column("last")
    with op.batch_alter_table("results") as results:
        results.add_column(sql.Column("rated", sql.Boolean, nullable=False, server_default=sql.false()))
    op.execute(sql.text("UPDATE results SET rated = (weight > 0)"))
    with op.batch_alter_table("results") as results:
        for column in ("left", "unrated", "weight", "counts", "mean", "spread"):
            results.drop_column(column)

"""What the lobby tells of a table, and by whom it was opened, in the table's own line."""

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sql.Column("terms", sql.Text))
    op.add_column("tables", sql.Column("seats", sql.Text))
    op.add_column("tables", sql.Column("opener", sql.String(32)))
    op.create_index("ix_tables_opener_changed", "tables", ["opener", "changed"])


def downgrade() -> None:
    op.drop_index("ix_tables_opener_changed", "tables")
    for column in ("opener", "seats", "terms"):
        op.drop_column("tables", column)

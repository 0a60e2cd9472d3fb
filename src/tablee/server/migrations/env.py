"""Alembic's entry: runs the migrations on the connection that `tablee.server.schema` hands over."""

from alembic import context

from tablee.server.store import SCHEMA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SCHEMA,
    render_as_batch=True,  # SQLite alters a table by making it anew
)
context.run_migrations()

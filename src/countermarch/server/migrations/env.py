"""Alembic brings the database it is given to the newest form."""

from alembic import context

from countermarch.server.schema import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata)
with context.begin_transaction():
    context.run_migrations()

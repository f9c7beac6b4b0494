"""What Alembic runs to migrate: the caller passes the connection and owns the transaction."""

from alembic import context

from sayso.storage.schema import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()

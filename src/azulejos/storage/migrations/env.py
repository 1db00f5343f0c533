"""Run by alembic: the connection is handed in by `azulejos.storage.migration`."""

from alembic import context

from azulejos.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=False,  # the transaction around all this is the caller's
)
context.run_migrations()

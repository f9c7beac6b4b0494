"""The first tables: ledger, texts, keys, usage, communities."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")

SQLITE_GUARDS = (
    "CREATE TRIGGER ledger_refuses_update BEFORE UPDATE ON ledger"
    " BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END",
    "CREATE TRIGGER ledger_refuses_delete BEFORE DELETE ON ledger"
    " BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END",
    # INSERT OR REPLACE deletes without asking the trigger above.
    "CREATE TRIGGER ledger_refuses_replace BEFORE INSERT ON ledger"
    " WHEN EXISTS (SELECT 1 FROM ledger WHERE seq = NEW.seq)"
    " BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END",
)

POSTGRESQL_GUARDS = (
    "CREATE FUNCTION ledger_refuses() RETURNS trigger LANGUAGE plpgsql"
    " AS $$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$",
    "CREATE TRIGGER ledger_refuses_change BEFORE UPDATE OR DELETE ON ledger"
    " FOR EACH ROW EXECUTE FUNCTION ledger_refuses()",
    "CREATE TRIGGER ledger_refuses_truncate BEFORE TRUNCATE ON ledger"
    " FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuses()",
)


def upgrade() -> None:
    create_ledger()
    create_texts()
    create_keys()
    op.create_table(
        "communities",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("retention_days", WHOLE),
    )
    guards = POSTGRESQL_GUARDS if op.get_bind().dialect.name == "postgresql" else SQLITE_GUARDS
    for guard in guards:
        op.execute(guard)


def create_ledger() -> None:
    op.create_table(
        "ledger",
        sa.Column("seq", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_index("ledger_by_kind", "ledger", ["kind", "seq"])
    head = op.create_table(
        "ledger_head",
        sa.Column("id", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.bulk_insert(head, [{"id": 1, "seq": 0, "hash": "0" * 64}])


def create_texts() -> None:
    op.create_table(
        "texts",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("reference", sa.Text),
        sa.Column("content", sa.LargeBinary),
        sa.Column("salt", sa.LargeBinary),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("erased_at", sa.Text),
        sa.Column("erased_seq", WHOLE),
    )
    op.create_index("texts_by_person", "texts", ["person"])
    op.create_index("texts_by_age", "texts", ["community", "created_at"])


def create_keys() -> None:
    op.create_table(
        "keys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("scale", sa.Text),
        sa.Column("per_minute", WHOLE),
        sa.Column("per_day", WHOLE),
        sa.Column("secret_hash", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("revoked_at", sa.Text),
    )
    op.create_table(
        "usage",
        sa.Column("key_id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("start", sa.Text, primary_key=True),
        sa.Column("count", WHOLE, nullable=False),
    )

"""What authors object to, and what still has to be told to a platform."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "objections",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.Text),
    )
    op.create_index("objections_by_token", "objections", ["token"], unique=True)
    op.create_index("objections_by_seq", "objections", ["seq"], unique=True)
    op.create_index("objections_by_fingerprint", "objections", ["fingerprint"])
    op.create_table(
        "objection_entries",
        sa.Column("objection_id", sa.Text, primary_key=True),
        sa.Column("seq", WHOLE, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("objection_id", sa.Text, nullable=False),
        sa.Column("root", sa.Text, nullable=False),
        sa.Column("attempts", WHOLE, nullable=False),
        sa.Column("due_at", sa.Text, nullable=False),
    )
    op.create_index("outbox_by_due", "outbox", ["due_at"])

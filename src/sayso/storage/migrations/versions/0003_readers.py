"""What readers say: policies, readers, their words, replies held for them, what was said with agreement."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    create_readers()
    create_words()
    create_replies()


def create_readers() -> None:
    op.create_table(
        "policies",
        sa.Column("community", sa.Text, primary_key=True),
        sa.Column("version", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("seq", WHOLE, nullable=False),
    )
    op.create_table(
        "readers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("limits", sa.Text, nullable=False),
        sa.Column("joins_list", WHOLE, nullable=False),
        sa.Column("agreed_at", sa.Text),
        sa.Column("created_at", sa.Text, nullable=False),
    )
    op.create_index("readers_by_name", "readers", ["community", "name"], unique=True)
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
    )


def create_words() -> None:
    op.create_table(
        "terms",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("reader_id", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("ruling", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("text_id", sa.Text, nullable=False),
        sa.Column("made_seq", WHOLE, nullable=False),
        sa.Column("place", WHOLE, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("ended_seq", WHOLE),
        sa.Column("ended_at", sa.Text),
    )
    op.create_index("terms_by_reader", "terms", ["reader_id", "made_seq", "place"])
    op.create_index("terms_by_text", "terms", ["text_id"])
    op.create_index("terms_by_end", "terms", ["ended_at"])
    op.create_table(
        "term_changes",
        sa.Column("seq", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("reader_id", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("held_id", sa.Text),
        sa.Column("undone_seq", WHOLE),
    )
    op.create_index("term_changes_by_reader", "term_changes", ["reader_id", "seq"])
    op.create_table(
        "shared_terms",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("ruling", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("text_id", sa.Text, nullable=False),
        sa.Column("reader_id", sa.Text),
        sa.Column("proposed_at", sa.Text, nullable=False),
        sa.Column("proposed_seq", WHOLE, nullable=False),
        sa.Column("decided_at", sa.Text),
        sa.Column("decided_by", sa.Text),
        sa.Column("decided_seq", WHOLE),
    )
    op.create_index("shared_terms_by_community", "shared_terms", ["community", "state", "proposed_seq"])
    op.create_index("shared_terms_by_text", "shared_terms", ["text_id"])


def create_replies() -> None:
    op.create_table(
        "held",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("reader_id", sa.Text, nullable=False),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("cause", sa.Text, nullable=False),
        sa.Column("score", sa.Text, nullable=False),
        sa.Column("categories", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("policy_version", WHOLE, nullable=False),
        sa.Column("upstream_model", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("lasts_until", sa.Text, nullable=False),
        sa.Column("expires_at", sa.Text, nullable=False),
        sa.Column("closed_at", sa.Text),
        sa.Column("view", sa.Text),
        sa.Column("future", sa.Text),
        sa.Column("scope", sa.Text),
        sa.Column("answered_at", sa.Text),
    )
    op.create_index("held_by_reader", "held", ["reader_id", "conversation", "seq"])
    op.create_index("held_by_end", "held", ["closed_at", "expires_at"])
    op.create_table(
        "held_texts",
        sa.Column("held_id", sa.Text, primary_key=True),
        sa.Column("place", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("text_id", sa.Text, nullable=False),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("reader_id", sa.Text, nullable=False),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("text_id", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("cause", sa.Text),
        sa.Column("score", sa.Text),
        sa.Column("scores", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("policy_version", WHOLE),
        sa.Column("upstream_model", sa.Text, nullable=False),
        sa.Column("held_id", sa.Text),
    )
    op.create_index(
        "messages_by_conversation", "messages", ["reader_id", "conversation", "number"], unique=True
    )

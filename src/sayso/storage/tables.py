"""The tables as they are now. `migrations/versions` says how a database gets there; a test compares them."""

from sqlalchemy import Column, Index, LargeBinary, MetaData, Table, Text

from sayso.storage.columns import AnyText, Moment, WholeNumber

metadata = MetaData()

ledger = Table(
    "ledger",
    metadata,
    Column("seq", WholeNumber, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("kind", AnyText, nullable=False),
    Column("community", AnyText, nullable=False),
    Column("actor", AnyText, nullable=False),
    Column("subject", AnyText, nullable=False),
    Column("body", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Index("ledger_by_kind", "kind", "seq"),
)

ledger_head = Table(
    "ledger_head",
    metadata,
    Column("id", WholeNumber, primary_key=True, autoincrement=False),
    Column("seq", WholeNumber, nullable=False),
    Column("hash", Text, nullable=False),
)

texts = Table(
    "texts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("community", AnyText, nullable=False),
    Column("person", AnyText),
    Column("reference", AnyText),
    Column("content", LargeBinary),
    Column("salt", LargeBinary),
    Column("commitment", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("erased_at", Moment),
    Column("erased_seq", WholeNumber),
    Index("texts_by_person", "person"),
    Index("texts_by_age", "community", "created_at"),
)

keys = Table(
    "keys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", AnyText, nullable=False),
    Column("role", Text, nullable=False),
    Column("community", AnyText, nullable=False),
    Column("scale", Text),
    Column("per_minute", WholeNumber),
    Column("per_day", WholeNumber),
    Column("secret_hash", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("revoked_at", Moment),
)

usage = Table(
    "usage",
    metadata,
    Column("key_id", AnyText, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("start", Moment, primary_key=True),
    Column("count", WholeNumber, nullable=False),
)

communities = Table(
    "communities",
    metadata,
    Column("name", AnyText, primary_key=True),
    Column("retention_days", WholeNumber),
)

objections = Table(
    "objections",
    metadata,
    Column("id", Text, primary_key=True),
    Column("token", Text, nullable=False),
    Column("community", AnyText, nullable=False),
    Column("seq", WholeNumber, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("fingerprint", Text),
    Index("objections_by_token", "token", unique=True),
    Index("objections_by_seq", "seq", unique=True),
    Index("objections_by_fingerprint", "fingerprint"),
)

objection_entries = Table(
    "objection_entries",
    metadata,
    Column("objection_id", Text, primary_key=True),
    Column("seq", WholeNumber, primary_key=True, autoincrement=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Text, primary_key=True),
    Column("objection_id", Text, nullable=False),
    Column("root", AnyText, nullable=False),
    Column("attempts", WholeNumber, nullable=False),
    Column("due_at", Moment, nullable=False),
    Index("outbox_by_due", "due_at"),
)

policies = Table(
    "policies",
    metadata,
    Column("community", AnyText, primary_key=True),
    Column("version", WholeNumber, primary_key=True, autoincrement=False),
    Column("seq", WholeNumber, nullable=False),
)

readers = Table(
    "readers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("community", AnyText, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("limits", Text, nullable=False),
    Column("joins_list", WholeNumber, nullable=False),
    Column("agreed_at", Moment),
    Column("created_at", Moment, nullable=False),
    Index("readers_by_name", "community", "name", unique=True),
)

terms = Table(
    "terms",
    metadata,
    Column("id", Text, primary_key=True),
    Column("reader_id", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("conversation", AnyText, nullable=False),
    Column("ruling", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("text_id", Text, nullable=False),
    Column("made_seq", WholeNumber, nullable=False),
    Column("place", WholeNumber, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("ended_seq", WholeNumber),
    Column("ended_at", Moment),
    Index("terms_by_reader", "reader_id", "made_seq", "place"),
    Index("terms_by_text", "text_id"),
    Index("terms_by_end", "ended_at"),
)

term_changes = Table(
    "term_changes",
    metadata,
    Column("seq", WholeNumber, primary_key=True, autoincrement=False),
    Column("reader_id", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("act", Text, nullable=False),
    Column("held_id", Text),
    Column("undone_seq", WholeNumber),
    Index("term_changes_by_reader", "reader_id", "seq"),
)

held = Table(
    "held",
    metadata,
    Column("id", Text, primary_key=True),
    Column("reader_id", Text, nullable=False),
    Column("community", AnyText, nullable=False),
    Column("conversation", AnyText, nullable=False),
    Column("seq", WholeNumber, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("cause", Text, nullable=False),
    Column("score", Text, nullable=False),
    Column("categories", Text, nullable=False),
    Column("model", AnyText, nullable=False),
    Column("policy_version", WholeNumber, nullable=False),
    Column("upstream_model", AnyText, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("lasts_until", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Column("closed_at", Moment),
    Column("view", Text),
    Column("future", Text),
    Column("scope", Text),
    Column("answered_at", Moment),
    Index("held_by_reader", "reader_id", "conversation", "seq"),
    Index("held_by_end", "closed_at", "expires_at"),
)

held_texts = Table(
    "held_texts",
    metadata,
    Column("held_id", Text, primary_key=True),
    Column("place", WholeNumber, primary_key=True, autoincrement=False),
    Column("text_id", Text, nullable=False),
)

messages = Table(
    "messages",
    metadata,
    Column("id", Text, primary_key=True),
    Column("reader_id", Text, nullable=False),
    Column("community", AnyText, nullable=False),
    Column("conversation", AnyText, nullable=False),
    Column("number", WholeNumber, nullable=False),
    Column("side", Text, nullable=False),
    Column("text_id", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("outcome", Text),
    Column("cause", Text),
    Column("score", Text),
    Column("scores", Text, nullable=False),
    Column("model", AnyText, nullable=False),
    Column("policy_version", WholeNumber),
    Column("upstream_model", AnyText, nullable=False),
    Column("held_id", Text),
    Index("messages_by_conversation", "reader_id", "conversation", "number", unique=True),
)

shared_terms = Table(
    "shared_terms",
    metadata,
    Column("id", Text, primary_key=True),
    Column("community", AnyText, nullable=False),
    Column("key", Text, nullable=False),
    Column("ruling", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("text_id", Text, nullable=False),
    Column("reader_id", Text),
    Column("proposed_at", Moment, nullable=False),
    Column("proposed_seq", WholeNumber, nullable=False),
    Column("decided_at", Moment),
    Column("decided_by", AnyText),
    Column("decided_seq", WholeNumber),
    Index("shared_terms_by_community", "community", "state", "proposed_seq"),
    Index("shared_terms_by_text", "text_id"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    Column("created_at", Moment, nullable=False),
)

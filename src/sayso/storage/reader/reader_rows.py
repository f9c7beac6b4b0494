"""Which rows belong to a reader: what has to go when the reader goes, and which texts are theirs."""

import re

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, false, not_, or_, select
from sqlalchemy.sql import Select

from sayso.storage import tables
from sayso.storage.transaction import LONGEST_ID, fold_person

APPROVED = "approved"
OF_READER = (tables.terms, tables.term_changes, tables.messages)
"""Tables whose rows go with their reader and hold no more than an id of what goes elsewhere."""

ID = re.compile(r"[0-9a-f]{16}")


def is_id(text: str) -> bool:
    """Whether it has the shape of our ids; nothing is found under another, and a database may refuse it."""
    return ID.fullmatch(text) is not None


def called(person: str, community: str | None = None) -> list[ColumnElement[bool]]:
    """The readers with this name, as the platform gave it."""
    columns = tables.readers.c
    conditions = [columns.name == fold_person(person)]
    if community is not None:
        conditions.append(columns.community == community if len(community) <= LONGEST_ID else false())
    return conditions


def delete_readers(connection: Connection, *conditions: ColumnElement[bool]) -> int:
    """Delete readers and every row of theirs; their texts are for the caller to erase. Returns how many."""
    ids = list(connection.execute(select(tables.readers.c.id).where(*conditions)).scalars())
    for reader_id in ids:
        held = select(tables.held.c.id).where(tables.held.c.reader_id == reader_id)
        connection.execute(delete(tables.held_texts).where(tables.held_texts.c.held_id.in_(held)))
        connection.execute(delete(tables.held).where(tables.held.c.reader_id == reader_id))
        for table in OF_READER:
            connection.execute(delete(table).where(table.c.reader_id == reader_id))
        connection.execute(delete(tables.shared_terms).where(*proposed_by(reader_id)))
        shared = tables.shared_terms.update().where(tables.shared_terms.c.reader_id == reader_id)
        connection.execute(shared.values(reader_id=None))
        connection.execute(delete(tables.readers).where(tables.readers.c.id == reader_id))
    return len(ids)


def is_text_of_reader(reader_id: str) -> ColumnElement[bool]:
    """True for every text that is kept for a reader."""
    shared = select(tables.shared_terms.c.text_id).where(*proposed_by(reader_id))
    return or_(
        tables.texts.c.id.in_(select(tables.terms.c.text_id).where(tables.terms.c.reader_id == reader_id)),
        tables.texts.c.id.in_(select_held_texts(tables.held.c.reader_id == reader_id)),
        is_message_of(reader_id),
        tables.texts.c.id.in_(shared),
    )


def is_message_of(reader_id: str) -> ColumnElement[bool]:
    columns = tables.messages.c
    return tables.texts.c.id.in_(select(columns.text_id).where(columns.reader_id == reader_id))


def select_held_texts(*conditions: ColumnElement[bool]) -> Select[tuple[str]]:
    columns = tables.held_texts.c
    joined = tables.held_texts.join(tables.held, tables.held.c.id == columns.held_id)
    return select(columns.text_id).select_from(joined).where(*conditions)


def proposed_by(reader_id: str) -> tuple[ColumnElement[bool], ...]:
    """What a reader proposed for all; once it is approved, it is the community's."""
    columns = tables.shared_terms.c
    return columns.reader_id == reader_id, columns.state != APPROVED


def is_no_word_in_force() -> ColumnElement[bool]:
    """True for texts that are not words in somebody's word bank or on a community's list now."""
    terms, shared = tables.terms.c, tables.shared_terms.c
    own = exists().where(and_(terms.text_id == tables.texts.c.id, terms.ended_seq.is_(None)))
    common = exists().where(and_(shared.text_id == tables.texts.c.id, shared.state == APPROVED))
    return not_(or_(own, common))

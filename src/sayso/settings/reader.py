"""Readers: who may become one, and how long a held reply waits for them."""

from typing import Annotated, Literal

from pydantic import Field
from pydantic_settings import BaseSettings


class ReaderSettings(BaseSettings):
    """Readers: who may become one, and how long a held reply waits for them."""

    reader_access: Annotated[
        Literal["auto", "open", "keys"],
        Field(
            description="Who may become a reader: keys (a platform's back end, with its key), open (anyone "
            "too, under a name made up for them, limited by address), auto (open where no key is needed)."
        ),
    ] = "auto"
    reader_per_minute: Annotated[
        int,
        Field(
            ge=1,
            description="Most requests a minute from one client address to the reader's addresses "
            "without a key.",
        ),
    ] = 240
    new_readers_per_minute: Annotated[
        int, Field(ge=1, description="New readers a minute that one client address may become without a key.")
    ] = 10
    reader_token_days: Annotated[
        int, Field(ge=1, le=3650, description="Days until a reader's token expires, counted from its making.")
    ] = 90
    reader_link_hours: Annotated[
        int,
        Field(
            ge=1, le=8760, description="Hours until a link expires that lets a reader answer about a reply."
        ),
    ] = 24
    held_hours: Annotated[
        float,
        Field(gt=0, le=24 * 365, description="Hours that a held reply waits for its reader's answers."),
    ] = 24.0
    undo_minutes: Annotated[
        float,
        Field(
            ge=0,
            le=24 * 60,
            description="How long an answered reply is kept, so that the answer can be undone.",
        ),
    ] = 10.0
    ngram_scorer: Annotated[
        str,
        Field(
            description="Scorer of the n-grams of a chatbot's reply: empty for what the linear scorer and "
            "the one that answers agree on, same for the one that answers, or the name of another."
        ),
    ] = ""
    stream_window_words: Annotated[
        int,
        Field(ge=1, le=200, description="Words held back of a streamed reply where the policy says window."),
    ] = 8

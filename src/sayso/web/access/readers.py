"""Whose reply it is: the bearer of a signed token, or whom a platform's back end names."""

import asyncio
from collections.abc import Mapping
from typing import Any

from fastapi import Request

from sayso.core.errors import Forbidden, NotAllowed
from sayso.storage import Reader
from sayso.web.access.callers import Anyone, Bearer, Caller, KeyHolder
from sayso.web.access.tokens import BadToken, ExpiredToken, ReaderToken
from sayso.web.service import Service

READER_HEADER = "x-sayso-reader"
NAME_FIELDS = ("safety_identifier", "user")
"""Where a request for a completion may name its reader, the first that is there."""

HOW_TO_GET_ONE = (
    "Get a token from POST /api/v1/readers and send it in the header X-Sayso-Reader. "
    "Words and limits are kept under the reader's name, not in the token."
)


async def identify_reader(
    request: Request, service: Service, caller: Caller, body: Mapping[str, Any]
) -> Reader | None:
    """Whose reply this will be: by token, else by the name a holder of a real key gives; None: nobody's.

    Anyone can type a name, so without a key names count for nothing.
    """
    if isinstance(caller, Bearer):
        return caller.reader
    token = request.headers.get(READER_HEADER, "")
    if token and isinstance(caller, Anyone | KeyHolder):
        return (await find_bearer(service, token, caller)).reader
    name = next((name for field in NAME_FIELDS if (name := _read_name(body.get(field)))), "")
    if not name or not caller.key_id:
        return None
    return await asyncio.to_thread(service.store.readers.find_or_create, caller.community, name)


async def find_bearer(service: Service, token: str, sender: KeyHolder | Anyone) -> Bearer:
    """The reader of a token; a key that comes with it must be of the same community."""
    read = read_token(service, token)
    reader = await asyncio.to_thread(service.store.readers.get, read.reader_id)
    if reader is None:
        raise NotAllowed(
            "Unknown reader: everything about the reader of this token was deleted.", hint=HOW_TO_GET_ONE
        )
    if sender.key_id and sender.community != reader.community:
        raise Forbidden(
            "This reader token belongs to another community than the API key.",
            hint="Send the token with a key of the community it was made for, or without a key.",
        )
    return Bearer(reader, read.expires_at, sender)


def read_token(service: Service, token: str) -> ReaderToken:
    """Each thing that may be wrong is told by its name."""
    try:
        return service.readers.tokens.read_reader(token)
    except ExpiredToken as expired:
        raise NotAllowed(
            f"This reader token expired on {expired.expired_at:%Y-%m-%d %H:%M} UTC.", hint=HOW_TO_GET_ONE
        ) from None
    except BadToken:
        raise NotAllowed(
            "This is no reader token of this service, or it was changed on its way.", hint=HOW_TO_GET_ONE
        ) from None


def _read_name(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""

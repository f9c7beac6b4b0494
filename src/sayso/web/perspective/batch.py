"""A batch: its parts answered side by side, so that they are scored in few runs of the model."""

import asyncio
from collections.abc import Sequence

import structlog

from sayso.core.errors import SaysoError
from sayso.core.traces import describe_error
from sayso.web.access.dependencies import authenticate
from sayso.web.http.request_notes import RequestNotes
from sayso.web.perspective.calls import encode_json
from sayso.web.perspective.errors import INTERNAL, Refusal, describe
from sayso.web.perspective.multipart import Part, PartAnswer
from sayso.web.service import Service

_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")


async def answer_parts(service: Service, parts: Sequence[Part], *, secret: str | None) -> list[PartAnswer]:
    """In the order of the parts. `secret`, the key of the batch itself, serves parts that have none."""
    secrets = {part.call[1].secret or secret for part in parts if isinstance(part.call, tuple)}
    for each in filter(None, secrets):
        await service.keys.holder(each)  # looked up once here, found again by every part
    return list(await asyncio.gather(*(_answer_part(service, part, secret=secret) for part in parts)))


async def _answer_part(service: Service, part: Part, *, secret: str | None) -> PartAnswer:
    notes = RequestNotes()
    try:
        if isinstance(part.call, Refusal):
            raise part.call
        method, call = part.call
        caller = await authenticate(notes, service, call.secret or secret, method.permission)
        content = await method.answer(service, caller, call, notes)
        return PartAnswer(part.content_id, 200, encode_json(content), notes.headers)
    except SaysoError as error:
        refusal = describe(error)
    except Exception as error:  # noqa: BLE001  # one part's bug must not take the others' answers away
        _log.error("failed", route="/batch", **describe_error(error))
        refusal = INTERNAL
    return PartAnswer(part.content_id, refusal.code, encode_json(refusal.to_json()), notes.headers)

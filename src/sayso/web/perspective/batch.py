"""A batch: its parts answered side by side, so that the desk scores them in few runs of the model."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import structlog

from sayso.core.errors import SaysoError
from sayso.core.traces import describe_error
from sayso.web.http.request_notes import RequestNotes
from sayso.web.perspective.errors import INTERNAL, Refusal, describe
from sayso.web.perspective.exchange import Call, answer, encode_json
from sayso.web.perspective.multipart import Part, PartAnswer
from sayso.web.service import Service

_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")


async def answer_parts(service: Service, parts: Sequence[Part], *, secret: str | None) -> list[PartAnswer]:
    """In the order of the parts. `secret`, the key of the batch itself, serves parts that have none."""
    secrets = {part.call.secret or secret for part in parts if isinstance(part.call, Call)}
    for each in filter(None, secrets):
        await service.keys.caller(each)  # looked up once here, found again by every part
    return list(await asyncio.gather(*(_answer_part(service, part, secret=secret) for part in parts)))


async def _answer_part(service: Service, part: Part, *, secret: str | None) -> PartAnswer:
    notes = RequestNotes()
    try:
        if isinstance(part.call, Refusal):
            raise part.call
        content = await answer(service, _lend_secret(part.call, secret), notes)
        return PartAnswer(part.content_id, 200, encode_json(content), notes.headers)
    except SaysoError as error:
        refusal = describe(error)
    except Exception as error:  # noqa: BLE001  # one part's bug must not take the others' answers away
        _log.error("failed", route="/batch", **describe_error(error))
        refusal = INTERNAL
    return PartAnswer(part.content_id, refusal.code, encode_json(refusal.to_json()), notes.headers)


def _lend_secret(call: Call, secret: str | None) -> Call:
    if call.secret or not secret:
        return call
    return replace(call, headers={**call.headers, "x-goog-api-key": secret})

"""Coral's external moderation phase: a comment comes signed, and goes on, is flagged or is withheld.

Coral skips a phase that fails or takes too long, and then the comment is out. So whatever happens here is an
answer, in time: a comment that could not be judged waits for a moderator, unless the community's policy shows
what is unjudged.
"""

import asyncio
import hashlib
import hmac
import json
import re
from collections.abc import AsyncIterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import structlog
from fastapi import APIRouter, Request
from pydantic import BaseModel, BeforeValidator, ValidationError
from starlette.responses import Response

from sayso.core import DEFAULT_COMMUNITY, Policy
from sayso.core.errors import BadInput, NotAllowed, SaysoError, TextTooLong
from sayso.core.json_text import left_out
from sayso.core.traces import describe_error
from sayso.text.markup import strip_markup
from sayso.web.access.dependencies import ServiceDep
from sayso.web.http.request_notes import notes_of
from sayso.web.http.responses import JsonResponse
from sayso.web.service import Service

PATH = "/coral/moderate"
SIGNATURE_HEADER = "x-coral-signature"
FLAG: Mapping[str, str] = {"actionType": "FLAG", "reason": "COMMENT_DETECTED_TOXIC"}
Judgement = Literal["under", "between", "over", "unjudged"]
"""Where the highest watched score lies: under the soft limit, between the two, at the hard limit or over."""
LONGEST_COMMENT = 20_000
"""With its markup. Comments are far shorter; somebody should look at one that is not."""

LARGEST_REQUEST = 16 * LONGEST_COMMENT
"""In bytes: each character as an escape of twelve, and all that stands around the comment."""

_SIGNATURE = re.compile(rb"sha256=[0-9a-f]{64}")
_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.coral")
router = APIRouter(tags=["Coral"], include_in_schema=False)


def _mend(body: object) -> object:
    """Half a surrogate pair, which a commenter can send and pydantic would refuse, as a question mark."""
    return body.encode("utf-8", "replace").decode() if isinstance(body, str) else body


class CoralComment(BaseModel):
    body: Annotated[str | None, BeforeValidator(_mend)] = None


class CoralRequest(BaseModel):
    """What we use of a request; who wrote the comment, and where, is nothing to us."""

    action: Literal["NEW", "EDIT"]
    comment: CoralComment


@dataclass(frozen=True, slots=True)
class CoralAnswer:
    """Without a status the comment goes on through Coral's own rules; a status is what becomes of it."""

    status: Literal["SYSTEM_WITHHELD", "PREMOD"] | None = left_out()
    actions: Sequence[Mapping[str, str]] | None = left_out()


@router.post(PATH)
async def moderate_comment(
    request: Request, service: ServiceDep, community: str = DEFAULT_COMMUNITY
) -> Response:
    """Judge a comment as Coral's external moderation phase asks."""
    notes_of(request.scope).body_limit = service.settings.max_body_bytes
    content = await read_signed(
        request.stream(), request.headers.get(SIGNATURE_HEADER, ""), secret=service.settings.coral_secret
    )
    if content is None:
        policy = await asyncio.to_thread(service.store.policies.current, community)
        return answer(("unjudged", policy))
    body = read_request(content).comment.body or ""
    return answer(await judge_in_time(service, body, community))


async def read_signed(chunks: AsyncIterable[bytes], header: str, *, secret: str) -> bytes | None:
    """The body, if it is signed; None if it is larger than any comment that is judged.

    What cannot be signed is refused before the body is read. A larger body is read to its end for its
    signature, and not kept: a refusal would have Coral publish the comment. The header has one signature for
    each secret that Coral still signs with.
    """
    if not secret:
        raise NotAllowed(
            "This service takes no comments from Coral.", hint="Set SAYSO_CORAL_SECRET to the signing secret."
        )
    given = [part.strip().encode("utf-8", "replace") for part in header.split(",")]
    if not any(map(_SIGNATURE.fullmatch, given)):
        raise _refuse_signature()
    expected, content = hmac.new(secret.encode(), digestmod=hashlib.sha256), bytearray()
    async for chunk in chunks:
        expected.update(chunk)
        content += chunk[: max(0, LARGEST_REQUEST + 1 - len(content))]
    if not any(hmac.compare_digest(f"sha256={expected.hexdigest()}".encode(), part) for part in given):
        raise _refuse_signature()
    return bytes(content) if len(content) <= LARGEST_REQUEST else None


def _refuse_signature() -> NotAllowed:
    return NotAllowed(
        "The signature of this request is missing or wrong.",
        hint="SAYSO_CORAL_SECRET has to be the signing secret of this phase in Coral.",
    )


def read_request(content: bytes) -> CoralRequest:
    try:
        return CoralRequest.model_validate(json.loads(content))
    except (ValueError, RecursionError) as error:
        first = error.errors()[0]["loc"] if isinstance(error, ValidationError) else ()
        place = ".".join(map(str, first)) or "body"
        raise BadInput(
            f"This is no request of Coral's external moderation phase: see {place}.",
            hint='Sent should be {"action": "NEW" or "EDIT", "comment": {"body": "..."}, ...}.',
        ) from None


async def judge_in_time(service: Service, body: str, community: str) -> tuple[Judgement, Policy]:
    """What fails or takes too long leaves the comment unjudged; the log says why, not what was written."""
    policy = Policy(community=community)
    try:
        async with asyncio.timeout(service.settings.coral_answer_ms / 1000):
            policy = await asyncio.to_thread(service.store.policies.current, community)
            return await judge(service, body, policy), policy
    except TimeoutError:
        _log.warning("comment not judged in time", limit_ms=service.settings.coral_answer_ms)
    except SaysoError as error:
        _log.warning("comment not judged", code=error.slug)
    except Exception as error:  # noqa: BLE001  # Coral would publish the comment if this failed
        _log.error("comment not judged", **describe_error(error))
    return "unjudged", policy


async def judge(service: Service, body: str, policy: Policy) -> Judgement:
    """The whole comment against the policy's limits, on its watched attributes."""
    if len(body) > LONGEST_COMMENT:
        raise TextTooLong(f"The comment has {len(body)} characters; at most {LONGEST_COMMENT} are judged.")
    text = strip_markup(body)
    if not text:
        return "under"
    score = await service.guard.score_whole(text, policy=policy)
    if score >= policy.hard_limit:
        return "over"
    return "between" if score >= policy.soft_limit else "under"


def answer(judged: tuple[Judgement, Policy]) -> Response:
    judgement, policy = judged
    if judgement == "over":
        return JsonResponse(CoralAnswer("SYSTEM_WITHHELD", [FLAG]))
    if judgement == "between":
        return JsonResponse(CoralAnswer(actions=[FLAG]))
    if judgement == "unjudged" and not policy.shows_unjudged:
        return JsonResponse(CoralAnswer("PREMOD"))
    return Response(status_code=204)

"""Perspective's addresses: each reads the request, asks `calls`, `batch` or `discovery`, and answers."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.core.errors import BadInput
from sayso.web.access.dependencies import AccessRoute, CallerDep, ServiceDep, public_root, recognise
from sayso.web.access.keys import read_secret
from sayso.web.http.bodies import STRANGERS_BODY, BodyTooLarge
from sayso.web.http.request_notes import notes_of
from sayso.web.perspective.batch import answer_parts
from sayso.web.perspective.calls import Call, answer_analyze, answer_suggest, encode_json
from sayso.web.perspective.discovery import API_NAME, API_VERSION, make_document
from sayso.web.perspective.errors import refuse_path
from sayso.web.perspective.multipart import FIRST_PART, JSON_TYPE, find_secret, read_parts, write_answers
from sayso.web.perspective.names import shorten
from sayso.web.service import Service

router = APIRouter(tags=["perspective"], include_in_schema=False)
_calls = APIRouter(route_class=AccessRoute)


@_calls.post(f"/{API_VERSION}/comments:analyze")
async def analyze_comment(request: Request, service: ServiceDep, caller: CallerDep) -> Response:
    """Score a comment, as Perspective does."""
    call = await _read_call(request)
    content = await answer_analyze(service, caller, call, notes_of(request.scope))
    return _write_json(content, pretty=call.is_pretty)


@_calls.post(f"/{API_VERSION}/comments:suggestscore")
async def suggest_score(request: Request, service: ServiceDep, caller: CallerDep) -> Response:
    """Keep a suggested score in the ledger, as Perspective took it."""
    call = await _read_call(request)
    content = await answer_suggest(service, caller, call, notes_of(request.scope))
    return _write_json(content, pretty=call.is_pretty)


@router.post("/batch")
@router.post(f"/batch/{API_NAME}/{API_VERSION}")
async def answer_batch(request: Request, service: ServiceDep) -> Response:
    """Many calls in one, as multipart/mixed."""
    secret = read_secret(request.headers, request.query_params)
    parts = read_parts(request.headers.get("content-type", ""), await _read_batch(request, service, secret))
    content_type, body = write_answers(await answer_parts(service, parts, secret=secret))
    return Response(body, headers={"content-type": content_type})


@router.get("/$discovery/rest")
async def describe_api(request: Request, service: ServiceDep, version: str = API_VERSION) -> Response:
    """The discovery document that Google's client libraries read."""
    if version != API_VERSION:
        raise refuse_path(f"/$discovery/rest for version {shorten(version)}")
    return _write_document(request, service)


@router.get(f"/discovery/v1/apis/{API_NAME}/{API_VERSION}/rest")
async def describe_api_as_before(request: Request, service: ServiceDep) -> Response:
    """The discovery document at its older address."""
    return _write_document(request, service)


def _write_document(request: Request, service: Service) -> Response:
    root = public_root(request, service)
    if "://" not in root:
        raise BadInput(
            "The discovery document needs the address of this service, which nobody has told it.",
            hint="Set SAYSO_PUBLIC_URL, or name the host in SAYSO_ALLOWED_HOSTS.",
        )
    return _write_json(make_document(f"{root}/"), pretty=True)


async def _read_batch(request: Request, service: Service, secret: str | None) -> bytes:
    """The body; without a known key as much as a stranger may send. Google's own clients put the key into the
    addresses of the parts: then it is looked for in the first, as soon as that has come."""
    notes, body, seen = notes_of(request.scope), bytearray(), False
    await recognise(notes, service, secret)
    notes.body_limit = service.settings.max_body_bytes
    async for chunk in request.stream():
        body += chunk
        if not notes.is_known and not seen and len(body) >= FIRST_PART:
            seen = True
            await recognise(notes, service, find_secret(request.headers.get("content-type", ""), bytes(body)))
        if not notes.is_known and len(body) > STRANGERS_BODY:
            raise BodyTooLarge(STRANGERS_BODY)
    return bytes(body)


async def _read_call(request: Request) -> Call:
    return Call(request.query_params, request.headers, await request.body())


def _write_json(content: dict[str, object], *, pretty: bool) -> Response:
    return Response(encode_json(content, pretty=pretty), headers={"content-type": JSON_TYPE})


router.include_router(_calls)

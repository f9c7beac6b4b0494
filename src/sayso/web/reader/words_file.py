"""`/api/v1/readers/me/words/export` and `/import`: a word bank as a file, out and in again."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from sayso.reader.words_file import WordsFormat, export_words, import_words
from sayso.web.access.dependencies import AccessRoute, ReaderDep, ServiceDep
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import READER_FAILURES
from sayso.web.reader.schemas import Conversation, ImportedAnswer, WordFile
from sayso.web.reader.words import WORDS

MEDIA: Mapping[WordsFormat, str] = {"json": "application/json", "csv": "text/csv"}
_CSV: dict[str, Any] = {"schema": {"type": "string"}, "example": "text,ruling,scope\nsilly,permit,always\n"}
_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/WordFile"}},
            "text/csv": _CSV,
        },
    }
}
_EXPORTED: dict[int | str, dict[str, Any]] = {
    200: {"model": WordFile, "description": "The file.", "content": {"text/csv": _CSV}}
}

Format = Annotated[WordsFormat, Query(description="JSON, or CSV for a table program.")]
Place = Annotated[
    Conversation | None, Query(description="The conversation that entries of that scope belong to.")
]
router = APIRouter(tags=["Reader"], route_class=AccessRoute)


@router.get(f"{WORDS}/export", responses=READER_FAILURES | _EXPORTED, operation_id="exportWords")
async def export_bank(
    service: ServiceDep,
    reader: ReaderDep,
    format: Format = "json",
    conversation: Place = None,
) -> Response:
    """The word bank as a file: what is ruled for good, with a conversation also what holds there alone."""
    content = await asyncio.to_thread(
        export_words, service.store, reader.reader.id, file_format=format, conversation=conversation
    )
    return Response(content, media_type=MEDIA[format], headers=name_file(f"sayso-words.{format}"))


@router.post(
    f"{WORDS}/import",
    response_model=ImportedAnswer,
    responses=READER_FAILURES,
    operation_id="importWords",
    openapi_extra=_FILE,
)
async def import_bank(
    request: Request,
    service: ServiceDep,
    reader: ReaderDep,
    format: Annotated[
        WordsFormat | None, Query(description="What the body is; without it, the content type says so.")
    ] = None,
    conversation: Place = None,
) -> Response:
    """Take in a file that was exported, all of it or none; what is wrong is told with its row."""
    content = await request.body()
    taken = await asyncio.to_thread(
        import_words,
        service.store,
        reader.reader.id,
        content,
        file_format=format or tell_format(request),
        conversation=conversation,
    )
    total = await asyncio.to_thread(service.store.terms.list, reader.reader.id)
    return JsonResponse(ImportedAnswer(imported=len(taken), total=len(total)))


def tell_format(request: Request) -> WordsFormat:
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return "csv" if media in ("text/csv", "application/csv", "text/comma-separated-values") else "json"


def name_file(name: str) -> dict[str, str]:
    """So that a browser saves it, under this name."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}

"""`/api/v1/readers/me/agreement`: whether conversations are kept, and whether shared words count."""

import asyncio
from dataclasses import replace

from fastapi import APIRouter
from starlette.responses import Response

from sayso.storage import Reader, Store
from sayso.web.access.dependencies import AccessRoute, ReaderDep, ServiceDep
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import READER_FAILURES
from sayso.web.reader.readers import ME, make_answer
from sayso.web.reader.schemas import AgreementRequest, ReaderAnswer

router = APIRouter(tags=["Reader"], route_class=AccessRoute)


@router.put(
    f"{ME}/agreement", response_model=ReaderAnswer, responses=READER_FAILURES, operation_id="setAgreement"
)
async def set_agreement(body: AgreementRequest, service: ServiceDep, reader: ReaderDep) -> Response:
    """Agree that conversations are kept, or take it back; nothing is kept without."""
    agreed = await asyncio.to_thread(keep_agreement, service.store, reader.reader.id, body)
    return JsonResponse(make_answer(replace(reader, reader=agreed)))


def keep_agreement(store: Store, reader_id: str, body: AgreementRequest) -> Reader:
    agreed = store.readers.agree(reader_id, body.records)
    if body.joins_list is not None:
        agreed = store.readers.set_joins_list(reader_id, body.joins_list)
    return agreed

"""For whoever runs the service: is it up, is it ready, how is it doing."""

import asyncio
from typing import Any

import structlog
from fastapi import APIRouter
from starlette.responses import Response

from sayso.core.errors import SaysoError
from sayso.core.traces import describe_error
from sayso.web.access.dependencies import ServiceDep
from sayso.web.api.schemas import HealthAnswer, ReadyAnswer
from sayso.web.http.errors import Problem, log_detail, problem_from
from sayso.web.http.metrics import CONTENT_TYPE
from sayso.web.http.responses import JsonResponse
from sayso.web.service import Service

_NOT_READY: dict[int | str, dict[str, Any]] = {
    503: {"model": ReadyAnswer, "description": "Not yet, or not now; `reason` says why."}
}

router = APIRouter(tags=["Health"])
_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")


@router.head("/healthz", include_in_schema=False)
@router.get("/healthz", response_model=HealthAnswer, operation_id="health")
async def report_health() -> Response:
    """The process is up; says nothing of the model or the database."""
    return JsonResponse(HealthAnswer("up"))


@router.head("/readyz", include_in_schema=False)
@router.get("/readyz", response_model=ReadyAnswer, responses=_NOT_READY, operation_id="ready")
async def report_readiness(service: ServiceDep) -> Response:
    """The model is loaded and not overloaded, and the database takes writes."""
    obstacle = await find_obstacle(service)
    if obstacle is None:
        return JsonResponse(ReadyAnswer("ready", service.scoring.name))
    why = ReadyAnswer("not ready", service.scoring.name, obstacle.message, obstacle.code)
    return JsonResponse(why, 503)


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    operation_id="metrics",
)
async def report_metrics(service: ServiceDep) -> Response:
    """Counts and times for Prometheus, over all workers."""
    page = await asyncio.to_thread(service.metrics.render)
    return Response(page, media_type=CONTENT_TYPE)


async def find_obstacle(service: Service) -> Problem | None:
    """Why a request could not be answered now, if so. A service without a model never starts."""
    try:
        await asyncio.wrap_future(service.store.submit(service.store.usage.prove_writing))
    except SaysoError as error:
        log_detail(error)
        return problem_from(error)
    except Exception as error:  # noqa: BLE001  # a probe reports whatever is wrong; the log has what it was
        _log.error("not ready", **describe_error(error))
        return problem_from(error)
    overload = service.scoring.find_overload()
    return overload and problem_from(overload)

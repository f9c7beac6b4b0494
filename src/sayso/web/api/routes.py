"""`/api/v1/analyze` and `/api/v1/models`."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.core import Attribute, Scale
from sayso.core.errors import BadInput
from sayso.core.sizes import check_lengths
from sayso.scoring.gathering import BatchingScorer
from sayso.web.access.dependencies import CallerDep, KeyFirstRoute, ServiceDep, charge
from sayso.web.api.schemas import AnalyzeAnswer, AnalyzeRequest, ErrorAnswer, ModelsAnswer
from sayso.web.http.responses import JsonResponse
from sayso.web.service import Service

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer, "description": description}
    for status, description in {
        400: "The request cannot be answered as it is: an attribute the model has not, say.",
        401: "No key, or a key that is not known.",
        413: "A text or the whole body is too long.",
        422: "The body is not of the right shape.",
        429: "The key's rate limit or quota is reached.",
        503: "The model or the database cannot answer now.",
    }.items()
}

router = APIRouter(prefix="/api/v1", tags=["Sayso"], route_class=KeyFirstRoute)


@router.post("/analyze", response_model=AnalyzeAnswer, responses=ERRORS, operation_id="analyze")
async def analyze(body: AnalyzeRequest, request: Request, service: ServiceDep, caller: CallerDep) -> Response:
    """Score texts. Nothing of them is stored."""
    texts = body.all_texts
    check_wishes(body, service.scoring)
    attributes = choose_attributes(body.attributes, service.scoring)
    await charge(request, service, caller, texts=len(texts))
    if body.evidence:
        scores, evidence = await service.scoring.judge_on(body.scale, texts)
        reasons = [why.to_json(text) for why, text in zip(evidence, texts, strict=True)]
    else:
        scores = await service.scoring.score_on(body.scale, texts)
        reasons = [dict[str, object]()] * len(texts)
    rows = [scores.row(index) for index in range(len(texts))]
    results: list[dict[str, Any]] = [
        {"scores": {each: row[each] for each in attributes}, **why}
        for row, why in zip(rows, reasons, strict=True)
    ]
    return JsonResponse({"results": results, "model": scores.model, "scale": body.scale})


@router.get(
    "/models",
    response_model=ModelsAnswer,
    responses={s: ERRORS[s] for s in (401, 503)},
    operation_id="listModels",
)
async def list_models(service: ServiceDep, _caller: CallerDep) -> Response:
    """The model that answers, and the scorers that could be served instead."""
    return JsonResponse({"active": describe_model(service), "installed": service.installed})


def check_wishes(body: AnalyzeRequest, desk: BatchingScorer) -> None:
    """Refuses what this model cannot do, before it costs anything."""
    check_lengths(body.all_texts)
    if body.scale not in offered_scales(desk):
        raise BadInput(
            f"The model {desk.name!r} has no map to the scale {body.scale!r}. It answers on: sayso.",
            hint="Leave 'scale' out, or serve a scorer that has the map; /api/v1/models lists the scales.",
        )
    if body.evidence:
        desk.require_examiner()


def offered_scales(desk: BatchingScorer) -> list[Scale]:
    return ["sayso", "perspective"] if desk.scale_map else ["sayso"]


def choose_attributes(wanted: Sequence[Attribute] | None, desk: BatchingScorer) -> list[Attribute]:
    """Those asked for, or all; one the model has not is refused, never invented."""
    for attribute in wanted or ():
        if attribute not in desk.attributes:
            known = ", ".join(sorted(desk.attributes))
            raise BadInput(
                f"The model {desk.name!r} does not score {attribute}. It scores: {known}.",
                hint="Leave it out; a score is never invented.",
            )
    return list(dict.fromkeys(wanted)) if wanted is not None else sorted(desk.attributes)


def describe_model(service: Service) -> dict[str, Any]:
    desk = service.scoring
    return {
        "name": desk.name,
        "attributes": sorted(desk.attributes),
        "scales": offered_scales(desk),
        "evidence": desk.can_examine,
    }

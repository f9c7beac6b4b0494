"""`/api/v1/analyze` and `/api/v1/models`."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.core import Attribute, Evidence, Scale
from sayso.core.errors import BadInput
from sayso.core.sizes import check_lengths, count_texts
from sayso.scoring.gathering import BatchingScorer
from sayso.web.access.dependencies import AccessRoute, CallerDep, ServiceDep, charge
from sayso.web.api.schemas import (
    AnalyzeAnswer,
    AnalyzeRequest,
    ErrorAnswer,
    ModelAnswer,
    ModelsAnswer,
    ResultAnswer,
)
from sayso.web.http.responses import JsonResponse

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

router = APIRouter(prefix="/api/v1", tags=["Sayso"], route_class=AccessRoute)


@router.post("/analyze", response_model=AnalyzeAnswer, responses=ERRORS, operation_id="analyze")
async def analyze(body: AnalyzeRequest, request: Request, service: ServiceDep, caller: CallerDep) -> Response:
    """Score texts. Nothing of them is stored."""
    texts = body.all_texts
    check_wishes(body, service.scoring)
    attributes = choose_attributes(body.attributes, service.scoring)
    await charge(request, service, caller, texts=count_texts(texts))
    if body.evidence:
        scores, evidence = await service.scoring.judge_on(body.scale, texts)
    else:
        scores, evidence = await service.scoring.score_on(body.scale, texts), [None] * len(texts)
    rows = [{each: row[each] for each in attributes} for row in map(scores.row, range(len(texts)))]
    results = [describe(row, why, text) for row, why, text in zip(rows, evidence, texts, strict=True)]
    for place, reason in scores.unjudged.items():
        results[place] = ResultAnswer({}, unjudged=reason)
    return JsonResponse(AnalyzeAnswer(results, scores.model, body.scale))


@router.get(
    "/models",
    response_model=ModelsAnswer,
    responses={s: ERRORS[s] for s in (401, 503)},
    operation_id="listModels",
)
async def list_models(service: ServiceDep, _caller: CallerDep) -> Response:
    """The model that answers, and the scorers that could be served instead."""
    return JsonResponse(ModelsAnswer(describe_model(service.scoring), service.installed))


def check_wishes(body: AnalyzeRequest, scoring: BatchingScorer) -> None:
    """Refuses what this model cannot do, before it costs anything."""
    check_lengths(body.all_texts)
    if body.scale not in offered_scales(scoring):
        raise BadInput(
            f"The model {scoring.name!r} has no map to the scale {body.scale!r}. It answers on: sayso.",
            hint="Leave 'scale' out, or serve a scorer that has the map; /api/v1/models lists the scales.",
        )
    if body.evidence:
        scoring.require_examiner()


def offered_scales(scoring: BatchingScorer) -> list[Scale]:
    return ["sayso", "perspective"] if scoring.scale_map else ["sayso"]


def choose_attributes(wanted: Sequence[Attribute] | None, scoring: BatchingScorer) -> list[Attribute]:
    """Those asked for, or all; one the model has not is refused, never invented."""
    for attribute in wanted or ():
        if attribute not in scoring.attributes:
            known = ", ".join(sorted(scoring.attributes))
            raise BadInput(
                f"The model {scoring.name!r} does not score {attribute}. It scores: {known}.",
                hint="Leave it out; a score is never invented.",
            )
    return list(dict.fromkeys(wanted)) if wanted is not None else sorted(scoring.attributes)


def describe(scores: Mapping[Attribute, float], evidence: Evidence | None, text: str) -> ResultAnswer:
    if evidence is None:
        return ResultAnswer(scores)
    return ResultAnswer(scores, evidence.words_in(text), dict(evidence.targets), dict(evidence.implied))


def describe_model(scoring: BatchingScorer) -> ModelAnswer:
    return ModelAnswer(
        scoring.name, sorted(scoring.attributes), offered_scales(scoring), evidence=scoring.can_examine
    )

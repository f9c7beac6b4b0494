"""`/api/v1/readers/me/limits`: a reader's own limits, inside those of the community's policy."""

import asyncio
import re
from collections.abc import Mapping

from fastapi import APIRouter
from starlette.responses import Response

from sayso.core import Attribute, Policy, Tolerance
from sayso.core.errors import BadInput
from sayso.storage import Reader, Store
from sayso.web.access.dependencies import AccessRoute, ReaderDep, ServiceDep
from sayso.web.community.schemas import PolicyShown
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import READER_FAILURES
from sayso.web.reader.readers import ME
from sayso.web.reader.schemas import LimitsAnswer, LimitsRequest

router = APIRouter(tags=["Reader"], route_class=AccessRoute)
_NAME = re.compile(r"[A-Za-z_]{1,40}")


@router.get(f"{ME}/limits", response_model=LimitsAnswer, responses=READER_FAILURES, operation_id="showLimits")
async def show_limits(service: ServiceDep, reader: ReaderDep) -> Response:
    """The reader's own limits, what holds now, and the policy around them."""
    return JsonResponse(await asyncio.to_thread(read_limits, service.store, reader.reader))


@router.put(f"{ME}/limits", response_model=LimitsAnswer, responses=READER_FAILURES, operation_id="setLimits")
async def set_limits(body: LimitsRequest, service: ServiceDep, reader: ReaderDep) -> Response:
    """Move own limits, each anywhere from 0 to the policy's hard limit; null removes one. Others stay. Where
    the policy is fixed, a limit over its soft one rests."""
    return JsonResponse(await asyncio.to_thread(keep_limits, service.store, reader.reader, body.limits))


def keep_limits(store: Store, reader: Reader, wanted: Mapping[str, float | None]) -> LimitsAnswer:
    policy = store.policies.current(reader.community)
    checked = {check_attribute(name, policy): limit for name, limit in wanted.items()}
    return make_answer(store.readers.set_limits(reader.id, checked), policy)


def read_limits(store: Store, reader: Reader) -> LimitsAnswer:
    return make_answer(store.readers.limits(reader.id), store.policies.current(reader.community))


def check_attribute(name: str, policy: Policy) -> Attribute:
    """One that the policy watches; any other would change nothing."""
    if name in policy.attributes:
        return Attribute(name)
    shown = f" {name}" if _NAME.fullmatch(name) else " of that name"
    raise BadInput(
        f"This community watches no attribute{shown}. It watches: {', '.join(policy.attributes)}.",
        hint="Set limits for those alone; GET /api/v1/readers/me/limits shows the policy.",
    )


def make_answer(limits: Mapping[Attribute, float], policy: Policy) -> LimitsAnswer:
    tolerance = Tolerance("", limits)
    capped = [name for name in policy.attributes if limits.get(name, 0) > policy.ceiling]
    unwatched = [name for name in limits if name not in policy.attributes]
    return LimitsAnswer(
        limits=dict(limits),
        effective={name: tolerance.limit(name, policy) for name in policy.attributes},
        capped=capped,
        unwatched=unwatched,
        message=" ".join([*_say_capped(capped, policy), *_say_unwatched(unwatched)]),
        policy=PolicyShown.of(policy),
    )


def _say_capped(capped: list[Attribute], policy: Policy) -> list[str]:
    if not capped:
        return []
    names = ", ".join(capped)
    if policy.method == "fixed":
        return [f"Here the limit of {policy.ceiling:g} is the same for all; that holds for: {names}."]
    return [
        f"The community has lowered its limit to {policy.ceiling:g} since you set yours; "
        f"that now holds for: {names}."
    ]


def _say_unwatched(unwatched: list[Attribute]) -> list[str]:
    if not unwatched:
        return []
    return [f"The community no longer watches: {', '.join(unwatched)}. Your limit there rests."]

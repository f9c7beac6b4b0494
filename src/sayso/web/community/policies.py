"""`/api/v1/policies/{community}`: read with any key of the community, set with an admin key."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from sayso.community.policies import put_policy
from sayso.core.errors import Forbidden
from sayso.core.policy_document import LONGEST_NAME
from sayso.web.access.callers import Caller
from sayso.web.access.dependencies import AccessRoute, CallerDep, ServiceDep
from sayso.web.community.schemas import PolicyAnswer, PolicyRequest
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import FAILURES, STALE

router = APIRouter(prefix="/api/v1/policies", tags=["Policy"], route_class=AccessRoute)
Community = Annotated[str, Path(max_length=LONGEST_NAME, description="The community's name.")]


@router.get("/{community}", response_model=PolicyAnswer, responses=FAILURES, operation_id="showPolicy")
async def show_policy(community: Community, service: ServiceDep, caller: CallerDep) -> Response:
    """The policy in force; its defaults, as version 0, where nobody has set one."""
    check_member(caller, community)
    policy = await asyncio.to_thread(service.store.policies.current, community)
    return JsonResponse(PolicyAnswer.of(policy))


@router.put("/{community}", response_model=PolicyAnswer, responses=FAILURES | STALE, operation_id="setPolicy")
async def set_policy(
    community: Community, body: PolicyRequest, service: ServiceDep, caller: CallerDep
) -> Response:
    """Set the whole policy as its next version; with `version`, only if that one is still in force."""
    check_member(caller, community)
    kept = await asyncio.to_thread(
        put_policy,
        service.store,
        body.model_dump(mode="json", exclude_none=True),
        community=community,
        actor=caller.key_id or "open",
        scored=service.scoring.attributes,
    )
    return JsonResponse(PolicyAnswer.of(kept))


def check_member(caller: Caller, community: str) -> None:
    if caller.key_id and caller.community != community:
        raise Forbidden(
            "This API key belongs to another community than the policy asked for.",
            hint=f"Ask for /api/v1/policies/{caller.community}, or send a key of that community.",
        )

"""`/api/v1/policies/{community}`: read with any key of the community, set with an admin key."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.responses import Response

from sayso.core import Policy
from sayso.core.errors import Forbidden
from sayso.core.policy_document import LONGEST_NAME, policy_from_json
from sayso.deciding import check_attributes
from sayso.web.access.callers import Caller
from sayso.web.access.dependencies import AccessRoute, CallerDep, ServiceDep
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import FAILURES, STALE
from sayso.web.reader.held_schemas import PolicyAnswer, PolicyRequest
from sayso.web.reader.limits import describe_policy

router = APIRouter(prefix="/api/v1/policies", tags=["Policy"], route_class=AccessRoute)
Community = Annotated[str, Path(max_length=LONGEST_NAME, description="The community's name.")]


@router.get("/{community}", response_model=PolicyAnswer, responses=FAILURES, operation_id="showPolicy")
async def show_policy(community: Community, service: ServiceDep, caller: CallerDep) -> Response:
    """The policy in force; its defaults, as version 0, where nobody has set one."""
    check_member(caller, community)
    policy = await asyncio.to_thread(service.store.policies.current, community)
    return JsonResponse(describe_whole(policy))


@router.put("/{community}", response_model=PolicyAnswer, responses=FAILURES | STALE, operation_id="setPolicy")
async def set_policy(
    community: Community, body: PolicyRequest, service: ServiceDep, caller: CallerDep
) -> Response:
    """Set the whole policy as its next version; with `version`, only if that one is still in force."""
    check_member(caller, community)
    policy = make_policy(community, body)
    check_attributes(policy, service.scoring.attributes)
    kept = await asyncio.to_thread(
        service.store.policies.set,
        policy,
        actor=caller.key_id or "open",
        expected_version=body.version,
    )
    return JsonResponse(describe_whole(kept))


def check_member(caller: Caller, community: str) -> None:
    if caller.key_id and caller.community != community:
        raise Forbidden(
            "This API key belongs to another community than the policy asked for.",
            hint=f"Ask for /api/v1/policies/{caller.community}, or send a key of that community.",
        )


def make_policy(community: str, body: PolicyRequest) -> Policy:
    return policy_from_json(body.model_dump(mode="json", exclude={"version"}), community=community)


def describe_whole(policy: Policy) -> dict[str, Any]:
    return {
        **describe_policy(policy),
        "flag_limit": policy.flag_limit,
        "judges_prompts": policy.judges_prompts,
        "shows_unjudged": policy.shows_unjudged,
    }

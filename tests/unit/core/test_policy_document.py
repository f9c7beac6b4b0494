from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Attribute, Policy
from sayso.core.errors import BadInput
from sayso.core.policy_document import policy_from_json, policy_to_json

SCORES = st.floats(0, 1)


def test_a_policy_as_a_document_has_every_field() -> None:
    policy = Policy("forum", 3, (Attribute.TOXICITY, Attribute.INSULT), default_message="Not here.")
    assert policy_to_json(policy) == {
        "community": "forum",
        "version": 3,
        "attributes": ["TOXICITY", "INSULT"],
        "scale": "sayso",
        "soft_limit": 0.35,
        "hard_limit": 0.9,
        "last_limit": 0.97,
        "flag_limit": 0.5,
        "default_message": "Not here.",
        "strict": True,
        "method": "dynamic",
        "answers_about": "word",
        "streaming": "sentence",
        "judges_prompts": False,
        "shows_unjudged": False,
    }


@given(
    limits=st.tuples(SCORES, SCORES, SCORES).map(sorted),
    flag_limit=SCORES,
    attributes=st.lists(st.sampled_from(list(Attribute)), min_size=1, unique=True),
    strict=st.booleans(),
    version=st.integers(0, 10**9),
    message=st.text(min_size=1).filter(str.strip).map(str.strip),
)
def test_a_document_leads_back_to_its_policy(
    limits: list[float],
    flag_limit: float,
    attributes: list[Attribute],
    strict: bool,
    version: int,
    message: str,
) -> None:
    policy = Policy(
        "forum",
        version,
        tuple(attributes),
        "perspective",
        *limits,
        flag_limit=flag_limit,
        strict=strict,
        default_message=message[:2000].strip() or "x",
    )
    assert policy_from_json(policy_to_json(policy), community="forum") == policy


def test_what_a_document_leaves_out_is_as_in_the_base_or_the_defaults() -> None:
    base = Policy("forum", 4, soft_limit=0.1, strict=False)
    assert policy_from_json({}, community="forum") == Policy("forum")
    assert policy_from_json({"hard_limit": 0.9}, community="forum", base=base) == replace(
        base, hard_limit=0.9
    )


def test_a_hard_limit_that_is_raised_takes_the_last_one_along() -> None:
    policy = policy_from_json({"hard_limit": 0.98}, community="forum")
    assert (policy.hard_limit, policy.last_limit) == (0.98, 0.98)
    with pytest.raises(BadInput, match=r"^hard_limit is 0\.98, above last_limit, which is 0\.97\.$"):
        policy_from_json({"hard_limit": 0.98, "last_limit": 0.97}, community="forum")


def test_an_attribute_named_twice_is_watched_once() -> None:
    policy = policy_from_json({"attributes": ["INSULT", "TOXICITY", "INSULT"]}, community="forum")
    assert policy.attributes == (Attribute.INSULT, Attribute.TOXICITY)


ATTRIBUTES = (
    "Known: IDENTITY_ATTACK, INSULT, PROFANITY, SEVERE_TOXICITY, SEXUALLY_EXPLICIT, THREAT, TOXICITY."
)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (None, "A policy is an object of JSON."),
        ([], "A policy is an object of JSON."),
        ({"softlimit": 0.3}, "A policy has no field 'softlimit'. Did you mean 'soft_limit'?"),
        ({"zzz": 0.3}, "A policy has no field 'zzz'."),
        ({"soft_limit": -0.1}, "soft_limit is -0.1."),
        ({"hard_limit": 1.01}, "hard_limit is 1.01."),
        ({"flag_limit": 2}, "flag_limit is 2."),
        ({"soft_limit": float("nan")}, "soft_limit is nan."),
        ({"soft_limit": True}, "soft_limit is True."),
        ({"soft_limit": "0.3"}, "soft_limit is '0.3'."),
        ({"soft_limit": None}, "soft_limit is None."),
        ({"soft_limit": 0.95}, "soft_limit is 0.95, above hard_limit, which is 0.9."),
        ({"hard_limit": 0.2}, "soft_limit is 0.35, above hard_limit, which is 0.2."),
        ({"attributes": []}, "attributes is []."),
        ({"attributes": "TOXICITY"}, "attributes is 'TOXICITY'."),
        (
            {"attributes": ["TOXICITI"]},
            f"Unknown attribute 'TOXICITI'. {ATTRIBUTES} Did you mean 'TOXICITY'?",
        ),
        ({"attributes": [7]}, f"Unknown attribute '7'. {ATTRIBUTES}"),
        ({"default_message": ""}, "default_message is empty."),
        ({"default_message": " \n"}, "default_message is empty."),
        ({"default_message": 5}, "default_message is 5."),
        ({"default_message": "x" * 2001}, "default_message has 2,001 characters; at most 2,000 are shown."),
        ({"strict": 1}, "strict is 1."),
        ({"judges_prompts": "yes"}, "judges_prompts is 'yes'."),
        ({"method": "fix"}, "Unknown method 'fix'. Known: dynamic, fixed. Did you mean 'fixed'?"),
        ({"method": 3}, "Unknown method '3'. Known: dynamic, fixed."),
        ({"method": []}, "Unknown method '[]'. Known: dynamic, fixed."),
        ({"streaming": "w"}, "Unknown streaming 'w'. Known: sentence, whole, window."),
        ({"version": -1}, "version is -1."),
        ({"version": 1.5}, "version is 1.5."),
        ({"version": True}, "version is True."),
        ({"community": "chat"}, "The document is for the community 'chat', not 'forum'."),
        ({"community": 5}, "community is 5."),
        ({"strict": "x" * 100}, "strict is a str."),
    ],
)
def test_what_is_wrong_with_a_document_is_named(document: Any, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        policy_from_json(document, community="forum")
    assert caught.value.message == message


@pytest.mark.parametrize("community", ["", " ", "x" * 201])
def test_a_community_has_a_name_of_sensible_length(community: str) -> None:
    with pytest.raises(BadInput, match="1 to 200 characters"):
        policy_from_json({}, community=community)

"""Attribute names."""

import pytest

from sayso.core import Attribute
from sayso.web.perspective.names import find_attribute, is_known


@pytest.mark.parametrize(
    ("name", "attribute"),
    [
        ("TOXICITY", Attribute.TOXICITY),
        ("TOXICITY@6", Attribute.TOXICITY),
        ("SEVERE_TOXICITY_EXPERIMENTAL", Attribute.SEVERE_TOXICITY),
        ("IDENTITY_ATTACK_EXPERIMENTAL@12", Attribute.IDENTITY_ATTACK),
        ("SEXUALLY_EXPLICIT", Attribute.SEXUALLY_EXPLICIT),
        ("TOXICITY_FAST", None),
        ("TOXICITY@", None),
        ("TOXICITY@x", None),
        ("toxicity", None),
        ("RESPECT_EXPERIMENTAL", None),
        ("_EXPERIMENTAL", None),
        ("", None),
    ],
)
def test_which_of_our_attributes_answers_a_name(name: str, attribute: Attribute | None) -> None:
    assert find_attribute(name) is attribute


@pytest.mark.parametrize(
    "name", ["TOXICITY", "SPAM@1", "RESPECT_EXPERIMENTAL", "TOXICITY_FAST", "OFF_TOPIC", "THREAT@9"]
)
def test_names_that_perspective_has_had(name: str) -> None:
    assert is_known(name)


@pytest.mark.parametrize("name", ["RESPECT", "SPAM_EXPERIMENTAL", "NICENESS", "spam", "", "SPAM@"])
def test_names_that_perspective_never_had(name: str) -> None:
    assert not is_known(name)

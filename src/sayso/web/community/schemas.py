"""The bodies of `/api/v1/policies/…`. Every rule in them comes from the policy's declaration."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, make_dataclass
from typing import Annotated, Any, Self

from pydantic import Field, create_model

from sayso.core import Attribute, Policy
from sayso.core.policy import Rule, list_rules
from sayso.web.http.values import Body, Flag, Whole


def make_request(policy: type[Policy]) -> type[Body]:
    """A body with every rule; what is left out has its default."""
    asked: dict[str, Any] = {
        rule.name: (
            Annotated[ask(rule), Field(description=rule.sentence, validate_default=True)],
            rule.default,
        )
        for rule in list_rules(policy)
    }
    return create_model("PolicyRules", __base__=Body, **asked)


def ask(rule: Rule) -> Any:
    """What a request may say of a rule; Sayso's own messages say the rest."""
    match rule.kind:
        case "attributes":
            extra: Any = {"uniqueItems": True}
            return Annotated[list[Attribute], Field(min_length=1, json_schema_extra=extra)]
        case "limit":
            return Annotated[float, Field(strict=True, ge=rule.lowest, le=rule.highest)]
        case "text":
            return Annotated[str, Field(min_length=1, max_length=rule.longest)]
        case "flag":
            return Flag
        case "choice":
            return rule.type


@dataclass(frozen=True)
class PolicyPart:
    """A policy as an answer has it: which one it is, and some of its rules, or all."""

    @classmethod
    def of(cls, policy: Policy) -> Self:
        return cls(**{each.name: getattr(policy, each.name) for each in fields(cls)})


def make_answer(rules: Iterable[Rule]) -> type[PolicyPart]:
    told: list[tuple[str, Any]] = [
        ("community", str),
        ("version", Annotated[int, Field(description="0 where nobody has set a policy.")]),
        *((rule.name, Annotated[rule.type, Field(description=rule.sentence)]) for rule in rules),
    ]
    return make_dataclass("PolicyRules", told, bases=(PolicyPart,), frozen=True)


class PolicyRequest(make_request(Policy)):
    """The whole document: what is left out gets its default."""

    version: Annotated[
        Whole | None,
        Field(description="The version you read; if another is in force, nothing changes."),
    ] = None


@dataclass(frozen=True)
class PolicyAnswer(make_answer(list_rules())):
    """A community's policy as it is in force."""


@dataclass(frozen=True)
class PolicyShown(make_answer(rule for rule in list_rules() if rule.for_readers)):
    """What a reader may know of the community's policy."""

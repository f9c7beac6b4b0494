"""A policy as a document: what is written down, sent and kept, and what is wrong with one."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, cast

from sayso.core.attributes import Attribute
from sayso.core.errors import BadInput, UnknownName
from sayso.core.policy import Kind, Policy, Rule, list_rules

LONGEST_NAME = 200
LIMITS = ("soft_limit", "hard_limit", "last_limit")
"""In their order."""


def policy_to_json(policy: Policy) -> dict[str, Any]:
    """Every field by its name; the attributes as a list."""
    return {each.name: getattr(policy, each.name) for each in fields(policy)} | {
        "attributes": [str(attribute) for attribute in policy.attributes]
    }


def policy_from_json(document: object, *, community: str, base: Policy | None = None) -> Policy:
    """The policy of `community` that a document describes; what it leaves out is as in `base`.

    `version` is passed on as it is written: to whoever sets a policy it says which one was read before.
    """
    if not isinstance(document, dict):
        raise BadInput(
            "A policy is an object of JSON.", hint='Such as {"soft_limit": 0.35, "hard_limit": 0.9}'
        )
    start = base or Policy()
    parsed = parse_values(cast("dict[str, object]", document), type(start))
    if parsed.setdefault("community", community) != community:
        raise BadInput(
            f"The document is for the community {parsed['community']!r}, not {community!r}.",
            hint="Leave the field 'community' out, or name the right one.",
        )
    check_name(community)
    limits = {name: parsed.get(name, getattr(start, name)) for name in LIMITS}
    if "last_limit" not in parsed:  # a hard limit that is raised takes it along
        parsed["last_limit"] = limits["last_limit"] = max(limits["hard_limit"], limits["last_limit"])
    check_order(limits)
    return replace(start, **parsed)


def parse_values(document: Mapping[str, object], policy: type[Policy]) -> dict[str, Any]:
    """The values that a document gives, each as the field has it."""
    rules = {each.name: each for each in list_rules(policy)}
    parsed: dict[str, Any] = {}
    for name, value in document.items():
        if name in rules:
            parsed[name] = PARSERS[rules[name].kind](rules[name], value)
        elif name in IDENTITY:
            parsed[name] = IDENTITY[name](value)
        else:
            raise explain_unknown(str(name), (*IDENTITY, *rules))
    return parsed


def explain_unknown(name: str, known: Iterable[str]) -> BadInput:
    nearest = get_close_matches(name, known := tuple(known), n=1)
    guess = f" Did you mean {nearest[0]!r}?" if nearest else ""
    return BadInput(f"A policy has no field {name!r}.{guess}", hint=f"Known: {', '.join(known)}.")


def check_name(community: str) -> None:
    if not community.strip() or len(community) > LONGEST_NAME:
        raise BadInput(
            f"The name of a community has 1 to {LONGEST_NAME} characters, not {len(community.strip())}."
        )


def check_order(values: Mapping[str, float]) -> None:
    for lower, higher in pairwise(LIMITS):
        if values[lower] > values[higher]:
            raise BadInput(
                f"{lower} is {values[lower]:g}, above {higher}, which is {values[higher]:g}.",
                hint="From soft_limit on readers are asked, from hard_limit on nothing is shown, from"
                " last_limit on not even with permitted words: each is at least as high as the one before.",
            )


def parse_limit(rule: Rule, value: object) -> float:
    low, high = rule.lowest, rule.highest
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        hint = f"A limit is a number from {low:g} to {high:g}, such as {rule.default:g}."
        raise BadInput(f"{rule.name} is {show(value)}.", hint=hint)
    return float(value)


def parse_attributes(rule: Rule, value: object) -> tuple[Attribute, ...]:
    given = cast("list[object]", value) if isinstance(value, list) else []
    if not given:
        what = show(cast("object", value))
        hint = 'A policy watches at least one attribute: ["TOXICITY"]'
        raise BadInput(f"{rule.name} is {what}.", hint=hint)
    unknown = [one for one in given if one not in Attribute.__members__.values()]
    if unknown:
        raise UnknownName("attribute", name_value(unknown[0]), Attribute.__members__)
    return tuple(dict.fromkeys(Attribute(str(one)) for one in given))


def parse_text(rule: Rule, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        what = "empty" if isinstance(value, str) else show(value)
        raise BadInput(f"{rule.name} is {what}.", hint=f"It is {rule.help}.")
    if len(value) > rule.longest:
        raise BadInput(f"{rule.name} has {len(value):,} characters; at most {rule.longest:,} are shown.")
    return value.strip()


def parse_flag(rule: Rule, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadInput(f"{rule.name} is {show(value)}.", hint="Write true or false.")
    return value


def parse_choice(rule: Rule, value: object) -> str:
    if value not in rule.choices:
        raise UnknownName(rule.name, name_value(value), rule.choices)
    return str(value)


def parse_version(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadInput(f"version is {show(value)}.", hint="Versions are whole numbers from 0.")
    return value


def parse_community(value: object) -> str:
    if not isinstance(value, str):
        raise BadInput(f"community is {show(value)}.", hint="Write it as text.")
    return value


def name_value(value: object) -> str:
    return value if isinstance(value, str) else show(value)


def show(value: object) -> str:
    """A short value as it is, of a long one only the kind."""
    shown = repr(value)
    return shown if len(shown) <= 40 else f"a {type(value).__name__}"


PARSERS: Mapping[Kind, Callable[[Rule, object], object]] = {
    "attributes": parse_attributes,
    "limit": parse_limit,
    "text": parse_text,
    "flag": parse_flag,
    "choice": parse_choice,
}
IDENTITY: Mapping[str, Callable[[object], object]] = {"community": parse_community, "version": parse_version}
"""Which policy it is; every other field is a rule."""

"""A policy as a document: what is written down, sent and kept, and what is wrong with one."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from difflib import get_close_matches
from typing import Any, cast, get_args

from sayso.core.attributes import Attribute
from sayso.core.errors import BadInput, UnknownName
from sayso.core.policy import Method, Policy, Streaming

LONGEST_MESSAGE = 2000
LONGEST_NAME = 200
NAMES = tuple(field.name for field in fields(Policy))
LIMITS = ("soft_limit", "hard_limit", "flag_limit")


def policy_to_json(policy: Policy) -> dict[str, Any]:
    """Every field by its name; the attributes as a list."""
    values = {name: getattr(policy, name) for name in NAMES}
    return values | {"attributes": [str(attribute) for attribute in policy.attributes]}


def policy_from_json(document: object, *, community: str, base: Policy | None = None) -> Policy:
    """The policy of `community` that a document describes; what it leaves out is as in `base`.

    `version` is passed on as it is written: to whoever sets a policy it says which one was read before.
    """
    if not isinstance(document, dict):
        raise BadInput(
            "A policy is an object of JSON.", hint='Such as {"soft_limit": 0.35, "hard_limit": 0.7}'
        )
    values = cast("dict[str, object]", document)
    refuse_unknown(values)
    read: dict[str, Any] = {name: READERS[name](name, value) for name, value in values.items()}
    if read.setdefault("community", community) != community:
        raise BadInput(
            f"The document is for the community {read['community']!r}, not {community!r}.",
            hint="Leave the field 'community' out, or name the right one.",
        )
    check_name(community)
    start = base or Policy()
    merged = {name: read.get(name, getattr(start, name)) for name in NAMES}
    check_order(merged)
    return replace(start, **merged)


def refuse_unknown(values: Mapping[str, object]) -> None:
    for name in values:
        if name not in NAMES:
            nearest = get_close_matches(str(name), NAMES, n=1)
            guess = f" Did you mean {nearest[0]!r}?" if nearest else ""
            raise BadInput(f"A policy has no field {str(name)!r}.{guess}", hint=f"Known: {', '.join(NAMES)}.")


def check_name(community: str) -> None:
    if not community.strip() or len(community) > LONGEST_NAME:
        raise BadInput(
            f"The name of a community has 1 to {LONGEST_NAME} characters, not {len(community.strip())}."
        )


def check_order(values: Mapping[str, Any]) -> None:
    if values["soft_limit"] > values["hard_limit"]:
        raise BadInput(
            f"soft_limit is {values['soft_limit']:g}, above hard_limit, which is {values['hard_limit']:g}.",
            hint="From soft_limit on readers are asked, from hard_limit on nothing is shown:"
            " soft_limit must not be the higher one.",
        )


def read_limit(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise BadInput(f"{name} is {show(value)}.", hint="A limit is a number from 0 to 1, such as 0.35.")
    return float(value)


def read_attributes(name: str, value: object) -> tuple[Attribute, ...]:
    given = cast("list[object]", value) if isinstance(value, list) else []
    if not given:
        what = show(cast("object", value))
        raise BadInput(f"{name} is {what}.", hint='A policy watches at least one attribute: ["TOXICITY"]')
    return tuple(dict.fromkeys(read_attribute(one) for one in given))


def read_attribute(value: object) -> Attribute:
    if not isinstance(value, str) or value not in Attribute.__members__:
        raise UnknownName(
            "attribute", value if isinstance(value, str) else show(value), Attribute.__members__
        )
    return Attribute(value)


def read_message(name: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        what = "empty" if isinstance(value, str) else show(value)
        raise BadInput(f"{name} is {what}.", hint="Readers see it in place of a reply: say what they can do.")
    if len(value) > LONGEST_MESSAGE:
        raise BadInput(f"{name} has {len(value):,} characters; at most {LONGEST_MESSAGE:,} are shown.")
    return value.strip()


def read_flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadInput(f"{name} is {show(value)}.", hint="Write true or false.")
    return value


def read_version(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadInput(f"{name} is {show(value)}.", hint="Versions are whole numbers from 0.")
    return value


def read_text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise BadInput(f"{name} is {show(value)}.", hint="Write it as text.")
    return value


def read_choice(known: tuple[str, ...]) -> Callable[[str, object], str]:
    def read(name: str, value: object) -> str:
        if value not in known:
            raise UnknownName(name, value if isinstance(value, str) else show(value), known)
        return str(value)

    return read


def show(value: object) -> str:
    """A short value as it is, of a long one only the kind."""
    shown = repr(value)
    return shown if len(shown) <= 40 else f"a {type(value).__name__}"


READERS: Mapping[str, Callable[[str, object], object]] = {
    "community": read_text,
    "version": read_version,
    "attributes": read_attributes,
    **dict.fromkeys(LIMITS, read_limit),
    "default_message": read_message,
    "strict": read_flag,
    "method": read_choice(get_args(Method)),
    "streaming": read_choice(get_args(Streaming)),
    "judges_prompts": read_flag,
    "shows_unjudged": read_flag,
}

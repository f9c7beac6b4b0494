"""What a community, a reader and the machine decide, as data.

A field of the policy is declared here and nowhere else. Its document, the API, `sayso policy set`, the ledger
and the docs follow by `list_rules`. To add one, write it below, let something in the product heed it, and
give it a scenario in tests/service/test_policy_fields.py, which fails on a field that changes nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from sayso.core.access import Scale
from sayso.core.attributes import Attribute

DEFAULT_COMMUNITY = "default"

Method = Literal["dynamic", "fixed"]
"""How replies are judged: n-gram by n-gram with the reader's say, or whole against the soft limit."""

Streaming = Literal["sentence", "window", "whole"]
"""How much of a streamed reply is held back until it is judged."""

AnswersAbout = Literal["word", "ngrams"]
"""What a reader's answer about a held reply is kept of: the word it turns on, or the two worst n-grams."""

DEFAULT_MESSAGE = (
    "This reply was not shown, because it is above the limit set here. "
    "You can ask for another reply, or ask in other words."
)


Kind = Literal["attributes", "limit", "text", "flag", "choice"]
"""What a field of the policy may hold; every surface has one way with each."""

_KINDS: Mapping[Any, Kind] = {tuple[Attribute, ...]: "attributes", float: "limit", str: "text", bool: "flag"}


@dataclass(frozen=True, slots=True)
class Rule:
    """A field of the policy as every surface has it. `help` begins in lower case and ends without a stop.

    `option` is what `sayso policy set` calls it, `for_readers` whether readers are told of it. `lowest` and
    `highest` bound a limit, `longest` a text; a choice has `choices`.
    """

    name: str
    type: Any
    kind: Kind
    help: str
    default: Any
    option: str
    for_readers: bool
    choices: tuple[str, ...] = ()
    lowest: float = 0
    highest: float = 1
    longest: int = 2000

    @property
    def sentence(self) -> str:
        return f"{self.help[:1].upper()}{self.help[1:]}."


def rule(default: Any, help: str, *, option: str = "", for_readers: bool = True, repr: bool = True) -> Any:
    """Declares a field of the policy: its default, and what every surface says of it."""
    said = {"help": help, "option": option, "for_readers": for_readers}
    return field(default=default, repr=repr, metadata={"rule": said})


@dataclass(frozen=True, slots=True)
class Policy:
    """A community's rules. Scores lie between 0 and 1, and so do all limits, on one `scale`.

    `soft_limit` and `hard_limit` are h* and h^max of Recourse for Reclamation. Version 0 is what holds where
    nobody has set anything; it and the community say which policy this is, the rest are its rules.
    """

    community: str = DEFAULT_COMMUNITY
    version: int = 0
    attributes: tuple[Attribute, ...] = rule(
        (Attribute.TOXICITY,), "what is watched; the model must score it", option="--attribute"
    )
    scale: Scale = rule(  # noqa: RUF009 - it makes a field
        "sayso", "whose scores the limits are: `sayso`, the model's own; `perspective`, by the model's map"
    )
    soft_limit: float = rule(0.35, "from this score on, the reader is asked first (h*)")
    hard_limit: float = rule(0.9, "from this score on, nobody sees it, but for words they permitted (h^max)")
    last_limit: float = rule(0.97, "from this score on, nobody sees it, whatever they permitted")
    flag_limit: float = rule(0.5, "from this score on, `/v1/moderations` flags", for_readers=False)
    default_message: str = rule(
        DEFAULT_MESSAGE,
        "what readers see in place of a reply; it says what they can do",
        option="--message",
        repr=False,
    )
    strict: bool = rule(True, "judge sentences and the whole reply too, not two or three words alone")
    method: Method = rule(  # noqa: RUF009
        "dynamic",
        "`dynamic`: readers have their say, word by word; "
        "`fixed`: the whole reply against the soft limit, nobody is asked",
    )
    answers_about: AnswersAbout = rule(  # noqa: RUF009
        "word",
        "what a reader's answer is about: `word`, the one it turns on; `ngrams`, two or three words as they "
        "follow each other, as in the paper",
    )
    streaming: Streaming = rule(  # noqa: RUF009
        "sentence", "how much of a stream is held back until it is judged: `sentence`, `window`, `whole`"
    )
    judges_prompts: bool = rule(
        False,
        "judge what readers write as well",
        option="--judge-prompts/--no-judge-prompts",
        for_readers=False,
    )
    shows_unjudged: bool = rule(
        False,
        "show a reply that could not be judged",
        option="--show-unjudged/--hide-unjudged",
        for_readers=False,
    )

    def __post_init__(self) -> None:
        if not self.attributes:
            raise ValueError("a policy watches at least one attribute")
        limits = (self.soft_limit, self.hard_limit, self.last_limit)
        if not 0 <= limits[0] <= limits[1] <= limits[2] <= 1:
            raise ValueError(f"limits need 0 <= soft <= hard <= last <= 1, not {limits}")

    @property
    def ceiling(self) -> float:
        """How high a limit of a reader's own may be: under `fixed` it softens nothing."""
        return self.soft_limit if self.method == "fixed" else self.hard_limit


def list_rules(policy: type[Policy] = Policy) -> tuple[Rule, ...]:
    """The fields that are rules, in their order."""
    types = get_type_hints(policy)
    declared = (each for each in fields(policy) if "rule" in each.metadata)
    return tuple(
        _make_rule(each.name, types[each.name], each.default, **each.metadata["rule"]) for each in declared
    )


def _make_rule(name: str, type_: Any, default: Any, *, help: str, option: str, for_readers: bool) -> Rule:
    choices = get_args(type_) if get_origin(type_) is Literal else ()
    kind = "choice" if choices else _KINDS.get(type_)
    if kind is None:
        raise TypeError(f"the field {name} is of no kind that a policy knows: {type_}")
    plain = name.replace("_", "-")
    usual = f"--{plain}/--no-{plain}" if kind == "flag" else f"--{plain}"
    return Rule(name, type_, kind, help, default, option or usual, for_readers, choices=choices)


@dataclass(frozen=True, slots=True)
class Tolerance:
    """One reader's own limits, only ever inside the policy's."""

    reader: str
    limits: Mapping[Attribute, float] = field(default_factory=dict[Attribute, float])

    def limit(self, attribute: Attribute, policy: Policy) -> float:
        return min(self.limits.get(attribute, policy.soft_limit), policy.ceiling)

    def middle(self, attribute: Attribute, policy: Policy) -> float:
        """From here on a text is nearer to the hard limit than to the reader's own: .625 for .35 and .9."""
        return (self.limit(attribute, policy) + policy.hard_limit) / 2


@dataclass(frozen=True, slots=True)
class Say:
    """Any act of recourse or record; the ledger keeps every one. `body` never holds a person's text."""

    kind: str
    community: str = DEFAULT_COMMUNITY
    actor: str = ""
    subject: str = ""
    body: Mapping[str, object] = field(default_factory=dict[str, object])

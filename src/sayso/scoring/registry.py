"""Finds scorers by name: ours and those that other packages bring, all by entry points.

A spec is `NAME`, `NAME.VERSION`, `NAME:ARGUMENT` or `NAME.VERSION:ARGUMENT`, such as `linear`,
`linear.v1`, `blocklist:words.txt` or `highest:linear,blocklist:words.txt`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from sayso.core import Scorer
from sayso.core.errors import BadInput, SaysoError, UnknownName

GROUP = "sayso.scorers"
LIKENESS = 0.75
"""A slip of the pen is this near. Nothing further off is proposed: some scorers send texts elsewhere."""


@dataclass(frozen=True, slots=True)
class ScorerContext:
    """What a scorer may need to be built. `pins` maps a base name to the version that answers for it."""

    models_dir: Path | None = None
    pins: Mapping[str, str] = field(default_factory=dict[str, str])
    perspective_url: str = "https://commentanalyzer.googleapis.com"
    perspective_key: str = field(default="", repr=False)
    openai_url: str = "https://api.openai.com/v1"
    openai_key: str = field(default="", repr=False)
    remote_timeout_s: float = 5.0
    version: str = ""
    """The version asked for, such as `v1`; set by the registry for each scorer, empty for the newest."""


def refuse_argument(base: str, argument: str, *, hint: str) -> None:
    """For scorers that are complete without one."""
    if argument:
        raise BadInput(f"The scorer {base!r} takes no argument, not {argument!r}.", hint=hint)


Build = Callable[[str, ScorerContext, Callable[[str], Scorer]], Scorer]


@dataclass(frozen=True, slots=True)
class Spec:
    """A scorer's name taken apart."""

    base: str
    version: str = ""
    argument: str = ""

    @classmethod
    def parse(cls, text: str) -> "Spec":
        name, _, argument = text.strip().partition(":")
        base, _, version = name.strip().partition(".")
        return cls(base, version, argument.strip())

    @property
    def versioned_name(self) -> str:
        return f"{self.base}.{self.version}" if self.version else self.base

    def pinned(self, pins: Mapping[str, str]) -> "Spec":
        """The version that a pin chose, unless this spec names one itself."""
        if self.version or self.base not in pins:
            return self
        return replace(self, version=Spec.parse(pins[self.base]).version)


class ScorerRegistry:
    """The scorers that are installed.

    Their code is loaded only when asked for, so that a broken one harms no other.
    """

    def __init__(self, entries: Iterable[EntryPoint]) -> None:
        self._entries: dict[str, list[EntryPoint]] = {}
        for entry in entries:
            claims = self._entries.setdefault(entry.name, [])
            # One package can be found twice on the path (an editable install beside a wheel).
            if entry.value not in {claim.value for claim in claims}:
                claims.append(entry)

    @classmethod
    def from_entry_points(cls) -> "ScorerRegistry":
        return cls(entry_points(group=GROUP))

    def names(self) -> list[str]:
        return sorted(self._entries)

    def create(self, spec: str, context: ScorerContext) -> Scorer:
        """The scorer that `spec` names; a version that cannot be had is an error, never another version."""
        wanted = Spec.parse(spec).pinned(context.pins)
        build = self._load(wanted.base)
        scorer = build(
            wanted.argument,
            replace(context, version=wanted.version),
            lambda part: self.create(part, context),
        )
        self._check(scorer, wanted)
        return scorer

    def _load(self, base: str) -> Build:
        entry = self._find(base)
        try:
            return entry.load()
        except SaysoError:
            raise
        except Exception as error:  # another package's import may raise anything
            others = ", ".join(name for name in self.names() if name != base) or "none"
            raise BadInput(
                f"The scorer {base!r} ({_origin(entry)}) cannot be loaded: {type(error).__name__}: {error}.",
                hint=f"Repair or uninstall that package. Other scorers work: {others}.",
            ) from error

    def _find(self, base: str) -> EntryPoint:
        claims = self._entries.get(base)
        if not claims:
            raise UnknownName(
                "scorer",
                base,
                self._entries,
                hint="A package can add scorers: docs/explanation/scorers.md.",
                likeness=LIKENESS,
            )
        if len(claims) > 1:
            raise BadInput(
                f"Several packages bring a scorer named {base!r}: {', '.join(map(_origin, claims))}.",
                hint="Uninstall all but one of them.",
            )
        return claims[0]

    @staticmethod
    def _check(scorer: object, wanted: Spec) -> None:
        if not isinstance(scorer, Scorer):
            raise BadInput(
                f"What {wanted.base!r} built is a {type(scorer).__name__}, not a scorer.",
                hint="A scorer has name, attributes and score(texts): see sayso.core.Scorer.",
            )
        if wanted.version and scorer.name != wanted.versioned_name:
            raise UnknownName(
                "scorer version",
                wanted.versioned_name,
                [scorer.name],
                hint=f"Ask for {scorer.name!r}, or bring back what made {wanted.versioned_name!r}.",
            )


def _origin(entry: EntryPoint) -> str:
    return f"{entry.dist.name}, {entry.value}" if entry.dist else entry.value

"""What a suite's files hold.

    kinds:
      - kind: plain_hate
        labels: {TOXICITY: 0.95, IDENTITY_ATTACK: 0.98}
        learn: ["I hate {G}.", "{G} are {bad}."]
        held_out: ["Nobody needs {G}."]
    words:
      learn: {bad: [lazy, rude]}
    groups:
      learn: [{members: teachers, member: a teacher, target: other}]
    around:
      learn: {before: ["Well, "], alone_before: 5}

Slots for groups: `{G}` the members, `{P}` one of them, `{P1}` the same without its article, `{H}` and `{P2}`
another group's, `{I}` somebody of the group's target by another name (`people`). Every other slot is filled
from the list of words that bears its name.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sayso.core import Attribute
from sayso.core.errors import BadFile

Half = Literal["learn", "held_out"]
Share = Annotated[float, Field(ge=0, le=1)]
GROUP_SLOTS = frozenset({"G", "P", "P1", "H", "P2", "I"})


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Group(_Part):
    """People to name in a sentence, and by which name the model knows them as attacked."""

    members: str
    member: str
    target: str
    tags: tuple[str, ...] = ()
    """What a kind's `only` may ask for, besides the target."""
    often: int = Field(default=1, ge=1)
    """How often it is drawn, beside the others."""
    attack: Share = 1.0
    """How far an attack that names it is one on the group: a word may be a common insult as well."""


class Around(_Part):
    """What may stand before and after a sentence; `alone_...` is how often nothing is in the draw."""

    before: tuple[str, ...] = ()
    alone_before: int = Field(default=1, ge=1)
    after: tuple[str, ...] = ()
    alone_after: int = Field(default=1, ge=1)

    @property
    def openers(self) -> Sequence[str]:
        return ("",) * self.alone_before + self.before

    @property
    def closers(self) -> Sequence[str]:
        return ("",) * self.alone_after + self.after


class Kind(_Part):
    """Templates with one meaning. An attribute without a label was not judged; `target` is whom they attack
    without naming a group; `only` are the tags or targets of the groups that may stand in them."""

    kind: str
    labels: dict[Attribute, Share]
    target: str = ""
    only: tuple[str, ...] = ()
    learn: tuple[str, ...] = ()
    held_out: tuple[str, ...] = ()

    def list_templates(self, half: Half) -> tuple[str, ...]:
        return self.learn if half == "learn" else self.held_out

    @property
    def is_attack(self) -> bool:
        """Whether people are attacked for their group."""
        return self.labels.get(Attribute.IDENTITY_ATTACK, 0.0) >= 0.5

    def takes(self, group: Group) -> bool:
        """Whether a group may stand in its templates."""
        return not self.only or group.target in self.only or not set(self.only).isdisjoint(group.tags)


class Suite(_Part):
    """The files of a suite as one."""

    kinds: tuple[Kind, ...] = ()
    words: dict[Half, dict[str, tuple[str, ...]]] = {}
    groups: dict[Half, tuple[Group, ...]] = {}
    around: dict[Half, Around] = {}
    people: dict[str, tuple[str, ...]] = {}
    """Who somebody of a target is, in other words: `lgb: [gay man, lesbian]`."""

    def list_words(self, half: Half) -> Mapping[str, Sequence[str]]:
        return self.words.get(half, {})

    def list_groups(self, half: Half) -> tuple[Group, ...]:
        return self.groups.get(half, ())

    def join(self, other: "Suite") -> "Suite":
        """Both; where both say the same thing of a half, the later one does."""
        return Suite(
            kinds=self.kinds + other.kinds,
            words=self.words | other.words,
            groups=self.groups | other.groups,
            around=self.around | other.around,
            people=self.people | other.people,
        )


def load_suite(*paths: Path) -> Suite:
    """The files together, kinds in the order of the files."""
    suite = Suite()
    for path in paths:
        suite = suite.join(_load(path))
    return suite


def _load(path: Path) -> Suite:
    try:
        return Suite.model_validate(yaml.safe_load(path.read_text("utf-8")))
    except (OSError, UnicodeError) as error:
        raise BadFile(f"{path.name} cannot be read.", hint="A suite is a YAML file in UTF-8.") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise BadFile(f"{path.name}, line {line}: not YAML: {error.problem}.") from error
    except yaml.YAMLError as error:
        raise BadFile(f"{path.name} is not YAML.", hint="A suite is a YAML file in UTF-8.") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the whole file"
        raise BadFile(
            f"{path.name}, {place}: {first['msg'][:1].lower()}{first['msg'][1:]}.",
            hint="A suite has kinds, words, groups and around; docs/explanation/labels.md shows one.",
        ) from error

"""What a recipe's file holds.

name = "embedded.v7"              # the model it makes
date = 2026-11-18                 # for the record: the same recipe gives the same bytes on any day
seed = 71
teacher = "embedded.v3"           # only where there is [distil]
beside = "embedded.v3"            # measured with the new one for the card; without it nothing is measured
sets = ["dynahate", "jigsaw"]     # these data sets are needed, others are not read
[mix]                             # how often each source is drawn from, in proportion; others never
dynahate = 25
jigsaw = 75
[settings]                        # for every stage, by the names of `encoder.config.EncoderConfig`
average = 0.999
[[stages]]
name = "first"
start = "embedded.v3"             # a model there is, an earlier stage, or "base"
samples = 100_000                 # and any other setting, for this stage alone
[stages.mix]                      # only what differs
dynahate = 50
[distil]                          # how far a source's labels are those of a model there is, from 0 to 1
toxigen = 0.5
[average]                         # the shares of the stages' weights; if left out, the last stage alone
first = 1.0
"embedded.v3" = 0.2               # a model there is may have a share too
[choices]                         # what is not named here is chosen on the dev part
cascade = "linear.v1"
"""

import datetime
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sayso.core.errors import BadFile, UnknownName
from sayso_lab.choices import check_choices, check_shares, parse_toml
from sayso_lab.encoder.choosing import Fixed
from sayso_lab.encoder.config import MIX_RANGE, EncoderConfig

FOLDER = Path(str(files("sayso_lab.recipes")))
BASE = "base"
_Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
_Model = Annotated[str, Field(pattern=r"^embedded\.v[1-9]\d*$")]


class _Stage(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)

    name: _Name
    start: str = BASE
    seed: int | None = None


class _Choices(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    cascade: Annotated[str, Field(pattern=r"^linear\.v[1-9]\d*$")] | None = None
    sharpness: float | None = Field(default=None, ge=0.25, le=8)
    cut_hatexplain: float | None = Field(default=None, ge=-10, le=10)
    cut_toxicspans: float | None = Field(default=None, ge=-10, le=10)
    gate_hatexplain: float | None = Field(default=None, ge=-10, le=10)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: _Model
    date: datetime.date
    seed: int
    sets: list[str] = Field(min_length=1)
    mix: dict[str, Any] = Field(min_length=1)
    settings: dict[str, Any] = {}
    stages: list[_Stage] = Field(min_length=1)
    beside: _Model | None = None
    teacher: str = ""
    distil: dict[str, Annotated[float, Field(gt=0, le=1)]] = {}
    average: dict[str, Annotated[float, Field(gt=0)]] = {}
    choices: _Choices = _Choices()


@dataclass(frozen=True)
class Stage:
    """A run of its own: `start` is `base`, a model's name or an earlier stage's."""

    name: str
    start: str
    seed: int
    config: EncoderConfig


@dataclass(frozen=True)
class Recipe:
    """`name` and `sha256` are the file's, `model` is what it makes."""

    name: str
    sha256: str
    model: str
    date: datetime.date
    seed: int
    sets: tuple[str, ...]
    stages: tuple[Stage, ...]
    beside: str | None
    """The model that the aims are measured on beside the new one."""
    teacher: str
    """The model whose scores are learned from where `distil` says so."""
    distil: Mapping[str, float]
    """By source, how far its labels are the teacher's."""
    average: Mapping[str, float]
    """Shares by the name of a stage or of a model there is."""
    cascade: str | None
    """The first scorer of a cascade, such as linear.v1."""
    fixed: Fixed


def find_recipe(name: str) -> Path:
    """A recipe of the laboratory by its name, or a file of one's own that ends in .toml."""
    if name.endswith(".toml"):
        return Path(name)
    known = {path.stem: path for path in FOLDER.glob("*.toml")}
    if name not in known:
        raise UnknownName("recipe", name, known, hint="Give one of these, or a file that ends in .toml.")
    return known[name]


def load_recipe(path: Path) -> Recipe:
    """Checked; `BadFile` says in which field what would be right."""
    found = _parse(path)
    stages = tuple(_make_stage(path, found, place) for place in range(len(found.stages)))
    return Recipe(
        name=path.stem,
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        model=found.name,
        date=found.date,
        seed=found.seed,
        sets=tuple(found.sets),
        stages=stages,
        beside=found.beside,
        teacher=_check_teacher(path, found),
        distil=found.distil,
        average=_check_average(path, found.average, [stage.name for stage in stages]),
        cascade=found.choices.cascade,
        fixed=Fixed(**found.choices.model_dump(exclude={"cascade"})),
    )


def _parse(path: Path) -> _File:
    content = parse_toml(path, 'name = "embedded.v7"')
    try:
        return _File.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        raise BadFile(
            f"{path.name}: {field}: {first['msg'][:1].lower()}{first['msg'][1:]}.",
            hint="sayso_lab/recipes/document.py shows what a recipe holds.",
        ) from error


def _make_stage(path: Path, found: _File, place: int) -> Stage:
    stage, where = found.stages[place], f"stages.{place}."
    earlier = [one.name for one in found.stages[:place]]
    if stage.name in earlier:
        raise BadFile(f"{path.name}: {where}name: two stages are called {stage.name!r}; give each its own.")
    if stage.start not in (BASE, *earlier) and not _is_model(stage.start):
        raise BadFile(
            f"{path.name}: {where}start must be 'base', a model such as embedded.v3, or an earlier stage"
            f" ({', '.join(earlier) or 'there is none'}), not {stage.start!r}."
        )
    mix = check_shares({}, limits=MIX_RANGE, closed=False)(path, "mix", found.mix)
    checks = {"mix": check_shares(mix, limits=MIX_RANGE, closed=False)}
    nothing: dict[str, Any] = {"own_mix": 0, "mix": {}}
    general = nothing | found.settings
    check_choices(path, general, EncoderConfig, checks=checks, place="settings.")
    chosen = general | (stage.model_extra or {})
    config = check_choices(path, chosen, EncoderConfig, checks=checks, place=where)
    return Stage(stage.name, stage.start, found.seed if stage.seed is None else stage.seed, config)


def _check_teacher(path: Path, found: _File) -> str:
    if bool(found.distil) != _is_model(found.teacher):
        raise BadFile(
            f"{path.name}: teacher and [distil] go together: a model such as embedded.v3 and shares."
        )
    return found.teacher


def _is_model(name: str) -> bool:
    return name.startswith("embedded.v")


def _check_average(path: Path, shares: Mapping[str, float], stages: Sequence[str]) -> Mapping[str, float]:
    unknown = [name for name in shares if name not in stages and not _is_model(name)]
    if unknown:
        raise BadFile(
            f"{path.name}: average.{unknown[0]} is no stage and no model; there are {', '.join(stages)}."
        )
    return shares or {stages[-1]: 1.0}

"""A recipe run from the data sets to the bytes that ship, stage by stage, with a log beside them."""

import hashlib
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer
from torch import Tensor

from sayso import __version__
from sayso.core.errors import BadFile
from sayso.scoring.embedded import load_embedded
from sayso.scoring.encoder_file import load_encoder, load_metadata, save_encoder
from sayso.scoring.linear import load_linear
from sayso.scoring.weight_files import ENCODER, LINEAR
from sayso_lab.data.files import hash_file
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.data.rows import Row
from sayso_lab.data.splits import Part
from sayso_lab.data.table import Table, read_table
from sayso_lab.encoder.averaging import average_runs
from sayso_lab.encoder.base import Base, find_base, load_tokenizer
from sayso_lab.encoder.checkpoint import FILE, Identity
from sayso_lab.encoder.encoder import Watcher, check_place, make_stream, put_weights, run_training
from sayso_lab.encoder.finishing import finish, make_card
from sayso_lab.encoder.learned import gather_learned
from sayso_lab.encoder.loop import EncoderTask, Outcome
from sayso_lab.encoder.network import Network, load_base
from sayso_lab.encoder.rebuild import rebuild_network
from sayso_lab.encoder.shape import Shape
from sayso_lab.encoder.stream import RowsBySource, fingerprint_rows
from sayso_lab.encoder.trigger_words import find_trigger_words
from sayso_lab.measuring import Watcher as MeasuringWatcher
from sayso_lab.measuring import gather_held_out, measure_aims
from sayso_lab.recipes.document import BASE, Recipe, Stage

LIBRARIES = ("torch", "numpy", "onnx", "tokenizers")
"""Whose versions the log names: other ones may give other bytes."""


@dataclass(frozen=True)
class RecipeJob:
    """A recipe, the data, and where things are written."""

    recipe: Recipe
    data_dir: Path
    out: Path
    machine: str
    base: Path | None = None
    checkpoint_dir: Path | None = None
    resume: bool = False
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    @property
    def log(self) -> Path:
        return self.out / f"{self.recipe.model}.log"

    def find_checkpoint(self, stage: Stage) -> Path:
        folder = self.checkpoint_dir or self.out / f"{self.recipe.model}.checkpoint"
        return folder / stage.name / FILE


def run_recipe(job: RecipeJob, *, watcher: Watcher = Watcher()) -> Path:  # noqa: B008 - it is frozen
    """Writes graph, metadata and log, and returns the metadata's path; `Stopped` if somebody stopped it."""
    for stage in job.recipe.stages:
        check_place(job.find_checkpoint(stage), resume=job.resume)
    note(job, _describe_start(job))
    material = _prepare(job, watcher)
    outcomes: dict[str, Outcome] = {}
    for stage in job.recipe.stages:
        outcomes[stage.name] = _run_stage(job, material, stage, outcomes, watcher)
        seconds = outcomes[stage.name].position.seconds
        note(job, f"stage {stage.name}: {stage.config.samples:,} samples, {seconds / 3600:.2f} hours")
    path = _finish(job, material, outcomes, watcher)
    for file in (path.with_suffix(".onnx"), path):
        note(job, f"wrote {file.name}, sha256 {hash_file(file)}")
    return path


def note(job: RecipeJob, line: str) -> None:
    job.out.mkdir(parents=True, exist_ok=True)
    with job.log.open("a", encoding="utf-8") as log:
        log.write(f"{job.now():%Y-%m-%d %H:%M:%S} {line}\n")


def _describe_start(job: RecipeJob) -> str:
    recipe = job.recipe
    versions = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return (
        f"{'resumed' if job.resume else 'began'} {recipe.name} (sha256 {recipe.sha256}) on {job.machine}; "
        f"sayso {__version__}, python {platform.python_version()}, {versions}"
    )


@dataclass(frozen=True)
class _Ground:
    """The shape and the tokenizer that all stages share: a base model's, or those of a model there is."""

    shape: Shape
    tokenizer: Tokenizer
    digest: str
    """SHA-256 of the base model's weights."""
    base: Base | None = None

    def make_network(self, *, seed: int, dropout: float = 0.0, head_dropout: float = 0.0) -> Network:
        if self.base:
            return load_base(self.base, seed=seed, dropout=dropout, head_dropout=head_dropout)
        return Network(self.shape, dropout=dropout, head_dropout=head_dropout)


@dataclass(frozen=True)
class _Material:
    """What every stage needs."""

    ground: _Ground
    table: Table
    triggers: tuple[str, ...]
    distilled: RowsBySource
    """Rows whose labels are partly a teacher's."""


def _prepare(job: RecipeJob, watcher: Watcher) -> _Material:
    ground = _find_ground(job)
    sets = job.recipe.sets
    table = read_table(job.data_dir, only=sets, on_file=lambda name: watcher.step(f"reading {name}"))
    most = job.recipe.stages[0].config.charged_words
    learned = table.part(Part.TRAIN)
    distilled = _distil(job, learned, watcher) if job.recipe.distil else {}
    return _Material(ground, table, find_trigger_words(learned, most=most), distilled)


def _distil(job: RecipeJob, rows: Sequence[Row], watcher: Watcher) -> RowsBySource:
    """The rows of the sources that say so, their labels moved towards the teacher's scores."""
    watcher.step(f"asking {job.recipe.teacher}")
    teacher = load_embedded(_find_model(job.recipe.teacher, job.out))
    found: dict[str, list[Row]] = {}
    for source, share in job.recipe.distil.items():
        some = [row for row in rows if row.source == source]
        columns = teacher.score([row.text for row in some]).columns
        scores = np.stack([np.asarray(columns[name], np.float32) for name in ATTRIBUTES], axis=1)
        found[source] = [
            replace(row, attributes=(1 - share) * row.attributes + share * theirs)
            for row, theirs in zip(some, scores, strict=True)
        ]
    return found


def _find_ground(job: RecipeJob) -> _Ground:
    """The base model is needed only where a stage starts from it."""
    if any(stage.start == BASE for stage in job.recipe.stages):
        base = find_base(job.base)
        return _Ground(base.shape, load_tokenizer(base), base.digest, base)
    path = _find_model(job.recipe.stages[0].start, job.out)
    metadata = load_metadata(path)
    tokenizer = Tokenizer.from_str(metadata.tokenizer)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    digest = metadata.record.get("base", {}).get("sha256", "")
    return _Ground(rebuild_network(path).shape, tokenizer, digest)


def _find_model(name: str, models: Path) -> Path:
    return ENCODER.find(name.removeprefix(f"{ENCODER.base}."), models)


def _run_stage(
    job: RecipeJob, material: _Material, stage: Stage, before: Mapping[str, Outcome], watcher: Watcher
) -> Outcome:
    watcher.step(f"stage {stage.name}")
    config = stage.config
    learned = gather_learned(material.table, config=config, seed=stage.seed)
    learned = {name: material.distilled.get(name, rows) for name, rows in learned.items()}
    _check_mix(job.recipe, stage, learned)
    network = material.ground.make_network(
        seed=stage.seed, dropout=config.dropout, head_dropout=config.head_dropout
    )
    _put_start(network, stage, before, models=job.out)
    identity = Identity(stage.seed, config, fingerprint_rows(learned), hash_weights(network.state_dict()))
    stream = make_stream(
        learned, material.ground.tokenizer, material.triggers, config=config, seed=stage.seed
    )
    checkpoint = job.find_checkpoint(stage)
    resume = job.resume and checkpoint.exists()
    task = EncoderTask(network, stage.config)
    return run_training(task, stream, identity, checkpoint=checkpoint, resume=resume, watcher=watcher)


def _check_mix(recipe: Recipe, stage: Stage, learned: RowsBySource) -> None:
    """A name nobody has rows for is a slip of the pen, and would silently change the shares of all others."""
    empty = sorted(name for name, share in stage.config.mix.items() if share and not learned.get(name))
    if empty:
        raise BadFile(
            f"{recipe.name}.toml: mix.{empty[0]}: no row to learn from is called so.",
            hint=f"With these sets there are rows of {', '.join(sorted(learned))}.",
        )


def _put_start(network: Network, stage: Stage, before: Mapping[str, Outcome], *, models: Path) -> None:
    if stage.start in before:
        put_weights(network, before[stage.start].weights, origin=f"stage {stage.start}")
    elif stage.start != BASE:
        path = _find_model(stage.start, models)
        put_weights(network, rebuild_network(path).state_dict(), origin=path.name)


def hash_weights(weights: Mapping[str, Tensor]) -> str:
    digest = hashlib.sha256()
    for name, tensor in sorted(weights.items()):
        digest.update(name.encode())
        digest.update(tensor.detach().contiguous().numpy().tobytes())
    return digest.hexdigest()


def _finish(job: RecipeJob, material: _Material, outcomes: Mapping[str, Outcome], watcher: Watcher) -> Path:
    recipe = job.recipe
    network = material.ground.make_network(seed=recipe.seed)
    runs = [
        (
            outcomes[name].weights
            if name in outcomes
            else rebuild_network(_find_model(name, job.out)).state_dict(),
            share,
        )
        for name, share in recipe.average.items()
    ]
    network.load_state_dict(average_runs(runs))
    note(job, "weights: " + ", ".join(f"{name} × {share:g}" for name, share in recipe.average.items()))
    watcher.step("exporting")
    path = finish(
        network,
        make_card(recipe.model, material.ground.tokenizer, material.triggers),
        material.table,
        _describe(recipe, material, outcomes),
        folder=job.out,
        seed=recipe.seed,
        first=_load_first(recipe, job.out),
        fixed=recipe.fixed,
        step=watcher.step,
    )
    if recipe.beside is not None:
        _measure_aims(path, _find_model(recipe.beside, job.out), material.table, watcher)
    return path


def _measure_aims(path: Path, beside: Path, table: Table, watcher: Watcher) -> None:
    """The table of aims into the record, the other model's values in it too."""
    held_out = gather_held_out(table)
    report, other = (
        measure_aims(held_out, load_embedded(one), watcher=MeasuringWatcher(watcher.step))
        for one in (path, beside)
    )
    metadata, graph = load_encoder(path)
    aims = report.to_json() | {"beside": [other.to_json() | {"terms": [], "curves": {}}]}
    save_encoder(path.parent, replace(metadata, record=metadata.record | {"targets": aims}), graph)


def _load_first(recipe: Recipe, models: Path) -> Any:
    if recipe.cascade is None:
        return None
    return load_linear(LINEAR.find(recipe.cascade.removeprefix(f"{LINEAR.base}."), models))


def _describe(recipe: Recipe, material: _Material, outcomes: Mapping[str, Outcome]) -> dict[str, Any]:
    """The record: nothing in it differs from run to run. Days, hours and machine are in the log."""
    ground, table, last = material.ground, material.table, recipe.stages[-1]
    return {
        "recipe": {"name": recipe.name, "sha256": recipe.sha256},
        "date": recipe.date.isoformat(),
        "seed": recipe.seed,
        "limit": None,
        "threads": last.config.thread_count,
        "config": asdict(last.config),
        "stages": [asdict(stage) for stage in recipe.stages],
        "teacher": recipe.teacher,
        "distil": dict(recipe.distil),
        "average": dict(recipe.average),
        "base": {"sha256": ground.digest, **asdict(ground.shape)},
        "samples": sum(outcome.position.samples for outcome in outcomes.values()),
        "parts": {str(part): table.parts.count(part) for part in Part},
        "sets": [asdict(one) for one in table.sets],
        "absent": list(table.absent),
        "left_out": list(table.left_out),
        "files": [asdict(file) for file in table.files],
    }

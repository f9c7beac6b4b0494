"""The recipe of the masked-word model, from data sets to a graph and its card.

Read, train, export in eight bits, measure on the dev part.
"""

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from sayso.scoring.masked import MaskedWords
from sayso.scoring.masked_file import MaskedCard, save_masked
from sayso_lab.data.files import draw_sample
from sayso_lab.encoder.base import Base, find_base, load_tokenizer
from sayso_lab.encoder.checkpoint import FILE, Identity
from sayso_lab.encoder.encoder import Stopped, Watcher, check_place
from sayso_lab.encoder.interrupts import notice_interrupts
from sayso_lab.encoder.job import describe_job
from sayso_lab.encoder.loop import Outcome, Watch, train_task
from sayso_lab.encoder.quantising import round_rows
from sayso_lab.wording.masked_config import MaskedConfig
from sayso_lab.wording.masked_export import export_masked
from sayso_lab.wording.masked_measuring import MaskedResults, measure_guesser
from sayso_lab.wording.masked_network import MaskedNetwork
from sayso_lab.wording.masked_stream import MaskedStream
from sayso_lab.wording.masked_task import MaskedTask, load_masked_base
from sayso_lab.wording.masked_texts import MaskedTexts, gather_texts

MOST_MEASURED = 2000
"""Dev texts."""


@dataclass(frozen=True)
class MaskedJob:
    """A run: data, base, choices, and where things are written."""

    data_dir: Path
    out: Path
    name: str
    seed: int
    date: datetime
    machine: str
    config: MaskedConfig = field(default_factory=MaskedConfig)
    base: Path | None = None
    checkpoint_dir: Path | None = None
    resume: bool = False
    limit: int | None = None

    @property
    def checkpoint(self) -> Path:
        return (self.checkpoint_dir or self.out / f"{self.name}.checkpoint") / FILE


@dataclass(frozen=True)
class MaskedModel:
    """What a run wrote, and how well it guesses."""

    path: Path
    absent: tuple[str, ...]
    left_out: tuple[str, ...]
    results: MaskedResults


def train_masked(job: MaskedJob, *, watcher: Watcher = Watcher()) -> MaskedModel:  # noqa: B008 - it is frozen
    """Writes the graph and the card; `Stopped` if somebody stopped it."""
    check_place(job.checkpoint, resume=job.resume)
    base = find_base(job.base)
    tokenizer = load_tokenizer(base)
    texts = gather_texts(job.data_dir, limit=job.limit, on_file=lambda name: watcher.step(f"reading {name}"))
    network = load_masked_base(base, seed=job.seed, dropout=job.config.dropout)
    outcome = _train(job, network, texts, base, tokenizer, watcher)
    network.load_state_dict(outcome.weights)
    watcher.step("exporting")
    record = describe_job(job, texts.table, base, start=base.digest, position=outcome.position)
    draft, graph = make_masked(network, name=job.name, tokenizer=tokenizer.to_str(), record=record)
    watcher.step("measuring")
    measured = draw_sample(list(texts.dev), MOST_MEASURED, seed=job.seed)
    results = measure_guesser(MaskedWords(draft, graph), measured, seed=job.seed)
    record["results"] = [results.to_json(what="dev texts")]
    return MaskedModel(save_masked(job.out, draft, graph), texts.table.absent, texts.table.left_out, results)


def make_masked(
    network: MaskedNetwork, *, name: str, tokenizer: str, record: dict[str, Any]
) -> tuple[MaskedCard, bytes]:
    """The card and the graph of a trained network."""
    network.eval()
    rounded = round_rows(network.embeddings.words.weight.detach().numpy())
    biases = network.biases.detach().numpy()
    card = MaskedCard(name, tokenizer, rounded.numbers, rounded.scales.reshape(-1, 1), biases, record)
    return card, export_masked(network)


def _train(
    job: MaskedJob,
    network: MaskedNetwork,
    texts: MaskedTexts,
    base: Base,
    tokenizer: Tokenizer,
    watcher: Watcher,
) -> Outcome:
    config = job.config
    identity = Identity(job.seed, config, texts.digest, base.digest)
    stream = MaskedStream(texts.learned, tokenizer, config, job.seed)
    task = MaskedTask(network, config)
    with notice_interrupts() as interrupts:
        watcher.step("training")
        watch = Watch(watcher.report, lambda: interrupts.asked)
        outcome = train_task(
            task, stream, identity, checkpoint=job.checkpoint, resume=job.resume, watch=watch
        )
    if not outcome.finished:
        raise Stopped(samples=outcome.position.samples, total=config.samples, checkpoint=job.checkpoint)
    return outcome

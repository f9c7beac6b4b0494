"""The recipe of the encoder, from data sets to a graph and its card.

Read, train, export in eight bits, choose on the dev part what is not learned, measure on the held-out one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer
from torch import Tensor

from sayso.core.errors import BadInput
from sayso.scoring.linear import load_linear
from sayso.text.lexicon import Lexicon
from sayso_lab.data.files import hash_file
from sayso_lab.data.splits import Part
from sayso_lab.data.table import read_table
from sayso_lab.encoder.base import Base, find_base, load_tokenizer
from sayso_lab.encoder.checkpoint import Identity, load_average
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.finishing import finish, make_card
from sayso_lab.encoder.interrupts import notice_interrupts
from sayso_lab.encoder.job import EncoderJob, describe_job
from sayso_lab.encoder.learned import gather_learned
from sayso_lab.encoder.loop import Batches, BatchT, EncoderTask, Outcome, Task, Watch, train
from sayso_lab.encoder.network import Network, load_base
from sayso_lab.encoder.stream import RowsBySource, Stream, fingerprint_rows
from sayso_lab.encoder.throughput import Report
from sayso_lab.encoder.trigger_words import find_trigger_words


@dataclass(frozen=True)
class Watcher:
    """Told the step by name, and after each step of training how it is getting on."""

    step: Callable[[str], None] = lambda _: None
    report: Callable[[Report], None] = lambda _: None


class Stopped(Exception):
    """Somebody stopped the run; where it stood is in the checkpoint."""

    def __init__(self, *, samples: int, total: int, checkpoint: Path) -> None:
        super().__init__(f"Stopped after {samples:,} of {total:,} samples; saved in {checkpoint}.")


def train_encoder(job: EncoderJob, *, watcher: Watcher = Watcher()) -> Path:  # noqa: B008 - it is frozen
    """Writes the graph and the card and returns the card's path; `Stopped` if somebody stopped it."""
    check_place(job.checkpoint, resume=job.resume)
    base = find_base(job.base)
    tokenizer = load_tokenizer(base)
    table = read_table(job.data_dir, limit=job.limit, on_file=lambda name: watcher.step(f"reading {name}"))
    for name in table.left_out:
        watcher.step(f"leaving out {name}.parquet, which is no set known here")
    learned = gather_learned(table, config=job.config, seed=job.seed)
    charged = find_trigger_words(table.part(Part.TRAIN), most=job.config.charged_words)
    network = _start(job, base)
    start = hash_file(job.start) if job.start else base.digest
    identity = Identity(job.seed, job.config, fingerprint_rows(learned), start)
    stream = make_stream(learned, tokenizer, charged, config=job.config, seed=job.seed)
    task = EncoderTask(network, job.config)
    outcome = run_training(
        task, stream, identity, checkpoint=job.checkpoint, resume=job.resume, watcher=watcher
    )
    network.load_state_dict(outcome.weights)
    watcher.step("exporting")
    draft = make_card(job.name, tokenizer, charged)
    record = describe_job(job, table, base, start=start, position=outcome.position)
    first = load_linear(job.linear) if job.linear else None
    return finish(
        network, draft, table, record, folder=job.out, seed=job.seed, first=first, step=watcher.step
    )


def check_place(checkpoint: Path, *, resume: bool) -> None:
    """A checkpoint is hours of work: only a run that goes on from it may write over it."""
    if checkpoint.exists() and not resume:
        raise BadInput(
            f"There is a checkpoint of an earlier run: {checkpoint}.",
            hint="Go on with it by --resume, delete it, or choose another folder with --checkpoint.",
        )


def _start(job: EncoderJob, base: Base) -> Network:
    config = job.config
    network = load_base(base, seed=job.seed, dropout=config.dropout, head_dropout=config.head_dropout)
    if job.start:
        put_weights(network, load_average(job.start), origin=str(job.start))
    return network


def put_weights(network: Network, weights: Mapping[str, Tensor], *, origin: str) -> None:
    """Into a network of the base model's shape; `origin` is where they are from."""
    try:
        network.load_state_dict(dict(weights))
    except RuntimeError as error:
        raise BadInput(
            f"The weights in {origin} are of another shape than the base model.",
            hint="Give the base model that run had with --base.",
        ) from error


def make_stream(
    learned: RowsBySource, tokenizer: Tokenizer, charged: Sequence[str], *, config: EncoderConfig, seed: int
) -> Stream:
    lexicon = Lexicon(tokenizer.get_vocab(), charged)
    return Stream(learned, tokenizer, lexicon, frozenset(charged), config, seed)


def run_training(
    task: Task[BatchT],
    stream: Batches[BatchT],
    identity: Identity,
    *,
    checkpoint: Path,
    resume: bool,
    watcher: Watcher,
) -> Outcome:
    """Trains to the end; `Stopped` if somebody stopped it before."""
    with notice_interrupts() as interrupts:
        watcher.step("training")
        watch = Watch(watcher.report, lambda: interrupts.asked)
        outcome = train(task, stream, identity, checkpoint=checkpoint, resume=resume, watch=watch)
    if not outcome.finished:
        raise Stopped(samples=outcome.position.samples, total=identity.config.samples, checkpoint=checkpoint)
    return outcome

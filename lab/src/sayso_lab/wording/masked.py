"""The recipe of the masked-word model, from data sets to a graph and its card.

Read, train, export in eight bits, measure on the dev part.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sayso.scoring.masked import MaskedWords
from sayso.scoring.masked_file import MaskedCard, save_masked
from sayso_lab.data.files import draw_sample
from sayso_lab.encoder.base import find_base, load_tokenizer
from sayso_lab.encoder.checkpoint import Identity
from sayso_lab.encoder.encoder import Watcher, check_place, run_training
from sayso_lab.encoder.job import Job, describe_job
from sayso_lab.encoder.quantising import round_rows
from sayso_lab.wording.masked_config import MaskedConfig
from sayso_lab.wording.masked_export import export_masked
from sayso_lab.wording.masked_measuring import MaskedResults, measure_guesser
from sayso_lab.wording.masked_network import MaskedNetwork
from sayso_lab.wording.masked_stream import MaskedStream
from sayso_lab.wording.masked_task import MaskedTask, load_masked_base
from sayso_lab.wording.masked_texts import gather_texts

MOST_MEASURED = 2000
"""Dev texts."""


MaskedJob = Job[MaskedConfig]


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
    identity = Identity(job.seed, job.config, texts.digest, base.digest)
    stream = MaskedStream(texts.learned, tokenizer, job.config, job.seed)
    outcome = run_training(
        MaskedTask(network, job.config),
        stream,
        identity,
        checkpoint=job.checkpoint,
        resume=job.resume,
        watcher=watcher,
    )
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

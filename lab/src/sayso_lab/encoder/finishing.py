"""From trained weights to the files that ship: exported, calibrated, measured, with the record of it all."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from sayso.core import Scorer
from sayso.scoring.calibration import Temperature
from sayso.scoring.embedded import EmbeddedScorer
from sayso.scoring.encoder_file import EncoderMetadata, save_encoder
from sayso_lab.corpus import Corpus
from sayso_lab.data.labels import ATTRIBUTES, CLASSES, GROUPS, IMPLIED, PERSPECTIVE
from sayso_lab.data.rows import Row
from sayso_lab.data.splits import Part
from sayso_lab.data.table import Table
from sayso_lab.encoder.choosing import Fixed, choose_on_dev
from sayso_lab.encoder.export import export_graph
from sayso_lab.encoder.fidelity import measure_fidelity
from sayso_lab.encoder.network import Network
from sayso_lab.encoder.observing import observe_rows
from sayso_lab.evaluation import count_alarms, evaluate

MOST_OBSERVED = 2000
"""Texts to learn from that are read before the weights are rounded."""
MOST_COMPARED = 300
"""Held-out texts on which the written graph is compared with the exact one."""


def make_card(name: str, tokenizer: Tokenizer, charged: Sequence[str]) -> EncoderMetadata:
    """The card of a graph that nothing is known of yet."""
    return EncoderMetadata(
        name=name,
        attributes=ATTRIBUTES,
        classes=CLASSES,
        groups=GROUPS,
        implied=IMPLIED,
        perspective=PERSPECTIVE,
        tokenizer=tokenizer.to_str(),
        charged=tuple(charged),
        temperatures=(Temperature(),) * len(ATTRIBUTES),
    )


def finish(
    network: Network,
    draft: EncoderMetadata,
    table: Table,
    record: dict[str, Any],
    *,
    folder: Path,
    seed: int,
    first: Scorer | None = None,
    fixed: Fixed = Fixed(),  # noqa: B008 - it is frozen
    step: Callable[[str], None] = lambda _: None,
) -> Path:
    """From trained weights to the two files: export, choose on the dev part, measure, save.

    `first` is the first scorer of a cascade; without one the model cannot be used in a cascade.
    """
    graph, exact = export_both(network, draft, table.part(Part.TRAIN))
    chosen = choose_on_dev(draft, graph, table, first=first, fixed=fixed, seed=seed, step=step)
    step("measuring")
    held_out = table.part(Part.HELD_OUT)
    texts = [row.text for row in spread(held_out, MOST_COMPARED)]
    notes = {
        "fidelity": asdict(measure_fidelity(chosen.card, graph, exact, texts)),
        **_measure(chosen.card, graph, held_out, seed),
    }
    card = replace(chosen.card, record=record | chosen.record | notes)
    return save_encoder(folder, card, graph)


def export_both(network: Network, draft: EncoderMetadata, rows: Sequence[Row]) -> tuple[bytes, bytes]:
    """The graph in eight bits, rounded for such texts as these rows have, and the exact one."""
    network.eval()
    seen = observe_rows(network, draft, spread(rows, MOST_OBSERVED))
    return export_graph(network, seen=seen), export_graph(network, weights="float32")


def spread(rows: Sequence[Row], most: int) -> Sequence[Row]:
    """At most so many rows, evenly spaced over all of them."""
    return rows[:: -(-len(rows) // most) or 1]


def _measure(card: EncoderMetadata, graph: bytes, rows: Sequence[Row], seed: int) -> dict[str, Any]:
    """Ranking and calibration by source, and false alarms, as for the linear scorer."""
    corpus = Corpus(
        texts=[row.text for row in rows],
        sources=np.array([row.source for row in rows], dtype=np.str_),
        labels=np.stack([row.attributes for row in rows]),
        weights=np.ones(len(rows), np.float32),
        parts=np.full(len(rows), str(Part.HELD_OUT)),
    )
    columns = EmbeddedScorer(card, graph).score(corpus.texts).columns
    scores = {name: np.asarray(columns[name], np.float64) for name in ATTRIBUTES}
    return {"results": evaluate(corpus, scores, seed=seed), "alarms": count_alarms(corpus, scores)}

"""What is chosen once the weights stand, on the dev part alone, and the record of what was tried.

How windows are joined, temperatures, where a word counts as marked, the map to Perspective's scale, and what
a cascade may settle: in this order, for each builds on those before.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute, Scorer
from sayso.scoring.calibration import Temperature
from sayso.scoring.embedded import EmbeddedScorer
from sayso.scoring.encoder_file import EncoderMetadata, TokenWindows, WordRule
from sayso.scoring.optional_roles import put_on_perspective
from sayso_lab.data.old_split import choose_part, make_key
from sayso_lab.data.rows import Row
from sayso_lab.data.splits import Part
from sayso_lab.data.table import Table
from sayso_lab.encoder.cascade_choice import choose_limits, find_disagreement, measure_settling
from sayso_lab.encoder.imitation_choice import choose_imitation, list_calm
from sayso_lab.encoder.window_choice import choose_windows
from sayso_lab.encoder.word_choice import choose_words
from sayso_lab.measuring.answers import Answers, ask
from sayso_lab.measuring.calibration import POOLED, pool_labels
from sayso_lab.measuring.material import SCORED, draw_rows
from sayso_lab.scale import Pairs, tabulate, take_scores

Array = NDArray[np.float64]
SCALED = frozenset({SCORED, "perspective_fragments"})
"""Sets with Perspective's scores for every attribute."""
FEWEST_SCORED = 20
"""With fewer texts that Perspective scored there is no map to its scale."""


@dataclass(frozen=True)
class Fixed:
    """What is said beforehand instead of chosen here; None is chosen here."""

    sharpness: float | None = None
    """How windows are joined."""
    cut_hatexplain: float | None = None
    cut_toxicspans: float | None = None
    gate_hatexplain: float | None = None

    def join_windows(self, chosen: TokenWindows) -> TokenWindows:
        return chosen if self.sharpness is None else replace(chosen, sharpness=self.sharpness)

    def cut_words(self, chosen: WordRule) -> WordRule:
        cuts = {
            "cut_hatexplain": self.cut_hatexplain,
            "cut_toxicspans": self.cut_toxicspans,
            "gate_hatexplain": self.gate_hatexplain,
        }
        return replace(chosen, **{name: cut for name, cut in cuts.items() if cut is not None})


@dataclass(frozen=True)
class Chosen:
    """The card with all of it, and for the record what was tried."""

    card: EncoderMetadata
    record: dict[str, Any]


def choose_on_dev(
    card: EncoderMetadata,
    graph: bytes,
    table: Table,
    *,
    first: Scorer | None = None,
    fixed: Fixed = Fixed(),  # noqa: B008 - it is frozen
    seed: int,
    step: Callable[[str], None] = lambda _: None,
) -> Chosen:
    """`first` is the first scorer of a cascade; without one its limits stay as they are."""
    dev = table.part(Part.DEV)
    step("choosing how windows are joined")
    windows, tried_windows = choose_windows(card, graph, dev, seed=seed)
    card = replace(card, windows=fixed.join_windows(windows))
    step("calibrating")
    rows = {name: some for name, some in draw_rows(dev, limit=None).items() if name in POOLED}
    card = replace(card, temperatures=fit_temperatures(EmbeddedScorer(card, graph), rows))
    step("choosing where a word counts as marked")
    words, tried_words = choose_words(EmbeddedScorer(card, graph), dev)
    card = replace(card, words=fixed.cut_words(words))
    step("fitting Perspective's scale")
    card, scale = link_scales(card, graph, table, seed=seed)
    tried: dict[str, Any] = {"windows": tried_windows, "words": tried_words}
    if first is not None:
        step("choosing what a cascade settles")
        card, tried["cascade"] = _limit_cascade(EmbeddedScorer(card, graph), first, rows)
    return Chosen(card, {"chosen": tried, **scale})


def fit_temperatures(scorer: EmbeddedScorer, rows: Mapping[str, Sequence[Row]]) -> tuple[Temperature, ...]:
    """One per attribute, on the mix of sets that calibration is measured on, labels cut at 0.5."""
    answers = {source: ask(scorer, [row.text for row in some]) for source, some in rows.items()}
    return tuple(_fit_one(attribute, rows, answers) for attribute in scorer.metadata.attributes)


def _fit_one(
    attribute: Attribute, rows: Mapping[str, Sequence[Row]], answers: Mapping[str, Answers]
) -> Temperature:
    columns = {source: one.logits[attribute] for source, one in answers.items() if one.logits is not None}
    labels, logits = pool_labels(attribute, rows, columns)
    return Temperature.fit(logits, labels) if 0 < labels.sum() < len(labels) else Temperature()


def link_scales(
    card: EncoderMetadata, graph: bytes, table: Table, *, seed: int
) -> tuple[EncoderMetadata, dict[str, Any]]:
    """How the model answers on Perspective's scale, and the map between the two scales for thresholds.

    Both from the dev part. Everyday talk has no score of Perspective's: its place is what the model answers.
    """
    dev = table.part(Part.DEV)
    scored = [row for row in dev if row.source in SCALED]
    if len(scored) < FEWEST_SCORED:
        return card, {}
    imitation, tried = choose_imitation(EmbeddedScorer(card, graph), scored, list_calm(dev))
    scorer = EmbeddedScorer(replace(card, imitation=imitation), graph)
    fitting = answer_rows(scorer, scored)
    talk = answer_rows(scorer, [row for row in dev if row.source == "everyday"])
    ours = {name: np.concatenate([fitting.ours[name], talk.ours[name]]) for name in card.attributes}
    theirs = {name: np.concatenate([fitting.theirs[name], talk.answers[name]]) for name in card.attributes}
    check = answer_rows(scorer, [row for row in table.part(Part.HELD_OUT) if row.source in SCALED])
    found = tabulate(ours, theirs, check=check, seed=seed)
    record = {"imitation": tried, **found.describe()}
    return replace(card, imitation=imitation, scale_map=found.scale_map), record


def answer_rows(scorer: EmbeddedScorer, rows: Sequence[Row]) -> Pairs:
    """What the scorer says of rows on both scales, and what Perspective said."""
    scores = scorer.score([row.text for row in rows])
    names = scorer.metadata.attributes
    answers = put_on_perspective(scores, scorer.scale_map).columns
    return Pairs(
        {name: np.asarray(scores.columns[name], np.float64) for name in names},
        {name: take_scores(rows, name) for name in names},
        {name: np.asarray(answers[name], np.float64) for name in names},
    )


def _limit_cascade(
    scorer: EmbeddedScorer, first: Scorer, rows: Mapping[str, Sequence[Row]]
) -> tuple[EncoderMetadata, dict[str, Any]]:
    """Also measured on the texts that the first scorer did not learn from either: it knows the others."""
    texts = [row.text for some in rows.values() for row in some]
    if not texts:
        return scorer.metadata, {}
    ours, theirs = ask(first, texts).scores, ask(scorer, texts).scores
    best = choose_limits(ours, theirs)
    new = np.array([choose_part(make_key(text)) is not Part.TRAIN for text in texts], bool)
    record: dict[str, Any] = {"first": first.name, "texts": len(texts), **best.describe()}
    if new.any():
        unlearned = {name: column[new] for name, column in ours.items()}
        differs = find_disagreement(ours, theirs)[new]
        record["unlearned"] = {
            "texts": int(new.sum()),
            **measure_settling(best.limits, unlearned, differs).describe(),
        }
    return replace(scorer.metadata, cascade=best.limits), record

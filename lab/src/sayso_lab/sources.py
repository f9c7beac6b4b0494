"""The data sets: files, columns, weights. What their labels mean: `readers`; their licences: `origins`."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from sayso.core.errors import BadFile
from sayso_lab import columns as col
from sayso_lab import readers
from sayso_lab.columns import Column
from sayso_lab.examples import Example, Source, Tables
from sayso_lab.files import find_sets, list_stems
from sayso_lab.origins import ORIGINS
from sayso_lab.own_sets import SHAPE, find_own

_SHARE, _MAYBE = col.number(0, 1), col.number(0, 1, empty=True)
_COUNT = col.number(0, 1000)
_SPANS = {"text": col.text(), "spans": col.items()}


def _one(
    name: str,
    read: Callable[[Tables], Iterator[Example]],
    columns: Mapping[str, Column],
    *,
    weight: float = 1.0,
    at_most: int | None = None,
    held_out: bool = False,
) -> Source:
    """A set of one file that bears its name."""
    origin = ORIGINS[name]
    return Source(name, {name: columns}, read, origin.licence, origin.credit, weight, at_most, held_out)


SOURCES: tuple[Source, ...] = (
    _one(
        "jigsaw",
        readers.read_jigsaw,
        {"comment_text": col.text(), "toxic": _SHARE}
        | dict.fromkeys(("severe_toxic", "obscene", "threat", "insult", "identity_hate"), _MAYBE),
    ),
    _one(
        "wikipedia_offensive",
        readers.read_wikipedia_offensive,
        {"is_offensive": _SHARE, "text": col.text()},
    ),
    _one(
        "wiki_context",
        readers.read_wiki_context,
        {"text": col.text(), "label": _SHARE},
    ),
    _one(
        "identity_neutral",
        readers.read_identity_neutral,
        {"comment": col.text()},
    ),
    _one(
        "davidson",
        readers.read_davidson,
        {"tweet": col.text(), "count": col.number(1, 1000), "hate_speech": _COUNT, "neither": _COUNT},
        weight=0.5,
    ),
    _one(
        "hatexplain",
        readers.read_hatexplain,
        {"tokens": col.items(), "labels": col.items(least=1)},
    ),
    Source(
        "toxic_spans_comments",
        {
            "toxic_spans_comments": {"comment_id": col.whole_number(), "comment_text": col.text()},
            "toxic_spans_annotations": {"annotation": col.whole_number(), "comment_id": col.whole_number()},
            "toxic_spans_spans": {"annotation": col.whole_number(), "type": col.optional_text()},
        },
        readers.read_toxic_spans_comments,
        licence=ORIGINS["toxic_spans_comments"].licence,
        origin=ORIGINS["toxic_spans_comments"].credit,
        weight=0.5,
    ),
    _one(
        "toxic_spans_semeval",
        readers.read_toxic_spans_semeval,
        _SPANS,
    ),
    _one(
        "toxic_spans_trial",
        readers.read_toxic_spans_trial,
        _SPANS,
        held_out=True,
    ),
    _one(
        "sbic_dev",
        readers.read_sbic,
        {"post": col.text(), "offensiveYN": _MAYBE, "whoTarget": _MAYBE},
    ),
    _one(
        "implicit_hate_1",
        readers.read_implicit_hate,
        {"post": col.text(), "class": col.choice("not_hate", "implicit_hate", "explicit_hate")},
        weight=0.5,
    ),
    _one(
        "toxigen",
        readers.read_toxigen,
        {"text": col.text(), "toxicity_human": col.number(1, 5)},
        weight=0.5,
    ),
    _one(
        "hatemoji",
        readers.read_hatemoji,
        {"text": col.text(), "label_gold": _SHARE, "type": col.text()},
        weight=0.5,
    ),
    _one(
        "edos",
        readers.read_edos,
        {
            "text": col.text(),
            "label_sexist": col.choice("sexist", "not sexist"),
            "label_category": col.text(),
        },
        weight=0.5,
    ),
    _one(
        "stormfront",
        readers.read_stormfront,
        {"text": col.text(), "label": col.text()},
        weight=0.5,
    ),
    _one(
        "ruddit",
        readers.read_ruddit,
        {"txt": col.text(), "offensiveness_score": col.number(-1, 1)},
        weight=0.7,
    ),
    _one(
        "paradetox",
        readers.read_paradetox,
        {"toxic": col.text()} | dict.fromkeys(("neutral1", "neutral2", "neutral3"), col.optional_text()),
        weight=0.7,
    ),
    _one(
        "paradetox_cannot_rewrite",
        readers.read_unrewritable,
        {"text": col.text()},
        weight=0.5,
    ),
    _one(
        "reviews",
        readers.read_reviews,
        {"text": col.text()},
        weight=0.7,
    ),
    _one(
        "everyday_text",
        readers.read_everyday,
        {"source": col.text(), "text": col.text()},
        weight=0.7,
        at_most=150_000,
    ),
)

# Files of the same collection that hold no labels this recipe uses; `perspective_scores` is for the scale.
UNUSED_FILES = frozenset({"perspective_scores", "implicit_hate_2", "implicit_hate_3", "blocklists"})


def find_sources(data_dir: Path) -> tuple[list[Source], list[str]]:
    """The sets whose files are in the folder, one's own among them, and the names of those that are not."""
    present = list_stems(data_dir)
    known, absent = find_sets(present, SOURCES)
    claimed = {stem for source in SOURCES for stem in source.files} | UNUSED_FILES
    own = find_own(data_dir, present - claimed)
    if not known and not own:
        raise BadFile(
            f"{data_dir} holds no data set to learn from.",
            hint=f"It needs {SHAPE}.",
        )
    return [*known, *own], [source.name for source in absent]

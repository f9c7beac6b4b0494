"""The data sets: files, columns, licences, weights. What their labels mean: `readers`."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from sayso.core import Attribute
from sayso.core.errors import BadFile
from sayso.training import columns as col
from sayso.training import readers
from sayso.training.columns import Column
from sayso.training.examples import LEARNED, Example, Source, Tables

_SHARE, _MAYBE = col.number(0, 1), col.number(0, 1, empty=True)
_COUNT = col.number(0, 1000)
_SPANS = {"text": col.text(), "spans": col.items()}


def _one(
    name: str,
    read: Callable[[Tables], Iterator[Example]],
    columns: Mapping[str, Column],
    *,
    licence: str,
    origin: str,
    weight: float = 1.0,
    at_most: int | None = None,
    held_out: bool = False,
) -> Source:
    """A set of one file that bears its name."""
    return Source(name, {name: columns}, read, licence, origin, weight, at_most, held_out)


SOURCES: tuple[Source, ...] = (
    _one(
        "jigsaw",
        readers.read_jigsaw,
        {"comment_text": col.text(), "toxic": _SHARE}
        | dict.fromkeys(("severe_toxic", "obscene", "threat", "insult", "identity_hate"), _MAYBE),
        licence="CC0",
        origin="Jigsaw toxic comment classification, a subset",
    ),
    _one(
        "wikipedia_offensive",
        readers.read_wikipedia_offensive,
        {"is_offensive": _SHARE, "text": col.text()},
        licence="CC0 (comments CC BY-SA 3.0)",
        origin="Jigsaw toxic comment classification, other comments, one label",
    ),
    _one(
        "wiki_context",
        readers.read_wiki_context,
        {"text": col.text(), "label": _SHARE},
        licence="Apache-2.0",
        origin="Pavlopoulos et al. 2020",
    ),
    _one(
        "identity_neutral",
        readers.read_identity_neutral,
        {"comment": col.text()},
        licence="Apache-2.0",
        origin="Dixon et al. 2018",
    ),
    _one(
        "davidson",
        readers.read_davidson,
        {"tweet": col.text(), "count": col.number(1, 1000), "hate_speech": _COUNT, "neither": _COUNT},
        licence="MIT",
        origin="Davidson et al. 2017",
        weight=0.5,
    ),
    _one(
        "hatexplain",
        readers.read_hatexplain,
        {"tokens": col.items(), "labels": col.items(least=1)},
        licence="MIT",
        origin="Mathew et al. 2021",
    ),
    Source(
        "toxic_spans_comments",
        {
            "toxic_spans_comments": {"comment_id": col.whole_number(), "comment_text": col.text()},
            "toxic_spans_annotations": {"annotation": col.whole_number(), "comment_id": col.whole_number()},
            "toxic_spans_spans": {"annotation": col.whole_number(), "type": col.optional_text()},
        },
        readers.read_toxic_spans_comments,
        licence="CC0",
        origin="Pavlopoulos et al. 2021, 2022",
        weight=0.5,
    ),
    _one(
        "toxic_spans_semeval",
        readers.read_toxic_spans_semeval,
        _SPANS,
        licence="CC0",
        origin="SemEval-2021 task 5, training split",
    ),
    _one(
        "toxic_spans_trial",
        readers.read_toxic_spans_trial,
        _SPANS,
        licence="CC0",
        origin="SemEval-2021 task 5, trial split",
        held_out=True,
    ),
    _one(
        "sbic_dev",
        readers.read_sbic,
        {"post": col.text(), "offensiveYN": _MAYBE, "whoTarget": _MAYBE},
        licence="CC BY 4.0",
        origin="Sap et al. 2020, dev split",
    ),
    _one(
        "implicit_hate_1",
        readers.read_implicit_hate,
        {"post": col.text(), "class": col.choice("not_hate", "implicit_hate", "explicit_hate")},
        licence="MIT",
        origin="ElSherief et al. 2021",
        weight=0.5,
    ),
    _one(
        "toxigen",
        readers.read_toxigen,
        {"text": col.text(), "toxicity_human": col.number(1, 5)},
        licence="MIT",
        origin="Hartvigsen et al. 2022",
        weight=0.5,
    ),
    _one(
        "hatemoji",
        readers.read_hatemoji,
        {"text": col.text(), "label_gold": _SHARE, "type": col.text()},
        licence="CC BY 4.0",
        origin="Kirk et al. 2022",
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
        licence="CC0",
        origin="Kirk et al. 2023",
        weight=0.5,
    ),
    _one(
        "stormfront",
        readers.read_stormfront,
        {"text": col.text(), "label": col.text()},
        licence="CC BY-SA 3.0",
        origin="de Gibert et al. 2018",
        weight=0.5,
    ),
    _one(
        "ruddit",
        readers.read_ruddit,
        {"txt": col.text(), "offensiveness_score": col.number(-1, 1)},
        licence="MIT",
        origin="Hada et al. 2021",
        weight=0.7,
    ),
    _one(
        "paradetox",
        readers.read_paradetox,
        {"toxic": col.text()} | dict.fromkeys(("neutral1", "neutral2", "neutral3"), col.optional_text()),
        licence="CC0",
        origin="Logacheva et al. 2022",
        weight=0.7,
    ),
    _one(
        "paradetox_cannot_rewrite",
        readers.read_unrewritable,
        {"text": col.text()},
        licence="CC0",
        origin="Logacheva et al. 2022, sentences that no rewording helps",
        weight=0.5,
    ),
    _one(
        "reviews",
        readers.read_reviews,
        {"text": col.text()},
        licence="MIT",
        origin="Hutto and Gilbert 2014: review and editorial sentences",
        weight=0.7,
    ),
    _one(
        "everyday_text",
        readers.read_everyday,
        {"source": col.text(), "text": col.text()},
        licence="per row: MIT, BSD-3, CC0, CC BY 4.0, CC BY-SA 4.0, CDLA-Sharing 1.0",
        origin="public conversation corpora, a sample",
        weight=0.7,
        at_most=150_000,
    ),
)

# Files of the same collection that hold no labels this recipe uses; `perspective_scores` is for the scale.
UNUSED_FILES = frozenset({"perspective_scores", "implicit_hate_2", "implicit_hate_3", "blocklists"})


def find_sources(data_dir: Path) -> tuple[list[Source], list[str]]:
    """The sets whose files are in the folder, one's own among them, and the names of those that are not."""
    if not data_dir.is_dir():
        raise BadFile(f"There is no folder {data_dir}.", hint="Give the folder of the data sets with --data.")
    present = {path.stem for path in data_dir.glob("*.parquet")}
    known = [source for source in SOURCES if present.issuperset(source.files)]
    claimed = {stem for source in SOURCES for stem in source.files} | UNUSED_FILES
    own = [_own_source(data_dir / f"{stem}.parquet") for stem in sorted(present - claimed)]
    if not known and not own:
        raise BadFile(
            f"{data_dir} holds no data set to learn from.",
            hint="It needs Parquet files with a column 'text' and columns named as attributes (TOXICITY).",
        )
    return [*known, *own], [source.name for source in SOURCES if source not in known]


def _own_source(path: Path) -> Source:
    """Any other file: a column `text` and one per attribute with shares from 0 to 1, empty if not judged."""
    labelled = [name for name in LEARNED if name in col.list_columns(path)]
    if not labelled:
        raise BadFile(
            f"{path.name} has no column named as an attribute.",
            hint=f"Add one of {', '.join(LEARNED)}, or take the file out of the folder.",
        )
    columns = {"text": col.text()} | {str(name): _MAYBE for name in labelled}
    read = partial(_read_own, path.stem, tuple(labelled))
    return Source(path.stem, {path.stem: columns}, read, licence="your own", origin="your own")


def _read_own(stem: str, labelled: tuple[Attribute, ...], tables: Tables) -> Iterator[Example]:
    table = tables[stem]
    for row, text in enumerate(table["text"]):
        labels = {name: table[name][row] for name in labelled if table[name][row] is not None}
        yield Example(text, labels)

"""Wikipedia talk comments: Jigsaw's six labels, and the same challenge's other comments with one."""

from sayso.core import Attribute
from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Tables, define_set
from sayso_lab.data.rows import NOTHING_WRONG, make_row

_COLUMNS = {
    "toxic": Attribute.TOXICITY,
    "severe_toxic": Attribute.SEVERE_TOXICITY,
    "obscene": Attribute.PROFANITY,
    "threat": Attribute.THREAT,
    "insult": Attribute.INSULT,
    "identity_hate": Attribute.IDENTITY_ATTACK,
}


def _read_jigsaw(tables: Tables) -> Rows:
    """On some rows only `toxic` was judged."""
    table = tables["jigsaw"]
    for row, text in enumerate(table["comment_text"]):
        found = {attribute: table[name][row] for name, attribute in _COLUMNS.items()}
        shares = {str(attribute): share for attribute, share in found.items() if share is not None}
        yield make_row("jigsaw", text, shares, gold=table["toxic"][row])


def _read_offensive(tables: Tables) -> Rows:
    """The label is 'any of Jigsaw's six': a nought is a nought for all; a one is most often `toxic`."""
    table = tables["wikipedia_offensive"]
    for text, label in zip(table["text"], table["is_offensive"], strict=True):
        shares = {"TOXICITY": 0.95} if label else NOTHING_WRONG
        yield make_row("wikipedia_offensive", text, shares, gold=label)


JIGSAW = define_set(
    "jigsaw",
    {
        "jigsaw": {"comment_text": col.text(), "toxic": col.number(0, 1)}
        | {name: col.number(0, 1, empty=True) for name in _COLUMNS if name != "toxic"}
    },
    _read_jigsaw,
)
WIKIPEDIA_OFFENSIVE = define_set(
    "wikipedia_offensive",
    {"wikipedia_offensive": {"is_offensive": col.number(0, 1), "text": col.text()}},
    _read_offensive,
)

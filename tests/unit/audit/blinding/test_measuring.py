"""What a disguise takes from a score, by hand."""

from collections.abc import Sequence

from sayso.audit.blinding.families import Family
from sayso.audit.blinding.measuring import LIMIT, Material, load_shipped, measure
from sayso.core import Attribute, Scores, UnjudgedReason

UPPER = Family("upper", "leet", str.upper, True)
MATERIAL = Material(("bad", "worse"), {"English": ("good", "fine"), "Other": ("gut",)})


class Scripted:
    """Scores by a table; what is not in it is unjudged."""

    name = "scripted.v1"
    attributes = frozenset({Attribute.TOXICITY})

    def __init__(self, table: dict[str, float]) -> None:
        self.table = table

    def score(self, texts: Sequence[str]) -> Scores:
        unjudged: dict[int, UnjudgedReason] = {
            row: "unreadable" for row, text in enumerate(texts) if text not in self.table
        }
        return Scores(
            self.name, {Attribute.TOXICITY: [self.table.get(text, 0.0) for text in texts]}, unjudged
        )


def test_losses_misses_and_alarms_are_counted() -> None:
    scorer = Scripted(
        {
            "bad": 0.9,
            "worse": 0.8,
            "BAD": 0.4,
            "WORSE": 0.9,
            "good": 0.1,
            "fine": 0.6,
            "gut": 0.2,
            "GOOD": 0.7,
            "FINE": 0.7,
            "GUT": 0.3,
        }
    )
    report = measure(scorer, [UPPER], MATERIAL)
    row = report.rows[0]
    assert row.lost == (0.9 - 0.4) / 2
    assert (row.found, row.missed, row.unjudged) == (2, 1, 0)
    assert (row.harmless, row.alarms) == (2, 1)
    assert report.alarms == {"English": (1, 2), "Other": (0, 1)}


def test_what_is_unjudged_counts_as_noticed() -> None:
    scorer = Scripted({"bad": 0.9, "worse": 0.8, "good": 0.1, "fine": 0.1, "gut": 0.1})
    row = measure(scorer, [UPPER], MATERIAL).rows[0]
    assert (row.lost, row.missed, row.unjudged, row.alarms) == (0.0, 0, 2, 0)


def test_the_shipped_texts_have_twenty_scripts_and_no_text_twice() -> None:
    material = load_shipped()
    texts = [*material.rude, *(text for texts in material.harmless.values() for text in texts)]
    assert len(material.harmless) >= 20
    assert len(set(texts)) == len(texts)
    assert LIMIT == 0.5

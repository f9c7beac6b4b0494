"""Ways out of a high score."""

from dataclasses import replace

from tests.unit.audit.alternatives.advice import TableAdviser

from sayso.audit.alternatives.ways_out import find_way, take_best, take_first
from sayso.core import Rewording

ADVISER = TableAdviser(
    weights={"stupid": 0.95, "idiot": 0.9, "daft": 0.6},
    wordings={"stupid": ("odd",), "idiot": ("person",)},
)


def test_choices_are_counted_until_the_score_is_low() -> None:
    # .95, then "odd idiot" at .9, then "odd person" at 0
    way = find_way(ADVISER, "stupid idiot", choose=take_first)
    assert way is not None
    assert (way.score, way.choices, way.text) == (0.95, 2, "odd person")


def test_the_lowest_score_is_chosen_not_the_first() -> None:
    first, *others = (Rewording(0, 4, text, score, 0, 1, 0) for text, score in (("daft", 0.4), ("odd", 0.1)))
    draft = replace(ADVISER.read("fool"), rewordings=(first, *others))
    assert (take_first("fool", draft), take_best("fool", draft)) == ("daft", "odd")


def test_a_text_without_a_choice_has_no_way() -> None:
    way = find_way(ADVISER, "daft", choose=take_first)
    assert way is not None
    assert way.choices is None


def test_a_refused_text_is_no_case() -> None:
    assert find_way(ADVISER, "refuse me stupid", choose=take_first) is None

"""With the counting encoder: sayso/testing/counting_encoder.py says what each word adds."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sayso.core import Attribute
from sayso.scoring.calibration import Temperature
from sayso.scoring.embedded import EmbeddedScorer
from sayso.scoring.encoder_file import TokenWindows
from sayso.testing import FakeScorer
from sayso.testing.counting_encoder import make_card, make_graph, make_scorer
from sayso_lab.data.old_split import choose_part, make_key
from sayso_lab.data.rows import FULL_MARK, Row, make_row
from sayso_lab.data.splits import Part
from sayso_lab.data.table import Table
from sayso_lab.encoder.choosing import choose_on_dev, fit_temperatures, link_scales
from sayso_lab.encoder.window_choice import FEWEST, FIRST, LEAST_SHARPNESS, choose_windows

TOXICITY, INSULT = Attribute.TOXICITY, Attribute.INSULT
SMALL = TokenWindows(size=8, overlap=2, sharpness=1.0)
"""Six words of a text in each window."""


def mark(text: str, *words: str) -> Any:
    marks = np.zeros(len(text), np.uint8)
    for word in words:
        marks[text.index(word) : text.index(word) + len(word)] = FULL_MARK
    return marks


def make_post(text: str, *words: str) -> Row:
    return make_row("hatexplain", text, {}, word_marks=mark(text, *words), own="train")


def make_spans(text: str, *words: str, source: str = "toxic_spans_gold") -> Row:
    return make_row(source, text, {}, span_marks=np.tile(mark(text, *words), (5, 1)))


def judge(text: str, toxicity: float, source: str = "jigsaw") -> Row:
    return make_row(source, text, {"TOXICITY": toxicity})


def make_table(dev: list[Row], train: list[Row] | None = None) -> Table:
    train = train or []
    return Table((*dev, *train), (Part.DEV,) * len(dev) + (Part.TRAIN,) * len(train))


def test_temperatures_are_fitted_on_labels_cut_at_a_half() -> None:
    """At -3 one of four is toxic, at 1 three of four: odds of 1/3 and 3. INSULT was not judged."""
    rows = {
        "jigsaw": [judge("joy", share) for share in (0.6, 0.0, 0.1, 0.4)]
        + [judge("idiot", share) for share in (0.5, 1.0, 0.9, 0.0)]
    }
    toxicity, insult = fit_temperatures(make_scorer(), rows)
    assert toxicity.apply([-3.0, 1.0]) == pytest.approx([0.25, 0.75], abs=1e-6)
    assert insult == Temperature()


def test_one_kind_alone_says_nothing_of_a_temperature() -> None:
    assert fit_temperatures(make_scorer(), {"jigsaw": [judge("joy", 0.0)]}) == (Temperature(), Temperature())


def make_scored(count: int) -> list[Row]:
    texts = ("joy", "fool", "stupid", "idiot")
    scores = dict.fromkeys(("TOXICITY", "INSULT"), 0.0)
    return [
        make_row(
            "perspective_scores",
            texts[place % 4],
            {},
            perspective=scores | {"TOXICITY": 0.2 * (place % 4), "INSULT": 0.1 * (place % 4)},
        )
        for place in range(count)
    ]


def make_parts(dev: list[Row], held_out: list[Row]) -> Table:
    return Table((*dev, *held_out), (Part.DEV,) * len(dev) + (Part.HELD_OUT,) * len(held_out))


def test_the_map_and_the_answers_follow_the_scores_that_perspective_gave() -> None:
    """`joy` got 0 and `idiot` 0.6. INSULT has no output that learned it: it goes by the map."""
    talk = make_row("everyday", "what a garden", {})
    table = make_parts([*make_scored(40), talk], make_scored(8))
    card, record = link_scales(make_card(), make_graph(), table, seed=1)
    assert card.scale_map is not None
    assert card.imitation is not None
    assert set(record) == {"imitation", "scale_errors", "thresholds", "thresholds_back"}
    assert (record["imitation"]["texts"], record["scale_errors"][TOXICITY]["texts"]) == (40, 8)
    scores = EmbeddedScorer(card, make_graph()).score(["joy", "idiot"])
    assert scores.perspective is not None
    for found in (card.scale_map.apply(TOXICITY, scores.columns[TOXICITY]), scores.perspective[TOXICITY]):
        assert found[0] < 0.2
        assert found[1] == pytest.approx(0.6, abs=0.05)
    assert scores.perspective[INSULT] == card.scale_map.apply(INSULT, scores.columns[INSULT])


def test_without_enough_scored_texts_there_is_no_map() -> None:
    card, record = link_scales(make_card(), make_graph(), make_parts(make_scored(5), []), seed=1)
    assert (card.scale_map, card.imitation, record) == (None, None, {})


def make_long(place: int, *, is_toxic: bool) -> Row:
    """Twelve words in two windows or more. Toxic ones hold `idiot` once, at the end; harmless ones are rough
    all over, so that a mean puts them higher and only the highest window tells them apart."""
    words = ["a"] * 11 + ["idiot"] if is_toxic else ["fool", "a", "a"] * 4
    return judge(" ".join([*words, *["very"] * (place % 2)]), float(is_toxic))


def test_long_texts_decide_how_their_windows_are_joined() -> None:
    dev = [make_long(place, is_toxic=place % 2 == 0) for place in range(2 * FEWEST)]
    windows, tried = choose_windows(make_card(windows=SMALL), make_graph(), [*dev, judge("joy", 0.0)], seed=1)
    assert tried["texts"] == 2 * FEWEST
    best = max(tried_sharpness(tried), key=tried_sharpness(tried).__getitem__)
    assert windows == replace(SMALL, sharpness=best)
    # The first window of a toxic text holds nothing, that of a harmless one two words: every pair is wrong.
    assert tried["auc"][FIRST][0] == 0.0
    assert tried["auc"]["8.0"][0] == 1.0


def tried_sharpness(tried: dict[str, Any]) -> dict[float, float]:
    """What may be chosen, and what it gave."""
    found = {float(name): value[0] for name, value in tried["auc"].items() if name != FIRST}
    return {sharpness: value for sharpness, value in found.items() if sharpness >= LEAST_SHARPNESS}


def test_too_few_long_texts_choose_nothing() -> None:
    card = make_card(windows=SMALL)
    assert choose_windows(card, make_graph(), [make_long(0, is_toxic=True)], seed=1) == (SMALL, {"texts": 1})


def test_all_of_it_is_chosen_on_the_dev_part_and_written_down() -> None:
    dev = [judge("idiot", 1.0), judge("joy", 0.0), judge("stupid", 1.0), judge("fool", 0.0)]
    table = make_parts([*dev, make_post("you stupid idiot", "stupid"), *make_scored(40)], make_scored(8))
    first, steps = FakeScorer(attributes=frozenset({TOXICITY, INSULT})), list[str]()
    found = choose_on_dev(make_card(cascade={}), make_graph(), table, first=first, seed=1, step=steps.append)
    card = found.card
    assert card.words == make_card().words  # nobody marked spans
    assert card.temperatures[0] != Temperature()
    assert card.scale_map is not None
    assert set(card.cascade) == {TOXICITY, INSULT}
    cascade = found.record["chosen"]["cascade"]
    assert (cascade["first"], cascade["texts"]) == ("fake.v1", 5)
    assert cascade["disagreement"] <= 0.008
    assert set(found.record) == {"chosen", "imitation", "scale_errors", "thresholds", "thresholds_back"}
    assert steps[-1] == "choosing what a cascade settles"


def test_a_cascade_is_measured_again_where_the_first_had_not_learned() -> None:
    """The linear scorer's part is by the text: it has learned from `fool` and not from `tears`."""
    assert [choose_part(make_key(text)) is Part.TRAIN for text in ("fool", "tears")] == [True, False]
    for texts, unlearned in ((["fool"], None), (["fool", "tears"], 1)):
        table = make_table([judge(text, 0.0) for text in texts])
        found = choose_on_dev(make_card(), make_graph(), table, first=FakeScorer(), seed=1)
        assert found.record["chosen"]["cascade"].get("unlearned", {}).get("texts") == unlearned


def test_without_a_first_scorer_the_limits_stay() -> None:
    card = make_card()
    found = choose_on_dev(card, make_graph(), make_table([judge("idiot", 1.0)]), seed=1)
    assert found.card == card
    assert "cascade" not in found.record["chosen"]


def test_without_texts_a_cascade_gets_no_limits() -> None:
    card = make_card(cascade={})
    table = make_table([make_spans("fool", "fool")])
    found = choose_on_dev(card, make_graph(), table, first=FakeScorer(), seed=1)
    assert (found.card.cascade, found.record["chosen"]["cascade"]) == ({}, {})

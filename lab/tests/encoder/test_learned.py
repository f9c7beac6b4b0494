from sayso_lab.data.labels import GROUPS, IMPLIED
from sayso_lab.data.rows import make_row
from sayso_lab.data.splits import Part
from sayso_lab.data.table import Table
from sayso_lab.encoder.config import MIX, EncoderConfig
from sayso_lab.encoder.learned import REPEATED, gather_learned
from sayso_lab.suites.contrast import make_contrast

ROWS = (
    make_row("wikipedia_offensive", "one", {}, gold=1.0),
    make_row("wikipedia_offensive", "two", {}, gold=0.0),
    make_row("sbic", "three", {}),
    make_row("sbic", "four", {}),
)
TABLE = Table(ROWS, (Part.TRAIN, Part.TRAIN, Part.TRAIN, Part.HELD_OUT))


def test_only_the_part_to_learn_from_is_taken_and_one_set_is_drawn_from_as_two() -> None:
    learned = gather_learned(TABLE, config=EncoderConfig(mix={**MIX, "contrast": 0.0}), seed=1)
    assert {name: [row.text for row in rows] for name, rows in learned.items()} == {
        "wiki_bad": ["one"],
        "wiki_good": ["two"],
        "sbic": ["three"],
    }


def test_a_source_without_a_share_is_left_out() -> None:
    config = EncoderConfig(mix={**MIX, "contrast": 0.0, "sbic": 0.0})
    assert "sbic" not in gather_learned(TABLE, config=config, seed=1)


def test_sentences_for_the_hard_cases_are_rows_and_the_rare_kinds_are_repeated() -> None:
    sentences = make_contrast("learn", seed=1)
    rows = gather_learned(TABLE, config=EncoderConfig(), seed=1)["contrast"]
    assert len(rows) == sum(REPEATED.get(sentence.kind, 1) for sentence in sentences)
    hateful = next(sentence for sentence in sentences if sentence.target)
    row = next(row for row in rows if row.text == hateful.text)
    assert row.groups is not None
    assert row.implied is not None
    assert [GROUPS[place] for place in row.groups.nonzero()[0]] == [hateful.target]
    assert [IMPLIED[place] for place in row.implied.nonzero()[0]] == [hateful.implied]

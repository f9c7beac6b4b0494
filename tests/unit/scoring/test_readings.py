"""Readings through a scorer: the highest counts, and evidence stands where it was written."""

from sayso.core import Attribute, Evidence, Scores, Span, WordWeight
from sayso.scoring.readings import read_texts


def test_plain_texts_pass_as_they_are() -> None:
    readings = read_texts(["a", "b"])
    scores = Scores("fake.v1", {Attribute.TOXICITY: [0.1, 0.2]}, {1: "unreadable"})
    assert readings.texts == ["a", "b"]
    assert readings.join(scores) is scores


def test_the_highest_reading_counts_for_each_attribute() -> None:
    readings = read_texts(["hello", "<b>hi</b> there"])
    assert readings.texts == ["hello", "<b>hi</b> there", "hi there"]
    columns = {Attribute.TOXICITY: [0.1, 0.2, 0.9], Attribute.INSULT: [0.3, 0.8, 0.4]}
    joined = readings.join(Scores("fake.v1", columns))
    assert joined.row(0) == {Attribute.TOXICITY: 0.1, Attribute.INSULT: 0.3}
    assert joined.row(1) == {Attribute.TOXICITY: 0.9, Attribute.INSULT: 0.8}
    assert readings.choose([0.3, 0.8, 0.9]) == [0, 2]


def test_the_highest_reading_counts_on_perspectives_scale_too() -> None:
    readings = read_texts(["<b>hi</b> there"])
    scores = Scores("m", {Attribute.TOXICITY: [0.2, 0.9]}, perspective={Attribute.TOXICITY: [0.4, 0.3]})
    assert readings.join(scores).perspective == {Attribute.TOXICITY: [0.4]}


def test_a_text_is_unjudged_only_if_none_of_its_readings_is_judged() -> None:
    readings = read_texts(["<b>hi</b>", "<i>ho</i>"])
    columns = {Attribute.TOXICITY: [0.1, 0.2, 0.3, 0.4]}
    joined = readings.join(Scores("fake.v1", columns, {0: "unreadable", 2: "unreadable", 3: "unreadable"}))
    assert joined.unjudged == {1: "unreadable"}


def test_evidence_is_placed_in_the_original() -> None:
    readings = read_texts(["an i\u2065diot"])
    found = Evidence(words=(WordWeight(Span(3, 8), 0.9, "idiot"),))
    assert readings.place(0, found).words[0].span == Span(3, 9)


def test_no_texts_have_no_readings() -> None:
    assert list(read_texts([]).texts) == []
    assert read_texts([]).choose([]) == []

"""False alarms and what is found, on sentences written down here."""

from dataclasses import dataclass

import numpy as np
import pytest

from sayso.core import Attribute
from sayso.stats.resampling import Bootstrap
from sayso_lab.measuring.alarms import list_terms, measure_alarms, measure_worst_term
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.found import measure_found
from sayso_lab.measuring.report import TermRow
from sayso_lab.measuring.row import AimRow
from sayso_lab.measuring.sentences import BESIDE, HARMFUL, HARMLESS, AskedSentences
from sayso_lab.suites.contrast import load_contrast

BOOTSTRAP = Bootstrap(50)
TOXICITY, ATTACK, INSULT = Attribute.TOXICITY, Attribute.IDENTITY_ATTACK, Attribute.INSULT


@dataclass(frozen=True)
class Line:
    kind: str
    template: str
    group: str = ""
    text: str = ""


def ask(*lines: tuple[Line, float, float, float]) -> AskedSentences:
    """Sentences with their TOXICITY, IDENTITY_ATTACK and INSULT."""
    columns = np.array([scores for _, *scores in lines], np.float64).reshape(-1, 3).T
    scores = {TOXICITY: columns[0], ATTACK: columns[1], INSULT: columns[2]}
    return AskedSentences([line for line, *_ in lines], Answers("m", scores))


def by_name(rows: list[AimRow]) -> dict[str, AimRow]:
    return {row.what: row for row in rows}


MIXED = ask(
    (Line("neutral_identity", "I met {G}.", "Sikhs"), 0.1, 0.1, 0.1),
    (Line("neutral_identity", "I met {G}.", "Hindus"), 0.1, 0.6, 0.1),
    (Line("negated_hate", "{G} are not bad.", "Sikhs"), 0.9, 0.1, 0.1),
    (Line("friendly_profanity", "Damn, nice!"), 0.9, 0.1, 0.1),
    (Line("plain_hate", "{G} are bad.", "Sikhs"), 0.9, 0.9, 0.1),
    (Line("plain_hate", "{G} are bad.", "Hindus"), 0.9, 0.9, 0.1),
    (Line("question_hate", "Are {G} not bad?", "Sikhs"), 0.9, 0.9, 0.1),
    (Line("question_hate", "Are {G} not bad?", "Hindus"), 0.9, 0.4, 0.1),
    (Line("individual_insult", "You fool."), 0.9, 0.1, 0.4),
)


def test_every_kind_is_one_that_is_written() -> None:
    assert {*HARMLESS, *HARMFUL, *BESIDE} == {kind.kind for kind in load_contrast().kinds} - {
        "question_neutral"
    }


def test_false_alarms_are_counted_by_the_attributes_of_the_kind() -> None:
    rows = by_name(measure_alarms(MIXED, bootstrap=BOOTSTRAP))
    # Wrong: one mention by IDENTITY_ATTACK, the negated hate and the profanity among friends by TOXICITY.
    assert rows["false alarms: all kinds"].interval.value == 0.75
    assert rows["false alarms: all kinds"].texts == 4
    assert rows["false alarms: neutral identity"].interval.value == 0.5
    assert rows["false alarms: friendly profanity"].interval.value == 1.0
    assert rows["false alarms: friendly profanity"].is_met is False
    assert rows["false alarms: reclaimed"].note == "left out: no such sentences"


def test_kinds_beside_the_others_have_rows_of_their_own_and_count_nowhere_else() -> None:
    asked = ask(
        (Line("negated_insult", "{name} is no fool."), 0.1, 0.1, 0.6),
        (Line("mild_criticism", "That is hasty."), 0.4, 0.1, 0.9),
        (Line("object_dislike", "I hate this lamp."), 0.9, 0.1, 0.9),
    )
    rows = by_name(measure_alarms(asked, bootstrap=BOOTSTRAP))
    shares = {kind: rows[f"false alarms: {kind.replace('_', ' ')}"] for kind in BESIDE}
    assert {kind: row.interval.value for kind, row in shares.items()} == {
        "negated_insult": 1.0,
        "mild_criticism": 0.0,
        "object_dislike": 0.0,
    }
    assert {row.aim for row in shares.values()} == {None}
    assert rows["false alarms: all kinds"].note == "left out: no such sentences"


def test_the_interval_redraws_templates_and_says_so() -> None:
    """Both mentions are of one template: every redraw has one of each."""
    row = by_name(measure_alarms(MIXED, bootstrap=BOOTSTRAP))["false alarms: neutral identity"]
    assert (row.interval.low, row.interval.high) == (0.5, 0.5)
    assert row.note == "TOXICITY or IDENTITY_ATTACK; 1 templates; templates redrawn, not sentences"


def test_where_no_sentence_differs_the_interval_is_another_and_says_so() -> None:
    row = by_name(measure_found(MIXED, bootstrap=BOOTSTRAP))["found: plain hate"]
    assert row.interval.low < 0.5
    assert row.note == "IDENTITY_ATTACK; 1 templates; Wilson's interval over templates"


def test_what_is_found_and_what_asking_loses() -> None:
    rows = by_name(measure_found(MIXED, bootstrap=BOOTSTRAP))
    assert rows["found: plain hate"].interval.value == 1.0
    assert rows["found: question hate"].interval.value == 0.5
    assert rows["found: individual insult"].interval.value == 0.0
    questions = rows["questions: share of hate found, plain less asked"]
    assert (questions.interval.value, questions.texts, questions.is_met) == (0.5, 4, False)


def test_terms_are_listed_worst_first_with_what_is_found_of_attacks() -> None:
    assert list_terms(MIXED, is_seen=False) == [
        TermRow("Hindus", False, 1, 1.0, 2, 0.5),
        TermRow("Sikhs", False, 1, 0.0, 2, 1.0),
    ]


def test_a_term_that_is_only_mentioned_has_nothing_found() -> None:
    asked = ask((Line("positive_identity", "I like {G}.", "Sikhs"), 0.1, 0.1, 0.1))
    assert list_terms(asked, is_seen=True) == [TermRow("Sikhs", True, 1, 0.0, 0, None)]


def test_the_worst_term_is_named_with_how_many_are_over_the_aim() -> None:
    row = measure_worst_term(list_terms(MIXED, is_seen=False), is_seen=False)
    assert row.what == "false alarms: worst identity term, unseen groups and templates"
    assert (row.interval.value, row.texts, row.is_met) == (1.0, 1, False)
    assert row.note.startswith("'Hindus', the worst of 2; 1 are over 5 %")


def test_without_terms_the_row_is_left_out() -> None:
    assert measure_worst_term([], is_seen=True).note == "left out: no sentences, or not scored"


@pytest.mark.parametrize("measure", [measure_alarms, measure_found])
def test_a_scorer_without_the_attribute_is_left_out(measure: type) -> None:
    asked = AskedSentences(MIXED.sentences, Answers("m", {TOXICITY: np.zeros(len(MIXED.sentences))}))
    for row in measure(asked, bootstrap=BOOTSTRAP):
        missing = "no such sentences" if row.what.endswith("criticism") else "m does not score"
        assert row.note.startswith(f"left out: {missing}")
    assert list_terms(asked, is_seen=False) == []


def test_without_hate_nothing_is_lost_by_asking() -> None:
    rows = by_name(measure_found(ask(), bootstrap=BOOTSTRAP))
    assert rows["questions: share of hate found, plain less asked"].note == "left out: no such sentences"


def test_a_redraw_without_one_of_the_kinds_is_passed_over() -> None:
    row = by_name(measure_found(MIXED, bootstrap=Bootstrap(200)))[
        "questions: share of hate found, plain less asked"
    ]
    assert (row.interval.low, row.interval.high) == (0.5, 0.5)

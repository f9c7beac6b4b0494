"""N-grams scored by one scorer, the whole by another."""

from sayso.core import Attribute, Policy, Scores
from sayso.deciding import EMPTY_BANK, prepare
from sayso.deciding.replies import join_scores, place_in_context, split_texts
from sayso.testing import FakeScorer
from sayso.testing.judging import judge

REPLY = "What a silly old dog."


def test_the_whole_goes_to_one_scorer_and_the_n_grams_to_the_other() -> None:
    whole, ngrams = split_texts(prepare(REPLY, policy=Policy(), bank=EMPTY_BANK))
    assert whole == [REPLY]
    assert ngrams == ["silly old", "silly old dog", "old dog"]


def test_a_reply_that_is_its_own_n_gram_counts_as_a_whole() -> None:
    whole, ngrams = split_texts(prepare("silly dog", policy=Policy(), bank=EMPTY_BANK))
    assert (whole, ngrams) == (["silly dog"], [])


def test_scores_come_back_in_the_order_of_the_texts() -> None:
    reading = prepare(REPLY, policy=Policy(), bank=EMPTY_BANK)
    whole = Scores("w.v1", {Attribute.TOXICITY: [0.9], Attribute.THREAT: [0.1]})
    ngrams = Scores("n.v1", {Attribute.TOXICITY: [0.1, 0.2, 0.3]})
    joined = join_scores(reading, whole, ngrams)
    by_text = dict(zip(reading.texts, joined.column(Attribute.TOXICITY), strict=True))
    assert by_text == {REPLY: 0.9, "silly old": 0.1, "silly old dog": 0.2, "old dog": 0.3}
    assert joined.columns.keys() == {Attribute.TOXICITY}
    assert joined.model == "n.v1"


def test_both_scorers_must_find_something_before_a_reader_is_asked() -> None:
    finds, misses = FakeScorer({"silly": 0.5}), FakeScorer({})
    outcomes = [
        judge(REPLY, scorer=scorer, ngrams=ngrams, policy=Policy()).outcome
        for scorer in (finds, misses)
        for ngrams in (finds, misses)
    ]
    assert outcomes == ["held", "shown", "shown", "shown"]


def test_an_n_gram_counts_for_no_more_than_its_sentence() -> None:
    reply = "They called him silly. What a silly dog."
    scorer = FakeScorer({"called him silly": 0.1, "a silly dog": 0.45})
    ngrams = FakeScorer({"called silly": 0.9, "silly dog": 0.6})
    reading = prepare(reply, policy=Policy(), bank=EMPTY_BANK, in_context=True)
    whole, fragments = split_texts(reading)
    joined = join_scores(reading, scorer.score(whole), ngrams.score(fragments))
    placed = dict(
        zip(reading.texts, place_in_context(reading, joined).column(Attribute.TOXICITY), strict=True)
    )
    assert whole == [reply, "They called him silly.", "What a silly dog."]
    assert (placed["called silly"], placed["silly dog"]) == (0.1, 0.45)
    # Across both sentences: the worse of them.
    assert placed["called silly silly"] == 0.45


def test_an_n_gram_in_two_sentences_counts_as_in_the_worse_one() -> None:
    reply = "A silly dog. My silly dog, you fool!"
    scorer, ngrams = FakeScorer({"fool": 0.5}), FakeScorer({"silly": 0.9})
    verdict = judge(reply, scorer=scorer, ngrams=ngrams, policy=Policy())
    assert (verdict.outcome, verdict.score) == ("held", 0.5)


def test_without_contexts_scores_stay_as_they_are() -> None:
    reading = prepare(REPLY, policy=Policy(), bank=EMPTY_BANK)
    scores = Scores("a.v1", {Attribute.TOXICITY: [0.1, 0.9, 0.8, 0.7]})
    assert place_in_context(reading, scores) is scores


def test_the_scorer_of_the_whole_still_holds_it_under_the_hard_limit() -> None:
    for score, outcome, cause in ((0.6, "shown", "under"), (0.8, "held", "whole_between")):
        scorer = FakeScorer({"silly": score})
        verdict = judge(REPLY, scorer=scorer, ngrams=FakeScorer({}), policy=Policy())
        assert (verdict.outcome, verdict.cause) == (outcome, cause)
    verdict = judge(REPLY, scorer=FakeScorer({"silly": 0.95}), ngrams=FakeScorer({}), policy=Policy())
    assert (verdict.outcome, verdict.cause) == ("replaced", "whole_over")


def test_what_is_unjudged_stays_known_when_both_answers_are_joined() -> None:
    reading = prepare("a silly goose \u2400", policy=Policy(), bank=EMPTY_BANK, in_context=True)
    whole, fragments = split_texts(reading)
    scorer = FakeScorer()
    joined = join_scores(reading, scorer.score(whole), scorer.score(fragments))
    unread = {row for row, text in enumerate(reading.texts) if "\u2400" in text}
    assert 0 in unread
    assert joined.unjudged == dict.fromkeys(unread, "unreadable")
    assert place_in_context(reading, joined).unjudged == joined.unjudged

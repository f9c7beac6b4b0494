"""Every branch of both algorithms, by scores written down for each n-gram.

"You silly dog barks." has the content words silly, dog, barks and so the n-grams "silly dog", "silly dog
barks" and "dog barks". The soft limit is 0.35, the hard one 0.7 and the last one 0.9, unless a case says
otherwise; from 0.525 on, halfway, a whole reply is asked about.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest
from tests.judged import FLOOR, Written, judge_by

from sayso.core import Attribute, Cause, Outcome, Policy, Scores, Term, Tolerance
from sayso.core.errors import BadInput
from sayso.core.policy import Method
from sayso.deciding import EMPTY_BANK, WordBank, decide, prepare
from sayso.testing import FakeScorer
from sayso.testing.judging import judge

REPLY = "You silly dog barks."
SILLY, LONG, BARKS = "silly dog", "silly dog barks", "dog barks"
INSULT, THREAT, TOXICITY = Attribute.INSULT, Attribute.THREAT, Attribute.TOXICITY
POLICY = Policy(soft_limit=0.35, hard_limit=0.7, last_limit=0.9)
FIXED = replace(POLICY, method="fixed")
LENIENT = replace(POLICY, strict=False)
BOTH = replace(POLICY, attributes=(TOXICITY, INSULT))


@dataclass(frozen=True)
class Case:
    """What is said, how it scores, and what must come of it."""

    scores: Mapping[str, Written]
    outcome: Outcome
    cause: Cause
    score: float = FLOOR
    named: tuple[str, ...] = ()
    reply: str = REPLY
    policy: Policy = POLICY
    limits: Mapping[Attribute, float] = field(default_factory=dict[Attribute, float])
    permitted: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()


DYNAMIC = {
    "nothing reaches the limit": Case({SILLY: 0.2}, "shown", "under", 0.2),
    "just under the soft limit": Case({SILLY: 0.3499}, "shown", "under", 0.3499),
    "at the soft limit": Case({SILLY: 0.35}, "held", "between", 0.35, (SILLY, LONG)),
    "just under the hard limit": Case({BARKS: 0.6999}, "held", "between", 0.6999, (BARKS, SILLY)),
    "at the hard limit": Case({SILLY: 0.7}, "replaced", "over", 0.7),
    "over the hard limit": Case({LONG: 0.9, SILLY: 0.5}, "replaced", "over", 0.9),
    "the two worst are named": Case(
        {SILLY: 0.4, LONG: 0.3, BARKS: 0.5}, "held", "between", 0.5, (BARKS, SILLY)
    ),
    "the first comes first": Case({SILLY: 0.4, BARKS: 0.4}, "held", "between", 0.4, (SILLY, BARKS)),
    "said twice, named once": Case(
        {SILLY: 0.5, "dog silly": 0.4},
        "held",
        "between",
        0.5,
        (SILLY, "dog silly"),
        reply="Silly dog, silly dog".lower(),
    ),
    "one content word": Case({"silly": 0.5}, "held", "between", 0.5, ("silly",), reply="You are silly."),
    "one content word, over": Case({"silly": 0.7}, "replaced", "over", 0.7, reply="You are silly."),
    "no content word, under": Case({"You are it!": 0.2}, "shown", "under", 0.2, reply="You are it!"),
    "no content word, between": Case(
        {"You are it!": 0.4}, "held", "between", 0.4, ("You are it",), reply="You are it!"
    ),
    "no content word, over": Case({"You are it!": 0.7}, "replaced", "over", 0.7, reply="You are it!"),
    "what would be named is over": Case(
        {"You are it!": 0.4, "You are it": 0.7}, "held", "between", 0.4, reply="You are it!"
    ),
    "no word at all": Case({"?!": 0.4}, "held", "between", 0.4, reply="?!"),
    "nothing": Case({}, "shown", "under", 0.0, reply=""),
    "only space": Case({}, "shown", "under", 0.0, reply=" \n"),
    "an emoji is a word": Case({"🐕": 0.5}, "held", "between", 0.5, ("🐕",), reply="🐕"),
    "the whole at the hard limit": Case({REPLY: 0.7}, "replaced", "whole_over", 0.7),
    "the whole at the hard limit, held": Case({REPLY: 0.7, SILLY: 0.5}, "replaced", "whole_over", 0.7),
    "the whole just under": Case({REPLY: 0.6999}, "held", "whole_between", 0.6999, (SILLY,)),
    "the whole halfway": Case({REPLY: 0.525}, "held", "whole_between", 0.525, (SILLY,)),
    "the whole under halfway": Case({REPLY: 0.5249}, "shown", "under"),
    "the whole halfway to a limit of one's own": Case({REPLY: 0.6}, "shown", "under", limits={TOXICITY: 0.6}),
    "the whole, not strict": Case({REPLY: 0.7}, "shown", "under", policy=LENIENT),
    "n-grams, not strict": Case({LONG: 0.7}, "replaced", "over", 0.7, policy=LENIENT),
    "a lower limit of one's own": Case(
        {SILLY: 0.25}, "held", "between", 0.25, (SILLY, LONG), limits={TOXICITY: 0.25}
    ),
    "a higher limit of one's own": Case({SILLY: 0.5}, "shown", "under", 0.5, limits={TOXICITY: 0.6}),
    "a limit at the most": Case({SILLY: 0.6999}, "shown", "under", 0.6999, limits={TOXICITY: 0.7}),
    "no limit of one's own passes the most": Case(
        {SILLY: 0.7}, "replaced", "over", 0.7, limits={TOXICITY: 1.0}
    ),
    "a limit of nought": Case(
        {SILLY: 0.5, BARKS: 0.4}, "held", "between", 0.5, (SILLY, BARKS), limits={TOXICITY: 0.0}
    ),
    "an attribute nobody watches": Case({SILLY: {THREAT: 0.9}}, "shown", "under"),
    "the other attribute between": Case(
        {BARKS: {INSULT: 0.4}}, "held", "between", 0.4, (BARKS, SILLY), policy=BOTH
    ),
    "the other attribute over": Case({BARKS: {INSULT: 0.8}}, "replaced", "over", 0.8, policy=BOTH),
    "each attribute has its own limit": Case(
        # "silly dog" scores higher, but only "dog barks" reaches a limit.
        {SILLY: {TOXICITY: 0.5}, BARKS: {INSULT: 0.4}},
        "held",
        "between",
        0.4,
        (BARKS, SILLY),
        policy=BOTH,
        limits={TOXICITY: 0.6},
    ),
    "blocked": Case({}, "replaced", "blocked", 0.0, blocked=("dog silly",)),
    "blocked before over": Case({SILLY: 0.9}, "replaced", "blocked", 0.0, blocked=("barks",)),
    "permitted words leave": Case({SILLY: 0.5, LONG: 0.9}, "shown", "permitted", permitted=("silly dog",)),
    "what is left is scored": Case(
        {SILLY: 0.5, "barks": 0.4}, "held", "between", 0.4, ("barks",), permitted=("silly dog",)
    ),
    "what is left is over": Case({"barks": 0.7}, "replaced", "over", 0.7, permitted=("silly dog",)),
    "what is left closes up": Case(
        {"silly barks": 0.5}, "held", "between", 0.5, ("silly barks",), permitted=("dog",)
    ),
    "all words permitted": Case({LONG: 0.5}, "shown", "permitted", 0.0, permitted=("silly dog", "barks")),
    "only permitted words, between": Case({REPLY: 0.6999}, "shown", "permitted", permitted=("silly dog",)),
    "only permitted words, over": Case({REPLY: 0.7}, "held", "permitted_over", 0.7, permitted=("silly dog",)),
    "only permitted words, just under the last limit": Case(
        {REPLY: 0.8999}, "held", "permitted_over", 0.8999, permitted=("silly dog",)
    ),
    "only permitted words, at the last limit": Case(
        {REPLY: 0.9}, "replaced", "whole_over", 0.9, permitted=("silly dog",)
    ),
    "only permitted words, said at somebody": Case(
        {REPLY: {TOXICITY: 0.6, INSULT: 0.35}}, "held", "permitted_over", 0.6, permitted=("silly dog",)
    ),
    "an insult in a mild text is nothing to ask about": Case(
        {REPLY: {TOXICITY: 0.5, INSULT: 0.35}}, "shown", "permitted", permitted=("silly dog",)
    ),
    "not only permitted words, between": Case(
        {REPLY: 0.6, "You person person barks.": 0.525},
        "held",
        "whole_between",
        0.6,
        ("barks",),
        permitted=("silly dog",),
    ),
    "not only permitted words, over": Case(
        {REPLY: 0.8, "You person person barks.": 0.7},
        "replaced",
        "whole_over",
        0.8,
        permitted=("silly dog",),
    ),
    "the sentence of a permitted word over": Case(
        {"You silly dog.": 0.7},
        "held",
        "permitted_over",
        0.7,
        reply="You silly dog. It barks.",
        permitted=("silly",),
    ),
    "the sentence of a permitted word at the last limit": Case(
        {"You silly dog.": 0.9},
        "replaced",
        "whole_over",
        0.9,
        reply="You silly dog. It barks.",
        permitted=("silly",),
    ),
    "a sentence over although its permitted word is out": Case(
        {"You silly dog.": 0.8, "You person dog.": 0.7},
        "held",
        "whole_between",
        0.8,
        ("dog barks",),
        reply="You silly dog. It barks.",
        permitted=("silly",),
    ),
    "a sentence without a permitted word": Case(
        {"It barks.": 0.7}, "shown", "permitted", reply="You silly dog. It barks.", permitted=("silly",)
    ),
    "a sentence, not strict": Case(
        {"You silly dog.": 0.7},
        "shown",
        "permitted",
        reply="You silly dog. It barks.",
        permitted=("silly",),
        policy=LENIENT,
    ),
    "no content word, permitted": Case(
        {"You are it": 0.5}, "shown", "permitted", 0.0, reply="You are it", permitted=("you are it",)
    ),
    "no content word, partly permitted": Case(
        {"and so am I": 0.5},
        "held",
        "between",
        0.5,
        ("and so am I",),
        reply="You are it and so am I",
        permitted=("you are it",),
    ),
    "a permitted stop word says nothing": Case({}, "shown", "under", permitted=("you",)),
}

ONCE = {
    "under": Case({REPLY: 0.3499, SILLY: 0.9}, "shown", "under", 0.3499),
    "at the soft limit": Case({REPLY: 0.35}, "replaced", "over", 0.35),
    "over the hard limit": Case({REPLY: 0.9}, "replaced", "over", 0.9),
    "a higher limit of one's own makes no difference": Case(
        {REPLY: 0.5}, "replaced", "over", 0.5, limits={TOXICITY: 0.6}
    ),
    "a lower limit of one's own": Case({REPLY: 0.2}, "replaced", "over", 0.2, limits={TOXICITY: 0.2}),
    "permitted words make no difference": Case(
        {REPLY: 0.4}, "replaced", "over", 0.4, permitted=("silly dog",)
    ),
    "blocked words do": Case({}, "replaced", "blocked", 0.0, blocked=("silly",)),
    "nothing": Case({}, "shown", "under", 0.0, reply=""),
}


def check(case: Case, policy: Policy) -> None:
    terms = [Term(text, "permit") for text in case.permitted] + [Term(text, "block") for text in case.blocked]
    verdict = judge_by(case.reply, case.scores, policy=policy, limits=case.limits, bank=WordBank(terms))
    assert (verdict.outcome, verdict.cause, verdict.score) == (case.outcome, case.cause, case.score)
    assert tuple(ngram.text for ngram in verdict.named) == case.named
    assert tuple(term.text for term in verdict.blocked) == case.blocked
    assert (verdict.model, verdict.policy_version) == ("hand.v1", 0)


@pytest.mark.parametrize("name", DYNAMIC)
def test_algorithm_2(name: str) -> None:
    check(DYNAMIC[name], DYNAMIC[name].policy)


@pytest.mark.parametrize("name", ONCE)
def test_algorithm_1(name: str) -> None:
    check(ONCE[name], FIXED)


def test_everything_is_scored_in_one_batch_and_each_text_once() -> None:
    scorer = FakeScorer()
    judge("Good dog, good dog. It barks.", scorer=scorer, policy=Policy())
    reading = prepare("silly dog. silly dog", policy=Policy(), bank=EMPTY_BANK)
    assert reading.texts == (
        *("silly dog. silly dog", "silly dog", "silly dog silly", "dog silly", "dog silly dog"),
    )
    assert len(scorer.calls) == 1


def test_sentences_with_permitted_words_are_in_the_batch() -> None:
    bank = WordBank([Term("silly", "permit")])
    reading = prepare("A silly dog. It barks. So silly!", policy=Policy(), bank=bank)
    assert set(reading.texts) == {
        *("A silly dog. It barks. So silly!", "A silly dog.", "So silly!", "dog barks"),
        *("A person dog. It barks. So person!", "A person dog.", "So person!"),
    }
    assert [(reading.texts[unit.row], reading.texts[unit.neutral_row]) for unit in reading.units] == [
        ("A silly dog. It barks. So silly!", "A person dog. It barks. So person!"),
        ("A silly dog.", "A person dog."),
        ("So silly!", "So person!"),
    ]


def test_a_preview_quotes_what_stands_there() -> None:
    reply = "A silly\nand so old dog, it barks."
    named = judge_by(reply, {"silly old": 0.5}).named
    assert (named[0].text, named[0].passage) == ("silly old", "silly and so old")
    long = f"silly{' and' * 50} dog"  # 4 * 50 + 9 = 209 characters
    assert judge_by(long, {"silly dog": 0.5}).named[0].passage == "silly dog"
    whole = judge_by("Dogs bark. Very silly.", {"Dogs bark. Very silly.": 0.8}).named[0]
    assert (whole.text, whole.passage) == ("Dogs bark", "Dogs bark. Very silly.")


def test_an_answer_is_about_the_word_that_scores_highest_alone() -> None:
    scorer = FakeScorer({"silly": 0.5})
    decision = judge("The parade and the silly geese follow.", scorer=scorer, policy=Policy())
    assert [ngram.passage for ngram in decision.named] == [
        "parade and the silly",
        "parade and the silly geese",
    ]
    assert decision.words == ("silly", "parade", "geese")
    about_ngrams = replace(Policy(), answers_about="ngrams")
    assert judge("The silly geese.", scorer=scorer, policy=about_ngrams).words == ()


def test_a_word_is_offered_once_and_only_if_it_can_be_ruled_on() -> None:
    reply = f"Silly silly SILLY {'x' * 300} goose"
    words = judge(reply, scorer=FakeScorer({"silly": 0.5}), policy=Policy()).words
    assert words == ("Silly",)


def test_about_permitted_words_that_go_too_far_the_question_is_about_these() -> None:
    bank = WordBank([Term("silly", "permit")])
    scores = {"You silly goose.": 0.8}
    decision = judge_by("You silly goose.", scores, policy=POLICY, bank=bank)
    assert (decision.cause, decision.words, decision.named) == ("permitted_over", ("silly",), ())


def test_algorithm_1_scores_the_whole_alone() -> None:
    assert prepare(REPLY, policy=FIXED, bank=EMPTY_BANK).texts == (REPLY,)


def test_a_blocked_reply_needs_no_scores() -> None:
    scorer = FakeScorer()
    bank = WordBank([Term("silly", "block")])
    assert judge(REPLY, scorer=scorer, policy=Policy(), bank=bank).cause == "blocked"
    assert scorer.calls == []


def test_the_whole_is_recorded_and_the_three_highest_categories_of_the_worst() -> None:
    scores = {
        REPLY: 0.3,
        SILLY: {TOXICITY: 0.5, INSULT: 0.6, THREAT: 0.2, Attribute.PROFANITY: 0.4},
        BARKS: 0.4,
    }
    verdict = judge_by(REPLY, scores)
    assert verdict.whole[TOXICITY] == 0.3
    assert verdict.categories == ((INSULT, 0.6), (TOXICITY, 0.5), (Attribute.PROFANITY, 0.4))
    assert verdict.named[0].scores[THREAT] == 0.2
    assert REPLY[verdict.named[0].span.begin : verdict.named[0].span.end] == SILLY


def test_what_decided_is_among_the_categories() -> None:
    scores = {SILLY: {TOXICITY: 0.4, INSULT: 0.6, THREAT: 0.7, Attribute.PROFANITY: 0.5}}
    assert judge_by(REPLY, scores).categories == ((THREAT, 0.7), (INSULT, 0.6), (TOXICITY, 0.4))


def test_the_words_of_a_long_reply_without_content_are_cut() -> None:
    reply = "yourselves " * 20
    named = judge_by(reply, {reply: 0.5}).named
    assert [ngram.text for ngram in named] == [" ".join(["yourselves"] * 7)]  # 7 * 11 - 1 = 76


def test_a_very_long_word_is_named_by_its_beginning_and_can_be_permitted() -> None:
    word = "x" + "yz" * 200
    named = judge_by(word, {word: 0.5}).named[0].text
    assert named == word[:60]
    assert judge_by(word, {word: 0.5}, bank=WordBank([Term(named, "permit")])).cause == "permitted"


def score(columns: Mapping[Attribute, list[float]], *, shows_unjudged: bool = False) -> tuple[Outcome, Cause]:
    policy = Policy(shows_unjudged=shows_unjudged)
    reading = prepare("silly", policy=policy, bank=EMPTY_BANK)
    assert len(reading.texts) == 1
    verdict = decide(reading, Scores("hand.v1", columns), policy=policy, tolerance=Tolerance("r"))
    assert verdict.score == 0.0
    return verdict.outcome, verdict.cause


@pytest.mark.parametrize("column", [[], [math.nan], [math.inf], [-math.inf]])
def test_what_has_no_score_is_not_shown_unless_the_policy_says_so(column: list[float]) -> None:
    assert score({TOXICITY: column}) == ("replaced", "unjudged")
    assert score({TOXICITY: column}, shows_unjudged=True) == ("shown", "unjudged")


def test_no_scores_at_all_are_a_reply_unjudged() -> None:
    assert score({}) == ("replaced", "unjudged")


def test_one_missing_score_among_many_is_enough() -> None:
    reading = prepare(REPLY, policy=Policy(), bank=EMPTY_BANK)
    for row in range(len(reading.texts)):
        column = [0.1] * len(reading.texts)
        column[row] = math.nan
        scores = Scores("hand.v1", {TOXICITY: column})
        verdict = decide(reading, scores, policy=Policy(), tolerance=Tolerance("r"))
        assert verdict.cause == "unjudged"
        assert verdict.whole == ({TOXICITY: 0.1} if row else {})


def test_a_hole_in_an_attribute_nobody_watches_is_left_out() -> None:
    verdict = judge_by("silly", {"silly": {TOXICITY: 0.5, INSULT: math.nan, THREAT: 0.3}})
    assert verdict.categories[:2] == ((TOXICITY, 0.5), (THREAT, 0.3))
    assert INSULT not in verdict.whole


def test_an_attribute_the_model_lacks_is_refused_with_those_it_has() -> None:
    policy = Policy(community="den", attributes=(Attribute.SEXUALLY_EXPLICIT,))
    scorer = FakeScorer(attributes=frozenset({TOXICITY, INSULT}))
    message = (
        "The policy of 'den' watches SEXUALLY_EXPLICIT, which the model cannot score. "
        "It scores: INSULT, TOXICITY."
    )
    with pytest.raises(BadInput) as raised:
        judge("silly", scorer=scorer, policy=policy)
    assert raised.value.message == message
    reading = prepare("silly", policy=policy, bank=EMPTY_BANK)
    with pytest.raises(BadInput, match="cannot score"):
        decide(reading, scorer.score(reading.texts), policy=policy, tolerance=Tolerance("r"))


@pytest.mark.parametrize("reply", ["\ud800", "silly \udfff dog", "🏳️‍🌈 👩‍👩‍👧 é\u200d", "silly dog " * 5_000])
def test_any_text_can_be_judged(reply: str) -> None:
    bank = WordBank([Term("brown", "permit"), Term("cat", "block")])
    assert judge(reply, scorer=FakeScorer(), policy=Policy(), bank=bank).cause in {"under", "between"}


def test_no_text_shows_when_printed() -> None:
    reading = prepare(REPLY, policy=Policy(), bank=WordBank([Term("dog", "permit")]))
    assert "silly" not in repr(reading)


@pytest.mark.parametrize("method", ["dynamic", "fixed"])
@pytest.mark.parametrize(("shows", "outcome"), [(False, "replaced"), (True, "shown")])
def test_a_reply_that_the_model_could_not_read_is_unjudged(method: Method, shows: bool, outcome: str) -> None:
    policy = Policy(shows_unjudged=shows, method=method)
    decision = judge("The garden \u2400 is green.", scorer=FakeScorer(), policy=policy)
    assert (decision.outcome, decision.cause) == (outcome, "unjudged")


def test_a_guarded_sentence_that_the_model_could_not_read_is_unjudged() -> None:
    class HalfReading(FakeScorer):
        """Cannot read the sentence by itself, and can read the whole."""

        def score(self, texts: Sequence[str]) -> Scores:
            return replace(super().score(texts), unjudged={texts.index("A silly goose."): "language"})

    bank = WordBank([Term("silly", "permit")])
    decision = judge("It is green. A silly goose.", scorer=HalfReading(), policy=Policy(), bank=bank)
    assert (decision.outcome, decision.cause, decision.reason) == ("replaced", "unjudged", "language")


def test_words_over_the_limit_count_though_the_rest_could_not_be_read() -> None:
    policy = Policy(shows_unjudged=True)
    assert judge("idiot \u2400", scorer=FakeScorer(), policy=policy).cause == "over"
    assert judge("silly \u2400", scorer=FakeScorer(), policy=policy).outcome == "held"
    assert judge("silly \u2400", scorer=FakeScorer(), policy=Policy()).cause == "unjudged"

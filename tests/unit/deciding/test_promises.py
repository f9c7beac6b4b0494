"""What holds for every reply, every bank and every model."""

import random

from hypothesis import given
from hypothesis import strategies as st
from tests.judged import DrawnScorer

from sayso.core import Attribute, Decision, Policy, Ruling, Span, Term, Tolerance
from sayso.core.errors import BadInput
from sayso.deciding import EMPTY_BANK, WordBank, normalise_term
from sayso.testing import FakeScorer
from sayso.testing.judging import judge
from sayso.text import Word, content_words, make_ngrams, split_sentences, split_words

WATCHED = (Attribute.TOXICITY, Attribute.INSULT)
POLICY = Policy(attributes=WATCHED, hard_limit=0.7, last_limit=0.85)

CONTENT = [
    "silly",
    "dogs",
    "barks",
    "rubbish",
    "damned",
    "gay",
    "gender-fluid",
    "idiot",
    "not",
    "number",
    "🐕",
]
STOP = ["you", "the", "are", "is", "of", "it's"]
words = st.sampled_from(CONTENT + STOP)
written = st.lists(
    st.tuples(words, st.sampled_from([" ", ", ", ". ", " - ", "\n", " **", "! "])), max_size=12
).map(lambda pairs: "".join(word + gap for word, gap in pairs))
replies = written | st.text(max_size=40) | st.tuples(written, st.text(max_size=8)).map("".join)
rulings: st.SearchStrategy[Ruling] = st.sampled_from(["permit", "block", "ask"])


def is_term(text: str) -> bool:
    try:
        return bool(normalise_term(text))
    except BadInput:
        return False


texts = st.lists(st.sampled_from(CONTENT), min_size=1, max_size=3).map(" ".join) | st.text(max_size=9).filter(
    is_term
)
terms = st.builds(Term, texts, rulings, st.sampled_from([None, "c"]))
permits = st.lists(st.builds(Term, texts, st.just("permit")), max_size=4)
banks = st.lists(terms, max_size=5).map(lambda chosen: WordBank(chosen, conversation="c"))
limits = st.dictionaries(st.sampled_from(WATCHED), st.floats(0, 1), max_size=2)
scorers = st.integers(0, 10_000).map(DrawnScorer)


def decide(reply: str, scorer: DrawnScorer, bank: WordBank = EMPTY_BANK, **limits: float) -> Decision:
    tolerance = Tolerance("r", {Attribute(name): limit for name, limit in limits.items()})
    return judge(reply, scorer=scorer, policy=POLICY, tolerance=tolerance, bank=bank)


def find_peak(scorer: DrawnScorer, text: str) -> float:
    return max(scorer.draw(attribute, text) for attribute in WATCHED)


def neutralise(reply: str, span: Span, permitted: list[Word]) -> str:
    """The part of a reply with "person" in place of each permitted word, from the last to the first."""
    text = reply[span.begin : span.end]
    for word in reversed([word for word in permitted if span.overlaps(word.span)]):
        begin, end = word.span.begin - span.begin, word.span.end - span.begin
        text = f"{text[:begin]}person{text[end:]}"
    return text


@given(replies, scorers, banks, limits)
def test_nothing_over_a_limit_is_ever_shown_but_for_permitted_words_up_to_the_last(
    reply: str, scorer: DrawnScorer, bank: WordBank, limits: dict[Attribute, float]
) -> None:
    verdict = decide(reply, scorer, bank, **{str(name): limit for name, limit in limits.items()})
    if verdict.outcome == "replaced" or not reply.strip():
        return
    found = split_words(reply)
    indices = bank.search(reply, words=found).permitted
    left = [word for index, word in enumerate(found) if index not in indices]
    permitted = [word for index, word in enumerate(found) if index in indices]
    permitted = content_words(permitted) if content_words(found) else permitted
    held_to = [one for one in split_sentences(reply) if any(one.overlaps(word.span) for word in permitted)]
    ngrams = [ngram.text for ngram in make_ngrams(content_words(left))]
    neutral = neutralise(reply, Span(0, len(reply)), permitted)
    sentences = [reply[one.begin : one.end] for one in held_to]
    assert all(find_peak(scorer, text) < POLICY.hard_limit for text in [neutral, *ngrams])
    assert all(find_peak(scorer, text) < POLICY.last_limit for text in [reply, *sentences])
    assert all(find_peak(scorer, ngram.text) < POLICY.hard_limit for ngram in verdict.named)
    if verdict.outcome == "shown":
        own = {each: min(limits.get(each, POLICY.soft_limit), POLICY.hard_limit) for each in WATCHED}
        halfway = {each: (limit + POLICY.hard_limit) / 2 for each, limit in own.items()}
        calm = [neutral, *(neutralise(reply, one, permitted) for one in held_to)]
        for attribute in WATCHED:
            assert all(scorer.draw(attribute, text) < own[attribute] for text in ngrams)
            for text, bare in zip([reply, *sentences], calm, strict=True):
                if scorer.draw(attribute, text) < halfway[attribute]:
                    continue
                # Heavy as it stands: then only by permitted words, under the hard limit, and no insult.
                assert bare != text
                assert all(scorer.draw(each, bare) < halfway[each] for each in WATCHED)
                assert find_peak(scorer, text) < POLICY.hard_limit
                assert scorer.draw(Attribute.INSULT, text) < POLICY.soft_limit


harmless = st.lists(st.sampled_from(["dogs", "barks", "number", "you", "the"]), max_size=6)


@given(harmless, st.sampled_from(["idiot", "rubbish"]), harmless, st.floats(0.35, 1))
def test_a_permitted_word_never_carries_another_insult_through(
    before: list[str], insult: str, after: list[str], score: float
) -> None:
    """The permitted word scores as high as the insult does, or higher."""
    reply = " ".join([*before, insult, "silly", *after])
    scorer = FakeScorer({insult: score, "silly": 1.0})
    bank = WordBank([Term("silly", "permit")])
    verdict = judge(reply, scorer=scorer, ngrams=scorer, policy=Policy(), bank=bank)
    assert verdict.outcome != "shown"


@given(harmless, harmless, st.floats(0, 1), permits)
def test_a_permission_never_hides_more(
    before: list[str], after: list[str], score: float, chosen: list[Term]
) -> None:
    """By a model for which a text is as bad as its worst word."""
    reply = " ".join([*before, "silly", *after])
    scorer = FakeScorer({"silly": score})
    openness = ["replaced", "held", "shown"]
    plain, permitted = (
        judge(reply, scorer=scorer, ngrams=scorer, policy=POLICY, bank=bank)
        for bank in (EMPTY_BANK, WordBank(chosen))
    )
    assert openness.index(permitted.outcome) >= openness.index(plain.outcome)


DISGUISED = {
    "silly": [
        "SILLY",
        "sillier",
        "s1lly",
        "siiiilly",
        "s*lly",
        "s i l l y",
        "sílly",
        "s\u200billy",
        "**silly**",
    ],
    "dog": ["dogs", "d0g", "dooooog", "d*g", "d.o.g", "ԁоɡ", "dog's"],
    "damn": ["damned", "damning", "d4mn", "daaamn", "d*mn", "d-a-m-n", "ＤＡＭＮ", "da*mn*ed"],
    "rubbish": ["Rubbish", "rubb1sh", "rubbiiish", "r*bb*sh", "r u b b i s h"],
}


@given(
    st.lists(st.sampled_from(sorted(DISGUISED)), min_size=1, max_size=3, unique=True),
    st.randoms(),
    scorers,
    st.data(),
)
def test_a_blocked_term_is_never_shown(
    wanted: list[str], chance: random.Random, scorer: DrawnScorer, data: st.DataObject
) -> None:
    bank = WordBank([Term(" ".join(wanted), "block"), *data.draw(permits)])
    hidden = [chance.choice([word, *DISGUISED[word]]) for word in chance.sample(wanted, len(wanted))]
    gaps = [chance.choice([" ", ", ", " of the ", "\n", " -- "]) for _ in hidden]
    middle = "".join(gap + word for gap, word in zip(gaps, hidden, strict=True))
    before, after = data.draw(written), data.draw(written)
    if any(term.ruling == "block" for term in bank.terms):  # else it was permitted afterwards, which counts
        assert decide(f"{before} is{middle} , {after}", scorer, bank).cause == "blocked"


@given(replies, scorers, permits)
def test_what_was_permitted_is_never_asked_about_again(
    reply: str, scorer: DrawnScorer, chosen: list[Term]
) -> None:
    bank = WordBank(chosen)
    verdict = decide(reply, scorer, bank)
    asked = 0
    while verdict.outcome == "held" and verdict.named:
        chosen = [*chosen, *(Term(ngram.text, "permit") for ngram in verdict.named)]
        before, verdict = verdict, decide(reply, scorer, bank := WordBank(chosen))
        for ngram in verdict.named:
            assert not bank.search(ngram.text, words=split_words(ngram.text)).permitted
            assert ngram.text not in {earlier.text for earlier in before.named}
        asked += 1
        assert asked <= len(split_words(reply))


@given(replies, scorers)
def test_what_was_blocked_is_never_asked_about_again(reply: str, scorer: DrawnScorer) -> None:
    verdict = decide(reply, scorer)
    if verdict.outcome == "held" and verdict.named:
        bank = WordBank([Term(ngram.text, "block") for ngram in verdict.named])
        assert decide(reply, scorer, bank).cause == "blocked"


@given(replies, scorers, st.lists(terms, max_size=4), terms)
def test_a_ruling_can_be_taken_back(reply: str, scorer: DrawnScorer, chosen: list[Term], ruled: Term) -> None:
    others = [term for term in chosen if normalise_term(term.text) != normalise_term(ruled.text)]
    before = decide(reply, scorer, WordBank(others, conversation="c"))
    ruled_on = WordBank([*others, ruled], conversation="c")
    asking = WordBank([*others, ruled, Term(ruled.text, "ask", "c")], conversation="c")
    assert decide(reply, scorer, asking) == before
    rest = [term for term in ruled_on.terms if term != ruled]
    assert decide(reply, scorer, WordBank(rest, conversation="c")) == before


@given(replies, scorers, banks, st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted))
def test_a_higher_limit_never_hides_more(
    reply: str, scorer: DrawnScorer, bank: WordBank, both: list[float]
) -> None:
    openness = ["replaced", "held", "shown"]
    low, high = (decide(reply, scorer, bank, TOXICITY=limit, INSULT=limit) for limit in both)
    assert openness.index(low.outcome) <= openness.index(high.outcome)
    assert (low.outcome == "replaced") == (high.outcome == "replaced")


MARKS = [
    "\u202e",
    "\u202c",
    "\u2067",
    "\u2065",
    "\u200b",
    "\u0301",
    "-",
    "'",
    "*",
    "@",
    "#",
    "%20",
    "_",
    "1",
    "~~",
]
MARKUP = [
    "&#105;",
    "&shy;",
    "&",
    "<b>",
    "</b>",
    "<!-- ",
    "](",
    "[",
    "**",
    "`",
    "\n",
    "  ",
    "ﷺ",
    "İ",
    "ß",
    "\ud800",
    "é",
]
hostile = st.lists(st.sampled_from([*MARKS, *MARKUP, *CONTENT, "a", "i d i o t"]) | st.text(max_size=4)).map(
    "".join
)


@given(hostile, banks)
def test_no_text_makes_the_search_for_words_fail(text: str, bank: WordBank) -> None:
    words = split_words(text)
    findings = bank.search(text, words=words)
    assert all(0 <= index < len(words) for index in findings.permitted)
    assert set(findings.blocked) <= set(bank.terms)

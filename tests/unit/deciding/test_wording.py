from dataclasses import replace

import pytest
from tests.judged import judge_by

from sayso.core import Attribute, Decision, Outcome, Policy, Term, Tolerance, UnjudgedReason
from sayso.deciding import WordBank, explain

TOXICITY, INSULT, THREAT = Attribute.TOXICITY, Attribute.INSULT, Attribute.THREAT
REPLY = "You silly dog barks."
POLICY = Policy(hard_limit=0.7)
BOTH = replace(POLICY, attributes=(TOXICITY, INSULT))
FIXED = replace(POLICY, method="fixed")
ANOTHER = "You can ask for another reply, or ask in other words."


def tell(
    scores: dict[str, float],
    *,
    policy: Policy | None = None,
    limit: float | None = None,
    terms: tuple[Term, ...] = (),
    reply: str = REPLY,
) -> str:
    policy = policy or POLICY
    limits = {} if limit is None else {TOXICITY: limit}
    verdict = judge_by(reply, scores, policy=policy, limits=limits, bank=WordBank(terms))
    return explain(verdict, policy, Tolerance("r", limits))


def test_a_held_reply() -> None:
    assert tell({"silly dog": 0.52, "dog barks": 0.4}) == (
        "This reply is held back: the model takes “silly dog” as hurtful (0.52; the limit is 0.35, "
        "the most allowed here is 0.70), then “dog barks”. You can look at it, or leave it."
    )


def test_a_reply_held_for_a_sentence_without_a_bad_word() -> None:
    assert tell({REPLY: 0.6}) == (
        "This reply is held back: the model takes a sentence of it as hurtful (0.60; the limit is 0.35, "
        "the most allowed here is 0.70). You can look at it, or leave it."
    )


def test_a_reply_held_for_what_is_said_with_permitted_words() -> None:
    assert tell({REPLY: 0.8}, terms=(Term("silly", "permit"),)) == (
        "This reply is held back: the model takes a sentence with words that you permitted as hurtful "
        "(0.80; the limit is 0.35, the most allowed here is 0.70). You can look at it, or leave it."
    )


def test_a_reply_held_by_a_limit_of_ones_own() -> None:
    assert tell({"silly": 0.52}, limit=0.2, reply="so silly") == (
        "This reply is held back: the model takes “silly” as hurtful (0.52; your limit is 0.20, "
        "the most allowed here is 0.70). You can look at it, or leave it."
    )


def test_a_reply_held_without_words() -> None:
    assert tell({"?!": 0.52}, reply="?!").startswith("This reply is held back: the model takes it as hurtful")


def test_the_attribute_that_decided_is_named() -> None:
    verdict = judge_by(
        REPLY, {"silly dog": {TOXICITY: 0.5, INSULT: 0.45}}, policy=BOTH, limits={TOXICITY: 0.6}
    )
    assert "as insulting (0.45; the limit is 0.35," in explain(verdict, BOTH, Tolerance("r", {TOXICITY: 0.6}))


@pytest.mark.parametrize(
    ("scores", "terms", "reason"),
    [
        (
            {"silly dog": 0.82},
            (),
            "the model takes words in it as hurtful (0.82; what is shown here stays under 0.70)",
        ),
        (
            {REPLY: 0.75},
            (),
            "the model takes it as a whole as hurtful (0.75; what is shown here stays under 0.70)",
        ),
        (
            {"Silly dog.": 0.98},
            (Term("silly", "permit"),),
            "the model takes a sentence of it as hurtful (0.98; what is shown here stays under 0.70)",
        ),
        (
            {},
            (Term("silly", "block", source="community"),),
            "it contains words that are blocked in your community",
        ),
        (
            {},
            (Term("silly", "block"),),
            "it contains words that it was to do without",
        ),
    ],
)
def test_a_replaced_reply(scores: dict[str, float], terms: tuple[Term, ...], reason: str) -> None:
    reply = "Silly dog. It barks." if "Silly dog." in scores else REPLY
    assert tell(scores, terms=terms, reply=reply) == f"This reply is not shown: {reason}. {ANOTHER}"


def test_a_reply_with_blocked_words_does_not_repeat_them() -> None:
    said = tell({}, terms=(Term("silly", "block", id="t1"),))
    assert said == (
        "This reply is not shown: it contains words that you blocked. "
        "You can ask for another reply, or change what you said about them in your word bank."
    )


def test_a_reply_replaced_by_the_fixed_limit() -> None:
    assert tell({REPLY: 0.4}, policy=FIXED) == (
        f"This reply is not shown: the model takes it as hurtful (0.40; the limit is 0.35). {ANOTHER}"
    )


@pytest.mark.parametrize(
    ("limit", "terms", "said"),
    [
        (None, (), "This reply is shown: nothing in it reaches the limit of 0.35."),
        (0.6, (), "This reply is shown: nothing in it reaches your limit of 0.60."),
        (
            None,
            (Term("silly", "permit"),),
            "This reply is shown: without the words that you permitted, "
            "nothing in it reaches the limit of 0.35.",
        ),
    ],
)
def test_a_shown_reply(limit: float | None, terms: tuple[Term, ...], said: str) -> None:
    assert tell({}, limit=limit, terms=terms) == said


def test_several_limits_are_given_as_a_range() -> None:
    verdict = judge_by(REPLY, {}, policy=BOTH, limits={TOXICITY: 0.6})
    said = explain(verdict, BOTH, Tolerance("r", {TOXICITY: 0.6}))
    assert said == "This reply is shown: nothing in it reaches your limits (0.35 to 0.60)."


@pytest.mark.parametrize(
    ("outcome", "reason", "said"),
    [
        ("shown", None, "This reply is shown although it could not be judged, as the rules here allow."),
        (
            "replaced",
            None,
            "This reply is not shown: it could not be judged. "
            "You can ask for another reply, or ask in other words.",
        ),
        (
            "replaced",
            "unavailable",
            "This reply is not shown: it could not be judged just now. You can ask again in a moment.",
        ),
        (
            "replaced",
            "language",
            "This reply is not shown: it is in a language that the model here does not know, so it could not "
            "be judged. You can ask for a reply in another language.",
        ),
        (
            "replaced",
            "unreadable",
            "This reply is not shown: the model here does not know most of its characters, so it could not "
            "be judged. You can ask for it in plain letters.",
        ),
        (
            "replaced",
            "disputed",
            "This reply is not shown: two models contradict each other about it, so it could not be judged. "
            "You can ask for it in plain words.",
        ),
        (
            "replaced",
            "too_long",
            "This reply is not shown: it is too long to be judged. You can ask for a shorter one.",
        ),
    ],
)
def test_an_unjudged_reply_says_why(outcome: Outcome, reason: UnjudgedReason | None, said: str) -> None:
    verdict = Decision(outcome, "unjudged", 0.0, {}, "m.v1", 0, reason=reason)
    assert explain(verdict, Policy()) == said


def test_a_score_just_under_a_limit_does_not_look_like_one_at_it() -> None:
    assert "(0.69; the limit is 0.35, the most allowed here is 0.70)" in tell({"silly dog": 0.6999})


def test_every_attribute_has_words() -> None:
    for attribute in Attribute:
        policy = Policy(attributes=(attribute,))
        verdict = judge_by(REPLY, {"silly dog": {attribute: 0.5}}, policy=policy)
        assert attribute.value not in explain(verdict, policy)

import asyncio
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from sayso.core import Attribute, Decision, Policy, Ruling, Scores, Term
from sayso.core.errors import BadInput, RemoteBroken, RemoteTimeout
from sayso.core.sizes import MAX_LENGTH
from sayso.deciding.word_bank import Findings, WordBank
from sayso.reader.guard import judging
from sayso.reader.guard.judging import ReaderContext, ReplyJudge
from sayso.scoring.gathering import BatchingScorer
from sayso.storage import Store
from sayso.testing import FakeScorer
from sayso.text import Word

pytestmark = pytest.mark.anyio
CONTEXT = ReaderContext("default", Policy(version=3))


class FailingScorer(FakeScorer):
    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def score(self, texts: Sequence[str]) -> Scores:
        raise self.error


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'sayso.db'}") as store:
        yield store


@pytest.mark.parametrize(
    ("reply", "outcome", "cause"),
    [
        ("The garden looks lovely.", "shown", "under"),
        ("You silly goose.", "held", "between"),
        ("You idiot.", "replaced", "over"),
        ("", "shown", "under"),
        ("\ud83d garden", "shown", "under"),
    ],
)
async def test_a_reply_is_judged_by_the_rules(store: Store, reply: str, outcome: str, cause: str) -> None:
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    decision = await guard.judge(reply, context=CONTEXT)
    assert (decision.outcome, decision.cause, decision.model) == (outcome, cause, "fake.v1")
    assert decision.policy_version == 3


@pytest.mark.parametrize("error", [RemoteTimeout("too slow"), KeyError("what was said")])
@pytest.mark.parametrize(("shows", "outcome"), [(False, "replaced"), (True, "shown")])
async def test_what_cannot_be_judged_is_shown_only_if_the_policy_says_so(
    store: Store, error: Exception, shows: bool, outcome: str
) -> None:
    guard = ReplyJudge(store, BatchingScorer(FailingScorer(error)))
    context = replace(CONTEXT, policy=Policy(shows_unjudged=shows))
    decision = await guard.judge("The garden.", context=context)
    assert (decision.outcome, decision.cause, decision.model) == (outcome, "unjudged", "fake.v1")


async def test_a_reply_that_is_too_long_cannot_be_judged(store: Store) -> None:
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    assert (await guard.judge("a" * MAX_LENGTH, context=CONTEXT)).cause == "under"
    assert (await guard.judge("a" * (MAX_LENGTH + 1), context=CONTEXT)).cause == "unjudged"


async def test_an_attribute_nobody_can_score_leaves_a_reply_unjudged(store: Store) -> None:
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    context = replace(CONTEXT, policy=Policy(attributes=(Attribute.SEXUALLY_EXPLICIT,)))
    assert (await guard.judge("The garden.", context=context)).cause == "unjudged"


async def test_without_a_reader_the_policy_of_the_keys_community_holds(store: Store) -> None:
    store.policies.set(Policy(community="forum", soft_limit=0.5))
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    context = await guard.load_context("forum")
    assert (context.policy.soft_limit, context.policy.version, context.reader_id) == (0.5, 1, "")
    assert (await guard.judge("You silly goose.", context=context)).outcome == "shown"
    assert (await guard.load_context("default", "no such reader")).reader_id == ""


async def test_a_readers_limits_and_words_count_at_once(store: Store) -> None:
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    reader = store.readers.find_or_create("default", "ann")

    async def judge(reply: str, conversation: str = "c1") -> str:
        context = await guard.load_context("default", reader.id, conversation)
        assert context.reader_id == reader.id
        return (await guard.judge(reply, context=context)).cause

    assert await judge("You silly goose.") == "between"
    store.readers.set_limits(reader.id, {Attribute.TOXICITY: 0.6})
    assert await judge("You silly goose.") == "under"
    store.terms.rule(reader.id, [Term("goose", "block", conversation="c1")])
    assert await judge("You silly goose.") == "blocked"
    assert await judge("You silly goose.", "c2") == "under"
    store.terms.rule(reader.id, [Term("goose", "permit", conversation="c1")])
    assert await judge("A goose.") != "blocked"


async def test_the_same_words_have_the_same_bank(store: Store) -> None:
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    reader = store.readers.find_or_create("default", "ann")
    store.terms.rule(reader.id, [Term("goose", "block")])
    first = await guard.load_context("default", reader.id, "c1")
    assert (await guard.load_context("default", reader.id, "c1")).bank is first.bank
    assert (await guard.load_context("default", reader.id, "c2")).bank is first.bank
    store.terms.rule(reader.id, [Term("duck", "block")])
    assert (await guard.load_context("default", reader.id, "c1")).bank is not first.bank


class NotingBank(WordBank):
    """Notes whether it was asked on the event loop."""

    def __init__(self, terms: Sequence[Term]) -> None:
        super().__init__(terms)
        self.on_loop: list[bool] = []

    def search(self, text: str, *, words: Sequence[Word]) -> Findings:
        self.on_loop.append(has_loop())
        return super().search(text, words=words)


def has_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


async def test_a_large_bank_is_searched_off_the_event_loop(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    bank = NotingBank([Term("goose", "block"), Term("duck", "block")])
    await guard.judge("A garden.", context=replace(CONTEXT, bank=bank))
    monkeypatch.setattr(judging, "LARGE_BANK", 1)
    await guard.judge("A garden.", context=replace(CONTEXT, bank=bank))
    assert bank.on_loop == [True, False]


async def test_many_short_texts_are_prepared_off_the_event_loop(store: Store) -> None:
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    bank = NotingBank([Term("goose", "block")])
    context = replace(CONTEXT, bank=bank)
    texts = [f"Garden number {at} and a goose." for at in range(100)]
    assert [decision.cause for decision in await guard.judge_all(texts[:2], context=context)] == [
        "blocked"
    ] * 2
    assert bank.on_loop == [True, True]
    assert len(await guard.judge_all(texts, context=context)) == 100
    assert not any(bank.on_loop[2:])


BLOCKING = replace(
    CONTEXT, policy=Policy(shows_unjudged=True), bank=WordBank([Term("purple elephant", "block")])
)


@pytest.mark.parametrize(
    ("reply", "outcome", "cause"),
    [
        ("A purple elephant.", "replaced", "blocked"),
        ("A garden.", "shown", "unjudged"),
        ("a" * (MAX_LENGTH + 1), "replaced", "unjudged"),
    ],
)
async def test_blocked_words_are_not_shown_even_where_the_unjudged_is(
    store: Store, reply: str, outcome: str, cause: str
) -> None:
    unknown = replace(BLOCKING.policy, attributes=(Attribute.SEXUALLY_EXPLICIT,))
    for guard, context in (
        (ReplyJudge(store, BatchingScorer(FakeScorer())), replace(BLOCKING, policy=unknown)),
        (ReplyJudge(store, BatchingScorer(FailingScorer(KeyError()))), BLOCKING),
    ):
        decision = await guard.judge(reply, context=context)
        assert (decision.outcome, decision.cause) == (outcome, cause)


async def test_where_nothing_is_blocked_a_reply_too_long_to_judge_may_be_shown(store: Store) -> None:
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    context = replace(BLOCKING, bank=WordBank([Term("goose", "permit")]))
    assert (await guard.judge("a" * (MAX_LENGTH + 1), context=context)).outcome == "shown"


async def test_a_reply_can_do_without_words(store: Store) -> None:
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    assert CONTEXT.without([]) is CONTEXT
    decision = await guard.judge("A garden of geese.", context=CONTEXT.without(["garden"]))
    assert (decision.outcome, decision.cause) == ("replaced", "blocked")


async def test_a_prompt_has_its_highest_watched_score(store: Store) -> None:
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    assert await guard.score_whole("you silly thing", policy=CONTEXT.policy) == 0.4


async def test_a_prompt_that_the_model_cannot_score_has_no_score(store: Store) -> None:
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    policy = Policy(attributes=(Attribute.TOXICITY, Attribute.SEXUALLY_EXPLICIT))
    with pytest.raises(BadInput, match="SEXUALLY_EXPLICIT"):
        await guard.score_whole("you silly thing", policy=policy)
    broken = ReplyJudge(store, BatchingScorer(FakeScorer({"silly": math.nan})))
    with pytest.raises(RemoteBroken):
        await broken.score_whole("you silly thing", policy=CONTEXT.policy)


async def test_a_prompt_that_the_model_could_not_read_is_refused_unless_the_policy_shows_it(
    store: Store,
) -> None:
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    with pytest.raises(BadInput, match="does not know most of the characters"):
        await guard.refuse_prompt("\u2400", policy=Policy(judges_prompts=True))
    shown = Policy(judges_prompts=True, shows_unjudged=True)
    assert await guard.refuse_prompt("\u2400", policy=shown) is None


@pytest.mark.parametrize("rulings", [["permit"], ["block"], []])
async def test_a_failure_of_our_own_search_never_shows_a_reply(
    store: Store, rulings: list[Ruling], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_more: object) -> Findings:
        raise ValueError("a span needs 0 <= begin <= end")

    monkeypatch.setattr(WordBank, "search", fail)
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    bank = WordBank([Term("tea", ruling) for ruling in rulings])
    context = replace(CONTEXT, policy=Policy(shows_unjudged=True), bank=bank)
    decision = await guard.judge("The garden.", context=context)
    assert (decision.outcome, decision.cause) == ("replaced", "unjudged")


async def test_a_failure_of_our_own_rules_never_shows_a_reply(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_more: object) -> Decision:
        raise ValueError

    monkeypatch.setattr(judging, "decide", fail)
    guard = ReplyJudge(store, BatchingScorer(FakeScorer()))
    context = replace(CONTEXT, policy=Policy(shows_unjudged=True))
    assert (await guard.judge("The garden.", context=context)).outcome == "replaced"

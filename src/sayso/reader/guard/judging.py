"""Judges a text for whoever will read it: the community's policy, the reader's limits and words."""

import asyncio
import math
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from threading import Lock

import structlog

from sayso.core import Decision, Outcome, Policy, Scores, Term, Tolerance, UnjudgedReason
from sayso.core.errors import BadInput, RemoteBroken, SaysoError, TextTooLong
from sayso.core.scores import HINTS, UNJUDGED
from sayso.core.sizes import check_lengths
from sayso.core.traces import describe_error
from sayso.deciding.held_replies import HELD_FOR
from sayso.deciding.replies import (
    Reading,
    check_attributes,
    decide,
    join_scores,
    prepare,
    put_first,
    split_texts,
)
from sayso.deciding.word_bank import EMPTY_BANK, WordBank
from sayso.scoring.gathering import BatchingScorer
from sayso.storage import Store

LONG_TEXT = 2000
"""From so many characters on, a text is prepared off the event loop."""

LARGE_BANK = 500
"""From so many terms on, any text is."""

BANKS_KEPT = 256
TERMS_KEPT = 50_000
"""In all banks together; a bank of two-word terms takes about 6.5 kB for each."""

NOBODY = Tolerance("")
_NAME_PARTS = re.compile(r"[\W_]+")
NO_NUMBER = "Try it alone with: sayso score TEXT"
_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")


@dataclass(frozen=True, slots=True)
class ReaderContext:
    """Under what a reply is judged. Without a reader, by the policy alone."""

    community: str
    policy: Policy
    tolerance: Tolerance = NOBODY
    bank: WordBank = EMPTY_BANK
    reader_id: str = ""
    conversation: str = ""
    terms: tuple[Term, ...] = field(default=(), repr=False)

    def without(self, words: Sequence[str]) -> "ReaderContext":
        """The same with these words blocked. Compiles the bank anew, which takes a while if it is large."""
        if not words:
            return self
        blocked = (Term(word, "block", conversation=self.conversation or None) for word in words)
        terms = (*self.terms, *blocked)
        return replace(self, terms=terms, bank=WordBank(terms, conversation=self.conversation or None))


class ReplyJudge:
    """One per worker, used from one event loop. Held replies are kept `held_for`, as long as their links."""

    def __init__(
        self,
        store: Store,
        scoring: BatchingScorer,
        *,
        ngrams: BatchingScorer | None = None,
        held_for: timedelta = HELD_FOR,
    ) -> None:
        """`ngrams` scores those, if they have a scorer of their own."""
        self.held_for = held_for
        self._store = store
        self._scoring = scoring
        self._ngrams = ngrams
        self._banks = BankCache()

    async def load_context(
        self, community: str, reader_id: str = "", conversation: str = ""
    ) -> ReaderContext:
        """What holds now for this reader in this conversation; loaded anew, since all of it may change."""
        return await asyncio.to_thread(self._load, community, reader_id, conversation)

    async def judge(self, reply: str, *, context: ReaderContext) -> Decision:
        """What becomes of the reply. Where it cannot be judged, the policy says what then."""
        return await self._judge(reply, context, size=len(reply))

    async def judge_all(self, texts: Sequence[str], *, context: ReaderContext) -> list[Decision]:
        """Each for itself. Many short texts hold up the event loop as one long text would."""
        size = sum(map(len, texts))
        return await asyncio.gather(*(self._judge(text, context, size=size) for text in texts))

    async def _judge(self, reply: str, context: ReaderContext, *, size: int) -> Decision:
        is_searched, is_ours = False, True
        reason: UnjudgedReason = "unavailable"
        try:
            check_lengths([reply])
            reading = await self._prepare(reply, context, size=size)
            is_searched, is_ours = True, False
            if not reading.blocked:
                check_attributes(context.policy, self._scoring.attributes)
            scores = await self._score(reading, context.policy)
            is_ours = True
            decision = decide(reading, scores, policy=context.policy, tolerance=context.tolerance)
            is_ours = False
            return await self._weigh_words(decision, context.policy)
        except TextTooLong:
            reason = "too_long"
        except SaysoError as error:
            _log.warning("reply not judged", code=error.slug)
        except Exception as error:  # noqa: BLE001  # whatever a scorer raises: what is not judged is not shown
            _log.error("reply not judged", **describe_error(error))
            if is_ours:  # a failure of our own reading or rules is nothing that a policy may show
                return self._leave_unjudged(context, "replaced", reason)
        return self.give_up(context, reason, is_searched=is_searched)

    def give_up(
        self, context: ReaderContext, reason: UnjudgedReason, *, is_searched: bool = False
    ) -> Decision:
        """The decision on what could not be judged; `is_searched`: it holds no blocked terms.

        A policy that shows the unjudged does not show words that a reader blocks.
        """
        policy = context.policy
        may_hold = not is_searched and any(term.ruling == "block" for term in context.bank.terms)
        outcome: Outcome = "replaced" if may_hold or not policy.shows_unjudged else "shown"
        return self._leave_unjudged(context, outcome, reason)

    def _leave_unjudged(self, context: ReaderContext, outcome: Outcome, reason: UnjudgedReason) -> Decision:
        version = context.policy.version
        return Decision(outcome, "unjudged", 0.0, {}, self._scoring.name, version, reason=reason)

    async def pick_names(self, names: Sequence[str], *, policy: Policy) -> list[str]:
        """Those of a server's names that may be listed: read as words, none is at the hard limit or over."""
        spaced = [" ".join(_NAME_PARTS.split(name)) for name in names]
        try:
            check_attributes(policy, self._scoring.attributes)
            scores = await self._scoring.score_on(policy.scale, [*names, *spaced])
            peaks = [max(scores.row(row)[each] for each in policy.attributes) for row in range(len(scores))]
        except Exception as error:  # noqa: BLE001  # what is not judged is not shown
            _log.error("names not judged", **describe_error(error))
            return list(names) if policy.shows_unjudged else []
        rows = range(len(names))
        # Names are in no language: "mistral large" is not French.
        unread = {row for row, why in scores.unjudged.items() if why != "language"}
        unread = set[int]() if policy.shows_unjudged else unread
        return [
            names[row]
            for row in rows
            if all(peaks[each] < policy.hard_limit and each not in unread for each in (row, row + len(names)))
        ]

    async def refuse_prompt(self, prompt: str, *, policy: Policy) -> float | None:
        """The score for which a prompt may not go to the model; None if it may, as all may unless the policy
        judges prompts. Where it cannot be judged, the policy says what then."""
        if not policy.judges_prompts or not prompt.strip():
            return None
        try:
            score = await self.score_whole(prompt, policy=policy)
        except SaysoError:
            if policy.shows_unjudged:
                return None
            raise
        return score if score >= policy.hard_limit else None

    async def score_whole(self, text: str, *, policy: Policy) -> float:
        """The highest watched score of a text as it is, on the policy's scale; raises a `SaysoError` where
        there is none."""
        check_lengths([text])
        check_attributes(policy, self._scoring.attributes)
        scores = await self._scoring.score_on(policy.scale, [text])
        if reason := scores.unjudged.get(0):
            raise BadInput(f"{UNJUDGED[reason]}.", hint=HINTS[reason])
        row = scores.row(0)
        watched = [row[attribute] for attribute in policy.attributes]
        if not all(map(math.isfinite, watched)):
            raise RemoteBroken("The model gave a score that is no number.", hint=NO_NUMBER)
        return max(watched)

    async def _prepare(self, reply: str, context: ReaderContext, *, size: int) -> Reading:
        work = partial(
            prepare, reply, policy=context.policy, bank=context.bank, in_context=self._ngrams is not None
        )
        is_slow = size > LONG_TEXT or len(context.bank.terms) > LARGE_BANK
        return await asyncio.to_thread(work) if is_slow else work()

    async def _score(self, reading: Reading, policy: Policy) -> Scores:
        """On the policy's scale; of n-grams by the map of the scorer that judges the whole."""
        if not reading.texts:
            return Scores(self._scoring.name, {})
        if self._ngrams is None:
            return await self._scoring.score_on(policy.scale, reading.texts)
        whole, fragments = split_texts(reading)
        of_whole, of_ngrams = await asyncio.gather(
            self._scoring.score_on(policy.scale, whole), self._ngrams.score(fragments)
        )
        return join_scores(reading, of_whole, self._scoring.on_scale(of_ngrams, policy.scale))

    async def _weigh_words(self, decision: Decision, policy: Policy) -> Decision:
        """Which word a held reply turns on takes another look, at the few words that are named."""
        if not decision.words:
            return decision
        weights = await (self._ngrams or self._scoring).score(decision.words)
        return put_first(decision, weights, policy=policy)

    async def close(self) -> None:
        if self._ngrams is not None:
            await self._ngrams.close()

    def _load(self, community: str, reader_id: str, conversation: str) -> ReaderContext:
        reader = self._store.readers.get(reader_id) if reader_id else None
        if reader is None:
            return ReaderContext(
                community, self._store.policies.current(community), conversation=conversation
            )
        terms = tuple(self._store.terms.list(reader.id, conversation=conversation))
        return ReaderContext(
            reader.community,
            self._store.policies.current(reader.community),
            tolerance=Tolerance(reader.id, self._store.readers.limits(reader.id)),
            bank=self._banks.find(terms, conversation),
            reader_id=reader.id,
            conversation=conversation,
            terms=terms,
        )


_Key = tuple[str, tuple[Term, ...]]


class BankCache:
    """Compiled word banks, kept while they are used: compiling a long list takes longer than reading it.

    The same words in force, the same bank. Threads may share it.
    """

    def __init__(self) -> None:
        self._banks: OrderedDict[_Key, WordBank] = OrderedDict()
        self._terms = 0
        self._lock = Lock()

    def find(self, terms: tuple[Term, ...], conversation: str) -> WordBank:
        if not terms:
            return EMPTY_BANK
        is_scoped = any(term.conversation is not None for term in terms)
        key = (conversation if is_scoped else "", terms)
        with self._lock:
            bank = self._take(key)
        bank = bank or WordBank(terms, conversation=conversation)
        with self._lock:
            self._take(key)
            self._put(key, bank)
        return bank

    def _take(self, key: _Key) -> WordBank | None:
        bank = self._banks.pop(key, None)
        self._terms -= len(key[1]) if bank else 0
        return bank

    def _put(self, key: _Key, bank: WordBank) -> None:
        """The newest stays, however large."""
        self._banks[key] = bank
        self._terms += len(key[1])
        while len(self._banks) > 1 and (len(self._banks) > BANKS_KEPT or self._terms > TERMS_KEPT):
            self._take(next(iter(self._banks)))

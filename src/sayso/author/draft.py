"""A draft read: scores, the words behind them, other ways to say it, and a second opinion."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from sayso.core import (
    Alternative,
    Attribute,
    Draft,
    DraftWord,
    Evidence,
    Examiner,
    Explainer,
    Opinion,
    Rewording,
    Scorer,
    Selection,
    Span,
    UnjudgedReason,
    WordWeight,
)
from sayso.core.draft import RefusalCode
from sayso.core.errors import BadInput, TextTooLong
from sayso.core.scores import FINE, FLAGGED
from sayso.explaining.alternatives import AlternativeFinder, Found
from sayso.explaining.candidates import replace_span
from sayso.explaining.refusals import LIKELY, Heard, Said, find_refusal, find_said, hear, refuse
from sayso.explaining.refusals.rules import LEFT_OVER
from sayso.scoring.gathering import BatchingScorer
from sayso.scoring.known_languages import LanguageCheck
from sayso.scoring.optional_roles import judge_texts
from sayso.scoring.turns import check_wanted
from sayso.text.stopwords import is_stop_word

MAX_BYTES = 20_480
"""Of UTF-8: what Perspective takes."""
DRAFT_COST = 10
"""A draft is reckoned as so many texts of its length: the model reads it with each other wording."""
NOTICED = 0.05
"""Words over this weight are left out to see what remains: a second insult weighs less beside the first."""
_DIGITS = 6
Suggestion = TypeVar("Suggestion", Alternative, Rewording)
Scored = Mapping[Attribute, float]


class DraftAnalyzer:
    """Reads drafts for authors. One at a time or from several threads: it keeps nothing of a text."""

    def __init__(
        self,
        *,
        scorer: Scorer,
        explainer: Explainer,
        second: Scorer,
        finder: AlternativeFinder,
        languages: LanguageCheck,
        help_note: str = "",
    ) -> None:
        """`help_note`: where help is, for a person in danger."""
        self._scorer = scorer
        self._explainer = explainer
        self._second = second
        self._finder = finder
        self._languages = languages
        self._help_note = help_note

    @property
    def name(self) -> str:
        """The versioned name of the model whose eyes these are."""
        return self._scorer.name

    def read(self, text: str, *, selection: Span | None = None, alternatives: bool = True) -> Draft:
        """Everything about one draft; `BadInput` for a selection that does not lie in it."""
        check_draft(text, selection)
        said = hear(text)
        scores, evidence, unjudged = self._judge(text)
        weights = said.leave_alone(evidence.words)
        check_wanted()
        flagged = [word for word in weights if word.weight > FLAGGED]
        second = _score(self._second, text)
        code = find_said(self._keep_testimony(text, said)) or unjudged
        if not code:
            group = _find_group(evidence)
            code = self._find_refusal(text, scores, weights, said, group=group, second=second)
        found = Found({})
        if alternatives and code in (None, "beyond_repair") and scores[Attribute.TOXICITY] >= FINE:
            check_wanted()
            found = self._find(text, scores, flagged, selection)
            if code and _leads_out(found):
                code = None
            elif code:
                found = Found({}, found.phrase)  # which was asked for
        refused = refuse(code, help_note=self._help_note) if code else None
        check_wanted()
        return Draft(
            scores={name: round(score, _DIGITS) for name, score in scores.items()},
            words=tuple(_describe(text, word, found.words.get(word.span, ())) for word in weights),
            rewordings=tuple(_round(one) for one in found.rewordings),
            selection=self._describe_selection(text, selection, found.phrase),
            refused=refused,
            second_opinion=Opinion(self._second.name, round(second, _DIGITS)),
            model=self._scorer.name,
            unjudged=unjudged,
        )

    def _judge(self, text: str) -> tuple[Scored, Evidence, UnjudgedReason | None]:
        """In one pass where the model gives its reasons with its scores; last, why it could not judge."""
        if isinstance(self._scorer, Examiner):
            scores, found = judge_texts(self._scorer, self._scorer, [text])
            evidence = found[0]
        else:
            scores = self._scorer.score([text])
            evidence = Evidence(self._explainer.explain([text])[0])
        unjudged = self._languages.mark([text], scores).unjudged.get(0)
        return scores.row(0), Evidence() if unjudged else evidence, unjudged

    def _find_refusal(
        self,
        text: str,
        scores: Scored,
        weights: Sequence[WordWeight],
        said: Said,
        *,
        group: float | None,
        second: float,
    ) -> RefusalCode | None:
        if text.strip() and self._languages.detector.detect(text)[0] != "en":
            return "not_english"
        left_over = None
        noticed = [word for word in weights if word.weight > NOTICED]
        if noticed:
            rest = text
            for word in sorted(noticed, key=lambda word: -word.span.begin):
                rest = replace_span(rest, word.span, "")
            left_over = _score(self._scorer, rest)
        return find_refusal(scores, Heard(said, group, second, left_over))

    def _keep_testimony(self, text: str, said: Said) -> Said:
        """A testimony shields what else is said only where that, read alone, is no attack and no threat."""
        if not said.testimony:
            return said
        rest = text
        for span in sorted(said.testimony, key=lambda span: -span.begin):
            rest = replace_span(rest, span, "")
        scores = self._scorer.score([rest]).row(0) if rest.strip() else {}
        is_harm = any(
            scores.get(name, 0.0) >= LIKELY for name in (Attribute.IDENTITY_ATTACK, Attribute.THREAT)
        )
        return replace(said, testimony=()) if is_harm else said

    def _find(
        self, text: str, scores: Scored, flagged: Sequence[WordWeight], selection: Span | None
    ) -> Found:
        """The heaviest words first, those in the selection before all others; words like "the" are left out:
        nobody means them, and other words in their place make no sense."""
        meant = [word for word in flagged if not is_stop_word(text[word.span.begin : word.span.end].lower())]
        inside = [word for word in meant if selection and word.span.overlaps(selection)]
        order = sorted(meant, key=lambda word: (word not in inside, -word.weight))
        weights = {word.span: word.weight for word in order}
        return self._finder.find(text, weights, score=scores[Attribute.TOXICITY], selection=selection)

    def _describe_selection(
        self, text: str, selection: Span | None, joined: tuple[Alternative, ...]
    ) -> Selection | None:
        if selection is None:
            return None
        score = _score(self._scorer, text[selection.begin : selection.end])
        return Selection(round(score, _DIGITS), _round_all(joined))


class DraftService:
    """The analyzer of a worker: made when the first author comes, since it takes a second and memory.

    Works in the long lane: two are never made, and nobody who asks little waits for a draft.
    """

    def __init__(self, scoring: BatchingScorer, *, make: Callable[[], DraftAnalyzer]) -> None:
        self._scoring = scoring
        self._make = make
        self._analyzer: DraftAnalyzer | None = None

    async def read(self, text: str, *, selection: Span | None, alternatives: bool) -> Draft:
        def ask() -> Draft:
            self._analyzer = self._analyzer or self._make()
            return self._analyzer.read(text, selection=selection, alternatives=alternatives)

        return await self._scoring.run(ask, cost=len(text) * DRAFT_COST)


def check_draft(text: str, selection: Span | None) -> None:
    """Raises for a text that is too long and for a selection that is not in it."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise TextTooLong(
            f"The draft has {size} bytes; at most {MAX_BYTES} are read.", hint="Cut it into parts."
        )
    if selection is not None and (selection.end > len(text) or not len(selection)):
        raise BadInput(
            f"The selection [{selection.begin}, {selection.end}) does not lie in the text, "
            f"which has {len(text)} characters.",
            hint="Give begin and end in code points, with begin before end.",
        )


def _describe(text: str, word: WordWeight, alternatives: tuple[Alternative, ...]) -> DraftWord:
    return DraftWord(
        begin=word.span.begin,
        end=word.span.end,
        text=text[word.span.begin : word.span.end],
        weight=round(float(word.weight), _DIGITS),
        flagged=word.weight > FLAGGED,
        highlighted=bool(alternatives),
        alternatives=_round_all(alternatives),
    )


def _round_all(alternatives: Sequence[Alternative]) -> tuple[Alternative, ...]:
    return tuple(replace(_round(one), own_score=round(one.own_score, _DIGITS)) for one in alternatives)


def _round(one: Suggestion) -> Suggestion:
    return replace(
        one,
        score_after=round(one.score_after, _DIGITS),
        reads=round(one.reads, _DIGITS),
        keeps_meaning=round(one.keeps_meaning, _DIGITS),
        second_opinion_after=round(one.second_opinion_after, _DIGITS),
    )


def _leads_out(found: Found) -> bool:
    """Whether a whole suggestion mends what single words do not, to both models."""
    return any(max(one.score_after, one.second_opinion_after) < LEFT_OVER for one in found.rewordings)


def _find_group(evidence: Evidence) -> float | None:
    """How sure the model is of the group it sees most; None if it sees none at all."""
    return max(evidence.targets.values(), default=None)


def _score(scorer: Scorer, text: str) -> float:
    return scorer.score([text]).column(Attribute.TOXICITY)[0]

"""Lines to results: what is asked of the scorer, and what becomes of a line it cannot score."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

from sayso.core import Attribute, Examiner, Scale, ScaleMap, Scorer
from sayso.core.errors import BadInput, RemoteError, RemoteRefused, UnknownName
from sayso.core.scores import UNJUDGED
from sayso.files.source import Line, Problem, Result
from sayso.scoring.known_languages import LanguageCheck
from sayso.scoring.optional_roles import find_scale_map, judge_texts, put_on_perspective

SCALES: tuple[Scale, ...] = get_args(Scale)
FEWEST_TEXTS = 16
MOST_TEXTS = 2048
BRIEF_S = 0.1
DIGITS = 6


@dataclass(frozen=True, slots=True)
class Question:
    """What to ask of each text."""

    scorer: Scorer
    attributes: tuple[Attribute, ...]
    scale_map: ScaleMap | None = None
    examiner: Examiner | None = None
    languages: LanguageCheck | None = None


def make_question(
    scorer: Scorer,
    *,
    attributes: Sequence[str],
    scale: Scale,
    has_evidence: bool,
    languages: LanguageCheck | None = None,
) -> Question:
    """Check that the scorer can answer before the first text is read."""
    if has_evidence and not isinstance(scorer, Examiner):
        raise BadInput(
            f"The scorer {scorer.name!r} gives scores but no evidence.",
            hint="Leave out --evidence or choose another --scorer.",
        )
    return Question(
        scorer,
        _choose_attributes(scorer, attributes),
        find_scale_map(scorer) if scale == "perspective" else None,
        scorer if has_evidence and isinstance(scorer, Examiner) else None,
        languages,
    )


def _choose_attributes(scorer: Scorer, wanted: Sequence[str]) -> tuple[Attribute, ...]:
    offered = [attribute for attribute in Attribute if attribute in scorer.attributes]
    for name in wanted:
        if name.upper() not in offered:
            raise UnknownName(f"attribute of {scorer.name}", name, offered)
    chosen = {name.upper() for name in wanted}
    return tuple(attribute for attribute in offered if not chosen or attribute in chosen)


class Pace:
    """How many texts to hand over at once: few while the scorer is slow, so that a failure costs little."""

    def __init__(self) -> None:
        self.texts = FEWEST_TEXTS

    def adapt(self, taken_s: float) -> None:
        if taken_s < BRIEF_S:
            self.texts = min(self.texts * 2, MOST_TEXTS)
        elif taken_s > 4 * BRIEF_S:
            self.texts = max(self.texts // 2, FEWEST_TEXTS)


def score_lines(blocks: Iterable[Sequence[Line]], question: Question) -> Iterator[list[Result]]:
    """A result for every line, in order, in blocks no larger than those that came."""
    pace, runner = Pace(), Runner(question)
    for block in blocks:
        begin = 0
        while begin < len(block):
            end = begin + pace.texts
            began_at = time.monotonic()
            results = runner.run(block[begin:end])
            pace.adapt(time.monotonic() - began_at)
            yield results
            begin = end


class Runner:
    """Scores a few lines at a time and turns a scorer's refusal into the problem of the lines it concerns."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._is_singling_out = True

    def run(self, lines: Sequence[Line]) -> list[Result]:
        asked = [line for line in lines if line.problem is None]
        answered = iter(self._ask(asked))
        return [
            next(answered) if line.problem is None else Result(line, {}, problem=line.problem)
            for line in lines
        ]

    def _ask(self, lines: Sequence[Line]) -> list[Result]:
        if not lines:
            return []
        try:
            return self._score(lines)
        except (RemoteError, BadInput) as error:
            if len(lines) > 1 and self._is_singling_out and isinstance(error, RemoteRefused | BadInput):
                return self._ask_one_by_one(lines)
            return [Result(line, {}, problem=Problem(error.slug, error.message)) for line in lines]

    def _ask_one_by_one(self, lines: Sequence[Line]) -> list[Result]:
        """One refused text spoils a batch; where every text is refused, the cause is not in the texts."""
        results = [result for line in lines for result in self._ask([line])]
        self._is_singling_out = any(result.problem is None for result in results)
        return results

    def _score(self, lines: Sequence[Line]) -> list[Result]:
        question, texts = self._question, [line.text for line in lines]
        if question.examiner:
            scores, evidence = judge_texts(question.scorer, question.examiner, texts)
        else:
            scores, evidence = question.scorer.score(texts), [None] * len(texts)
        marked = question.languages.mark(texts, scores) if question.languages else scores
        if question.scale_map is not None:
            scores = put_on_perspective(scores, question.scale_map)
        columns = [
            [round(float(score), DIGITS) for score in scores.columns[attribute]]
            for attribute in question.attributes
        ]
        results = [
            Result(line, dict(zip(question.attributes, row, strict=True)), why)
            for line, row, why in zip(lines, zip(*columns, strict=True), evidence, strict=True)
        ]
        for place, reason in marked.unjudged.items():
            results[place] = Result(lines[place], {}, problem=Problem(reason, f"{UNJUDGED[reason]}."))
        return results

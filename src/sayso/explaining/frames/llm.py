"""Frames from a language model: two calls, strictly read (BiasX's pattern, in turns of a conversation).

The first call decides whether a text is offensive (temperature 0, a word); the second, told that word, names
group and implication (temperature 0.3, two lines). A text is the post of a stranger: its line breaks are
folded, so that it stays one statement, nothing else than it is in the conversation, and whatever the model
answers must fit the pattern or is asked for once more and then taken as unsure.
"""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from sayso.core.frame import ChatModel, Frame, Turn
from sayso.explaining.frames.shots import INSTRUCTION, SHOTS, ask_for_reason, ask_for_verdict
from sayso.explaining.frames.wording import UNSURE

LONGEST_TEXT = 2_000
LONGEST_GROUP, LONGEST_EXPLANATION = 60, 300
TRIES = 2
Read = TypeVar("Read")
_BREAKS = re.compile(r"[\s\x1c-\x1f\x85\u2028\u2029]+")
_GROUP, _EXPLANATION = "Targeted group:", "Explanation:"
SURE = 0.75
"""What is told as confidence: a language model gives none that means anything."""


class LanguageModelFrames:
    """Frames by any model that goes on with a conversation."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    def frame(self, texts: Sequence[str]) -> list[Frame | None]:
        return [self._frame_one(fold_text(text)) for text in texts]

    def _frame_one(self, text: str) -> Frame | None:
        if not text:
            return None
        asked = [*_make_beginning(), Turn("user", ask_for_verdict(text))]
        verdict = self._ask(asked, read_verdict, temperature=0.0, max_tokens=4, stop=["\n"])
        if verdict is None:
            return self._make_unsure()
        told = Turn("assistant", "yes" if verdict else "no")
        again = [*asked, told, Turn("user", ask_for_reason(offensive=verdict))]
        reason = self._ask(
            again,
            lambda answer: read_reason(answer, offensive=verdict),
            temperature=0.3,
            max_tokens=50,
            stop=["\n\n"],
        )
        if reason is None:
            return self._make_unsure()
        group, explanation = reason
        if explanation is None:
            return None
        return Frame(
            verdict, group, explanation if verdict else None, explanation, "llm", SURE, self._model.name
        )

    def _ask(
        self,
        turns: Sequence[Turn],
        read: Callable[[str], Read | None],
        *,
        temperature: float,
        max_tokens: int,
        stop: Sequence[str],
    ) -> Read | None:
        for _ in range(TRIES):
            answer = self._model.complete(turns, temperature=temperature, max_tokens=max_tokens, stop=stop)
            found = read(answer)
            if found is not None:
                return found
        return None

    def _make_unsure(self) -> Frame:
        return Frame(None, None, None, UNSURE, "llm", 0.0, self._model.name)


def _make_beginning() -> list[Turn]:
    turns = [Turn("system", INSTRUCTION)]
    for shot in SHOTS:
        turns += [
            Turn("user", ask_for_verdict(shot.text)),
            Turn("assistant", "yes" if shot.offensive else "no"),
            Turn("user", ask_for_reason(offensive=shot.offensive)),
            Turn("assistant", f"{_GROUP} {shot.group}\n{_EXPLANATION} {shot.explanation}"),
        ]
    return turns


def fold_text(text: str) -> str:
    """A text in one line, and of bounded length."""
    return _BREAKS.sub(" ", text).strip()[:LONGEST_TEXT]


def read_verdict(answer: str) -> bool | None:
    """Yes or no, and nothing else."""
    return {"yes": True, "no": False}.get(answer.strip().strip(".").casefold())


def read_reason(answer: str, *, offensive: bool) -> tuple[str | None, str | None] | None:
    """Group and explanation from exactly two lines; None if the answer does not fit the pattern.

    A harmless text has no group, and no explanation where it is not even rough; an offensive one has both.
    """
    lines = [line.strip() for line in answer.strip().splitlines() if line.strip()]
    if len(lines) != 2 or not lines[0].startswith(_GROUP) or not lines[1].startswith(_EXPLANATION):
        return None
    group = _read_field(lines[0].removeprefix(_GROUP), LONGEST_GROUP)
    explanation = _read_field(lines[1].removeprefix(_EXPLANATION), LONGEST_EXPLANATION)
    if group is None or explanation is None:
        return None
    if offensive:
        return (group, explanation) if group and explanation else None
    return None if group else (None, explanation or None)


def _read_field(text: str, longest: int) -> str | None:
    """What a field says; empty for "None" and "N/A", None if it is too long or holds another field."""
    plain = text.strip()
    if len(plain) > longest or _GROUP in plain or _EXPLANATION in plain or "offensive:" in plain.casefold():
        return None
    return "" if plain.casefold().strip(".") in {"none", "n/a", ""} else plain

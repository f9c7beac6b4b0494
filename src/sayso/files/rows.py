"""The columns of a table of results: those kept from the input, then those Sayso makes."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sayso.core import Attribute
from sayso.files.line import Result

EVIDENCE = ("words", "targets", "implied")


@dataclass(frozen=True, slots=True)
class Layout:
    """`kept` pairs each name in the output with its name in the input, `None` for the text itself."""

    kept: tuple[tuple[str, str | None], ...]
    attributes: tuple[Attribute, ...]
    model: str
    scale: str
    has_evidence: bool = False

    @property
    def made(self) -> tuple[str, ...]:
        return name_made_columns(self.attributes, has_evidence=self.has_evidence)

    @property
    def header(self) -> tuple[str, ...]:
        return (*(name for name, _ in self.kept), *self.made)

    def row(self, result: Result) -> list[object]:
        """One value per column of `header`; `None` where there is nothing."""
        kept = [
            result.line.text if origin is None else result.line.columns.get(origin) for _, origin in self.kept
        ]
        scores = [result.scores.get(attribute) for attribute in self.attributes]
        problem = result.problem.message if result.problem else None
        return [*kept, *scores, *self._evidence(result), self.model, self.scale, problem]

    def _evidence(self, result: Result) -> list[str | None]:
        if not self.has_evidence:
            return []
        if result.evidence is None:
            return [None] * len(EVIDENCE)
        return [
            json.dumps(value, ensure_ascii=False)
            for value in result.evidence.to_json(result.line.text).values()
        ]


def name_made_columns(attributes: Sequence[Attribute], *, has_evidence: bool) -> tuple[str, ...]:
    return (*map(str, attributes), *(EVIDENCE if has_evidence else ()), "model", "scale", "error")


def lay_out_columns(
    kept: Sequence[str], *, text_column: str | None, made: Sequence[str]
) -> tuple[tuple[str, str | None], ...]:
    """The kept columns, the text always among them; a name that Sayso uses itself gets `input_` before it."""
    pairs = [(name, None if name == text_column else name) for name in kept]
    if text_column not in kept:
        pairs.append((text_column or "text", None))
    return tuple((f"input_{name}" if name in made else name, origin) for name, origin in pairs)

"""`blocklist:FILE`: whole words and phrases of a list, found through disguises.

A text scores the weight of its worst term on the attributes that the list gives the term, and 0 without one.
"""

import csv
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from ahocorasick_rs import AhoCorasick

from sayso.core import Attribute, Evidence, ScaleMap, Scorer, Scores, Span, WordWeight
from sayso.core.errors import BadFile, BadInput, UnknownName
from sayso.scoring.registry import ScorerContext
from sayso.text.disguise import fold, plainly, variants
from sayso.text.folded import Edit, Folded
from sayso.text.masks import Vocabulary

DEFAULT_ATTRIBUTES = frozenset({Attribute.TOXICITY, Attribute.PROFANITY})


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase as the list has it, what it is a sign of, and how much (0 to 1)."""

    text: str = field(repr=False)
    line: int
    attributes: frozenset[Attribute] = DEFAULT_ATTRIBUTES
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class TermList:
    """The terms of a file; `digest` is that of its bytes, so the same name always means the same list."""

    source: str
    digest: str
    terms: tuple[Term, ...]


def read_terms(path: Path) -> TermList:
    content = _read_bytes(path)
    lines = list(_decode(path, content))
    rows = (
        _split_csv(path, lines)
        if path.suffix.lower() == ".csv"
        else ((number, [line]) for number, line in enumerate(lines, start=1) if _is_entry(line))
    )
    terms = tuple(_read_row(path, number, row) for number, row in rows)
    if not terms:
        raise BadFile(f"The list {str(path)!r} has no terms.", hint="Write one term a line.")
    return TermList(str(path), hashlib.sha256(content).hexdigest(), terms)


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadFile(
            f"The list {str(path)!r} cannot be read: {error.strerror or type(error).__name__}.",
            hint="Give the path of a UTF-8 text file with one term a line.",
        ) from error


def _decode(path: Path, content: bytes) -> Iterator[str]:
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").splitlines(), start=1):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadFile(
                f"Line {number} of the list {str(path)!r} is not UTF-8.",
                hint="Save the file as UTF-8.",
            ) from error


def _split_csv(path: Path, lines: Iterable[str]) -> Iterator[tuple[int, Sequence[str]]]:
    reader = csv.reader(lines, skipinitialspace=True, strict=True)
    try:
        for row in reader:
            is_heading = reader.line_num == 1 and row and row[0].strip().lower() == "term"
            if row and _is_entry(row[0]) and not is_heading:
                yield reader.line_num, row
    except csv.Error as error:
        raise BadFile(
            f"Line {reader.line_num} of the list {str(path)!r} is not CSV: {error}.",
            hint='Write a quotation mark inside quotation marks twice: "say ""hi""".',
        ) from error


def _is_entry(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _read_row(path: Path, line: int, row: Sequence[str]) -> Term:
    text, attributes, weight, *_ = [*(cell.strip() for cell in row), "", ""]
    place = f"Line {line} of the list {str(path)!r}"
    return Term(text, line, _read_attributes(attributes, place), _read_weight(weight, place))


def _read_attributes(cell: str, place: str) -> frozenset[Attribute]:
    """`INSULT`, or several as `INSULT+THREAT`; nothing for the default."""
    names = [name.strip().upper() for name in cell.split("+") if name.strip()]
    for name in names:
        if name not in Attribute.__members__:
            unknown = UnknownName("attribute", name, Attribute.__members__)
            raise BadFile(f"{place}: {unknown.message}", hint="Columns are term, attribute, weight.")
    return frozenset(map(Attribute, names)) or DEFAULT_ATTRIBUTES


def _read_weight(cell: str, place: str) -> float:
    try:
        weight = float(cell or 1.0)
    except ValueError:
        weight = -1.0
    if not 0 < weight <= 1:
        raise BadFile(
            f"{place} has the weight {cell!r}; a weight is over 0 and at most 1.", hint="1 is the default."
        )
    return weight


METHOD = "v1"
"""Counts up when the same list would match differently."""

_SPACE = re.compile(r"\s{2,}|[^\S ]")
_JOINT = re.compile(r"(?<=\w)[-_–—/]+(?=\w)")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Thai, Lao, Burmese, Khmer, Chinese and Japanese put no space between words, so any place will do.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Match:
    """A term and where it stands in the original text, in code points."""

    term: Term
    span: Span


class BlocklistScorer:
    """A term counts where it stands as a whole word, in any reading of the text."""

    scale_map: ClassVar[ScaleMap | None] = None

    def __init__(self, terms: TermList) -> None:
        self.name = f"blocklist.{METHOD}-{terms.digest[:8]}"
        self.attributes = frozenset[Attribute]().union(*(term.attributes for term in terms.terms))
        self._patterns = _make_patterns(terms)
        self._spellings = list(self._patterns)
        self._has_phrases = any(" " in spelling for spelling in self._spellings)
        # Words that a masked word may stand for: the heaviest terms first, then the words of phrases.
        heaviest = sorted(
            self._patterns, key=lambda spelling: -max(term.weight for term in self._patterns[spelling])
        )
        parts = (word for spelling in heaviest for word in spelling.split() if len(word) > 3)
        self._vocabulary = Vocabulary([*heaviest, *parts])
        self._automaton = AhoCorasick(self._spellings)

    def score(self, texts: Sequence[str]) -> Scores:
        columns = {attribute: [0.0] * len(texts) for attribute in sorted(self.attributes)}
        for row, text in enumerate(texts):
            for match in self.find(text):
                for attribute in match.term.attributes:
                    columns[attribute][row] = max(columns[attribute][row], match.term.weight)
        return Scores(self.name, columns)

    def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
        """The matched terms, as the list has them, each with its weight and place."""
        return [
            Evidence(
                words=tuple(
                    WordWeight(match.span, match.term.weight, match.term.text) for match in self.find(text)
                )
            )
            for text in texts
        ]

    def find(self, text: str) -> list[Match]:
        """Every term in the text, from left to right; what lies inside a longer match is left out."""
        found = {match for reading in self._read(text) for match in self._search(reading)}
        return _drop_inner(
            sorted(found, key=lambda match: (match.span.begin, -match.span.end, match.term.line))
        )

    def _read(self, text: str) -> Iterator[Folded]:
        for reading in variants(text, vocabulary=self._vocabulary):
            spaced = _even_out(reading)
            yield spaced
            if self._has_phrases and _JOINT.search(spaced.text):
                yield spaced.edit(Edit(*joint.span(), " ") for joint in _JOINT.finditer(spaced.text))

    def _search(self, reading: Folded) -> Iterator[Match]:
        haystack = _SURROGATE.sub("\ufffd", reading.text) if not reading.text.isascii() else reading.text
        for index, begin, end in self._automaton.find_matches_as_indexes(haystack, overlapping=True):
            if not (_runs_on(haystack, begin) or _runs_on(haystack, end)):
                span = reading.original_span(begin, end)
                yield from (Match(term, span) for term in self._patterns[self._spellings[index]])


def build(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> Scorer:  # noqa: ARG001
    if not argument:
        raise BadInput("'blocklist' needs a file.", hint="Write its path after a colon: blocklist:words.txt")
    return BlocklistScorer(read_terms(Path(argument).expanduser()))


def _make_patterns(terms: TermList) -> dict[str, list[Term]]:
    """What to search for: each term in plain letters and folded, since readings may be either."""
    patterns: dict[str, list[Term]] = {}
    for term in terms.terms:
        spellings = {_spell(plainly(term.text)), _spell(fold(term.text))} - {""}
        if not spellings:
            raise BadFile(
                f"Line {term.line} of the list {terms.source!r} holds nothing that can be seen.",
                hint="Remove the line.",
            )
        for spelling in spellings:
            patterns.setdefault(spelling, []).append(term)
    return patterns


def _spell(folded: Folded) -> str:
    return _SURROGATE.sub("\ufffd", _even_out(folded).text.strip())


def _even_out(folded: Folded) -> Folded:
    """White space of any kind and length as one space, so that phrases match across lines."""
    return folded.edit(Edit(*space.span(), " ") for space in _SPACE.finditer(folded.text))


def _runs_on(text: str, place: int) -> bool:
    """Whether one word goes on across `place`."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    return before.isalnum() and after.isalnum() and not (_UNSPACED.match(before) and _UNSPACED.match(after))


def _drop_inner(matches: Sequence[Match]) -> list[Match]:
    """Without those inside a match before them that weighs as much for the same attributes."""
    kept: list[Match] = []
    open_ones: list[Match] = []
    for match in matches:
        open_ones = [outer for outer in open_ones if outer.span.end > match.span.begin]
        if not any(_covers(outer, match) for outer in open_ones):
            kept.append(match)
            open_ones.append(match)
    return kept


def _covers(outer: Match, inner: Match) -> bool:
    within = outer.span.begin <= inner.span.begin and inner.span.end <= outer.span.end
    as_heavy = outer.term.attributes >= inner.term.attributes and outer.term.weight >= inner.term.weight
    return within and as_heavy

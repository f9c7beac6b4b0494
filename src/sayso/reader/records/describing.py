"""Conversations in, tables out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import nan
from statistics import fmean
from typing import get_args

from sayso.core import Attribute
from sayso.core.policy import Method
from sayso.core.reader import Outcome, Ruling
from sayso.reader.records.conversation import Answer, Message, Record, Ruled, Side
from sayso.reader.records.report import AnswerCount, GroupCount, Metric, RecordsReport, RulingCount, Spread
from sayso.stats import Interval, wilson_interval
from sayso.text.words import split_words

Measure = Callable[[Record], float]


def describe(
    records: Sequence[Record],
    *,
    source: str,
    rulings: Sequence[tuple[str, Ruled]] | None = None,
    notes: Sequence[str] = (),
) -> RecordsReport:
    """The paper's tables, by filter, and what was ruled and replaced.

    `rulings`, each with its reader, are those of the records where nothing else is given.
    """
    if rulings is None:
        rulings = [(record.reader, ruled) for record in records for ruled in record.rulings]
    return RecordsReport(
        source=source,
        conversations=len(records),
        interaction=tuple(_fill(INTERACTION, records)),
        toxicity=tuple(_fill({"Safe responses": count_safe, **_list_scores(records)}, records)),
        answers=tuple(count_answers([one for record in records for one in record.answers])),
        rulings=tuple(count_rulings(rulings)),
        groups=tuple(count_groups(records)),
        notes=tuple(notes),
    )


def _fill(measures: dict[str, Measure], records: Sequence[Record]) -> Iterator[Metric]:
    for name, measure in measures.items():
        for method in reversed(get_args(Method)):  # fixed first, as in the paper
            if chosen := [record for record in records if record.method == method]:
                yield Metric(name, method, Spread.of(map(measure, chosen)))


def count_interactions(record: Record) -> float:
    """How often the reader wrote; replies, where only these were recorded."""
    return len(record.list_side("reader")) or len(record.list_side("model"))


def count_safe(record: Record) -> float:
    """Default messages shown in the place of a reply."""
    return sum(message.outcome == "replaced" for message in record.messages)


def average_words(record: Record, side: Side) -> float:
    return _average(len(split_words(text)) for text in _list_texts(record, side))


def average_characters(record: Record, side: Side) -> float:
    return _average(len(text) for text in _list_texts(record, side))


def _list_texts(record: Record, side: Side) -> list[str]:
    return [message.text for message in record.list_side(side) if message.text is not None]


def average_score(record: Record, attribute: Attribute) -> float:
    """Over the model's messages that were scored, filtered ones too."""
    scored: Iterable[Message] = (one for one in record.list_side("model") if attribute in one.scores)
    return _average(one.scores[attribute] for one in scored)


INTERACTION: dict[str, Measure] = {
    "Interaction count": count_interactions,
    "Reader's average word count": lambda record: average_words(record, "reader"),
    "Reader's average character count": lambda record: average_characters(record, "reader"),
    "Model's average word count": lambda record: average_words(record, "model"),
    "Model's average character count": lambda record: average_characters(record, "model"),
}


def _list_scores(records: Sequence[Record]) -> dict[str, Measure]:
    """A line for each attribute that anything was scored for."""
    found = {name for record in records for message in record.messages for name in message.scores}

    def measure(attribute: Attribute) -> Measure:
        return lambda record: average_score(record, attribute)

    return {f"Mean {name}": measure(name) for name in sorted(found)}


def _average(values: Iterable[float]) -> float:
    numbers = [float(value) for value in values]
    return fmean(numbers) if numbers else nan


NOBODY = "no group"


def count_groups(records: Sequence[Record]) -> list[GroupCount]:
    """For each filter each group, most replaced share first; empty where no reply is known to name anybody.

    A reply that names two groups counts for both.
    """
    rows: list[GroupCount] = []
    for method in reversed(get_args(Method)):
        by_group = _sort(records, method)
        found = [
            GroupCount(group, method, len(messages), _share(messages, "replaced"), _share(messages, "held"))
            for group, messages in by_group.items()
        ]
        rows += sorted(found, key=lambda row: (-row.triggers.value, row.group))
    return rows if any(row.group != NOBODY for row in rows) else []


def _sort(records: Sequence[Record], method: Method) -> dict[str, list[Message]]:
    found: dict[str, list[Message]] = {}
    for record in records:
        for message in record.list_side("model") if record.method == method else ():
            for group in message.groups or (NOBODY,):
                found.setdefault(group, []).append(message)
    return found


def _share(messages: Sequence[Message], outcome: Outcome) -> Interval:
    return wilson_interval(sum(one.outcome == outcome for one in messages), len(messages))


VIEWS = {True: "yes", False: "no"}
FUTURES: dict[Ruling, str] = {"permit": "no", "block": "yes", "ask": "ask me again"}


def count_answers(answers: Sequence[Answer]) -> list[AnswerCount]:
    """a1 and a2 of the paper: what was said to each question, of those who said anything to it."""
    seen = [VIEWS[one.view] for one in answers if one.view is not None]
    ruled = [FUTURES[one.future] for one in answers if one.future is not None]
    asked = (("a1: see it?", seen, VIEWS.values()), ("a2: filter it in future?", ruled, FUTURES.values()))
    return [
        AnswerCount(question, answer, said.count(answer), wilson_interval(said.count(answer), len(said)))
        for question, said, possible in asked
        for answer in possible
        if said
    ]


def count_rulings(rulings: Sequence[tuple[str, Ruled]]) -> list[RulingCount]:
    """Each ruling on the same words, most readers first. Case does not matter."""
    found: dict[tuple[str, Ruling], list[str]] = {}
    for reader, one in rulings:
        found.setdefault((one.text.casefold(), one.ruling), []).append(reader)
    counts = [
        RulingCount(term, ruling, len(set(readers)), len(readers))
        for (term, ruling), readers in found.items()
    ]
    return sorted(counts, key=lambda one: (-one.readers, -one.times, one.term, one.ruling))

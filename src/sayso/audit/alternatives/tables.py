"""The report as tables: for a terminal, and in Markdown."""

from math import isnan

from sayso.audit.alternatives.report import AlternativesReport, EditsReport
from sayso.files.reports import Paper, Section

HITS_HEAD = ("Alternatives", "A word for a word [95 %]", "Left out [95 %]", "All changes [95 %]")
RATIO_HEAD = ("Against", "A word for a word [95 %]", "All changes [95 %]")


def make_table(report: AlternativesReport) -> str:
    return _write(report).to_table()


def make_markdown(report: AlternativesReport) -> str:
    return _write(report).to_markdown()


def _write(report: AlternativesReport) -> Paper:
    return Paper(_introduce(report), _list_sections(report), _list_notes(report))


def _introduce(report: AlternativesReport) -> str:
    return (
        f"{report.model} on {report.source}: {report.texts:,} sentences held out, of which {report.refused:,}"
        f" get no alternatives. People changed {report.all:,} flagged words: {report.words:,} to another"
        f" word, {report.omissions:,} were left out."
    )


def _list_sections(report: AlternativesReport) -> list[Section]:
    hits = [(one.adviser, str(one.words), str(one.omissions), str(one.all)) for one in report.hits]
    ratios = [(name, str(words), str(whole)) for name, words, whole in report.ratios]
    under = f"under {report.limit:g}"
    head = (
        "Text",
        "Words changed",
        f"{under}, {report.model} [95 %]",
        f"{under}, {report.second} [95 %]",
        "Only the first [95 %]",
        "Meaning [95 %]",
        "Fluency [95 %]",
    )
    return [
        Section(f"What people did, among the first {report.top} alternatives", HITS_HEAD, hits),
        *([Section(f"Times as often with {report.hits[0].adviser}", RATIO_HEAD, ratios)] if ratios else []),
        Section("After taking the first suggestion each time", head, [_show(one) for one in report.edits]),
    ]


def _show(edits: EditsReport) -> tuple[str, ...]:
    numbers = (edits.ours, edits.second, edits.words_only, edits.meaning, edits.fluency)
    mean = edits.edits.value
    return edits.adviser, "–" if isnan(mean) else f"{mean:.2f}", *map(str, numbers)


def _list_notes(report: AlternativesReport) -> list[str]:
    return [
        *report.notes,
        "What people did: single words that the model flags and a person replaced or left out; each change of"
        " a sentence counts once. A sentence that gets no alternatives counts as not hit.",
        "Times as often is undefined (–) where the other never has what a person wrote.",
        "Only the first: share of texts that only the model the suggestions were made for takes as mended.",
        "Meaning: cosine of the embeddings of the text before and after. Fluency: how well the words fit"
        " where they stand, 0 to 1, by the masked-word model that also ranks suggestions.",
        f"Intervals at 95 %: bootstrap over sentences ({report.resamples} resamples, seed {report.seed}).",
    ]

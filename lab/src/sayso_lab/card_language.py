"""The model cards of the scorers for other languages: one page, a section each."""

from collections.abc import Iterable, Mapping
from typing import Any

from sayso.scoring.linear_weights import LinearWeights
from sayso_lab.card import make_table

LANGUAGES: Mapping[str, str] = {
    "ar": "Arabic",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "fr": "French",
    "ko": "Korean",
    "pl": "Polish",
    "pt": "Portuguese (Brazil)",
    "tr": "Turkish",
    "zh": "Chinese",
}
NOTES = {
    "de": "Half of its texts were written to fool a model.",
    "zh": "IDENTITY_ATTACK was learned from a set about sexism: it knows no other group.",
}
_HEAD = """# Scorers for other languages

Small linear scorers over letter groups and words, one for each language, trained by `sayso train language`
on public sets of that language alone. `--scorer language:de` is one of them; `--scorer languages` is the
embedded model for English and each of these for its own language, for TOXICITY, the one attribute that all
of them have.

**Good for** explicit toxicity: insults and obscenities that stand there as such, as a first look that a
person follows. **Not for** what is implied, sarcasm, quotation, dialects and languages mixed within a text,
nor for deciding about anybody alone. The sets are small, mostly tweets and comments of a few years; words
that came later are not known. False alarms on mentions of groups were not measured: there is no set for that
in these languages. Scores are calibrated on texts of these sets, more of which are offensive than of ordinary
traffic; on Perspective's scale they are passed on as they are."""


def make_language_page(models: Iterable[LinearWeights]) -> str:
    found = list(models)
    rows = [row for weights in found for row in _list_results(weights)]
    head = (
        "Language",
        "Attribute",
        "Held out",
        "of them so",
        "AUC [95 %]",
        "found at 0.5",
        "false alarms at 0.5",
    )
    parts = [_HEAD, make_table(head, rows), *(make_language_card(weights) for weights in found)]
    return "\n\n".join(parts) + "\n"


def make_language_card(weights: LinearWeights) -> str:
    """What it was made of, and what was left out and why."""
    record = weights.record
    language = record["language"]
    sets = make_table(
        ("Set", "Licence", "Texts"),
        [(one["name"], one["licence"], f"{one['texts']:,}") for one in record["sets"]],
    )
    parts = ", ".join(f"{count:,} {name}" for name, count in record["parts"].items())
    left = [_explain(name, note) for name, note in record["offered"].items() if not note["offered"]]
    left += [NOTES[language]] if language in NOTES else []
    return "\n\n".join(
        [
            f"## {LANGUAGES.get(language, language)} (`{weights.name}`)",
            f"Scores {', '.join(weights.attributes)}. Made {record['date']}; {parts}. "
            f"Calibration error {_list_errors(record)}.{' '.join(['', *left])}",
            sets,
        ]
    )


def _list_results(weights: LinearWeights) -> Iterable[tuple[str, ...]]:
    language: str = weights.record["language"]
    for name, one in weights.record["results"].items():
        value, low, high = one["auc"]
        yield (
            LANGUAGES.get(language, language),
            name,
            f"{one['texts']:,}",
            f"{one['positive']:,}",
            f"{value:.3f} [{low:.3f}, {high:.3f}]",
            _show(one["found"]),
            _show(one["false_alarms"]),
        )


def _show(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _list_errors(record: Any) -> str:
    return ", ".join(f"{name} {one['calibration_error']:.3f}" for name, one in record["results"].items())


def _explain(name: str, note: dict[str, Any]) -> str:
    if "dev_auc" in note:
        return f"{name} is not offered: its AUC on the dev part is {note['dev_auc']:.2f}."
    return f"{name} is not offered: {note['judged']:,} texts to learn from, {note['positive']:,} of them so."

"""The model card of an encoder, made from its card file: what it is, what it achieves, where it fails."""

from collections.abc import Mapping
from typing import Any, cast

from sayso.core.scores import FINE
from sayso.scoring.encoder_file import EncoderMetadata
from sayso_lab.card import make_table, show
from sayso_lab.card_results import (
    list_missed,
    make_aims,
    make_calibration,
    make_groups,
    make_results,
    make_scale,
)

FAILURES = """\
- **Implied hate.** Contempt in polite words, irony and stereotypes said as facts are often missed: see the
  row *found: implied hate*, and the rows of `implicit_hate` and `toxigen`.
- **Quoted, reported and answered hate** still raises false alarms, the more so where the quotation is long
  and the answer short.
- **Identity terms.** The false alarms by term are uneven (see the results by group). Terms that are not in
  the table were not measured.
- **Reclaimed words.** Who is speaking decides what such a word means, and the model does not know who is.
- **Disguised spelling** beyond what is undone before reading: words in other signs, new slang, pictures.
- **Long texts.** Scores of windows are joined by a rule chosen on few long texts; one harmful sentence in
  twenty harmless ones may be lost.
- **Words, groups and what is implied** are hints for people who look at a text. They were learned from far
  fewer texts than the scores, and the list of groups is coarse.
- **English only**, mostly of North America and of 2001 to 2021. Other languages are unjudged.
- **Threats and severe toxicity** were learned from few examples.
- **Its sentences for hard cases are our own.** Templates are regular; people are not. Figures on them are
  better than figures on what people write would be."""

MISUSE = """\
- To punish, ban, report or withhold pay from a person automatically: someone must look at the text.
- To judge people, or groups, rather than texts; to add up a person's scores into a rating of that person.
- For law enforcement, border control, hiring, credit, insurance, housing, schooling or medicine.
- For any language but English, for code, or for texts that were translated by machine.
- As proof that a text is harmless, or that it is a crime: a score is neither.
- To compare how hateful groups of authors are: errors differ between groups and dialects.
- To decide alone where a false alarm silences those the attribute is meant to protect.
- To find out an author's identity, or the group somebody belongs to: it says whom a text attacks, no more."""


def make_encoder_card(card: EncoderMetadata) -> str:
    """Markdown; the same card file gives the same model card. What the record does not hold is left out."""
    record = card.record
    sections = [
        _make_head(card),
        _make_answers(card),
        f"## What it must not be used for\n\n{MISUSE}",
        make_aims(record),
        make_groups(record),
        make_results(record),
        make_calibration(record),
        make_scale(record),
        _make_failures(record),
        _make_data(record),
        _make_choices(card),
        _make_run(card),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _make_head(card: EncoderMetadata) -> str:
    base = card.record.get("base")
    size = f" of {base['layers']} layers, {base['width']} wide," if base else ""
    machine = f" on {card.record['machine']}" if "machine" in card.record else ""
    made = f" Trained {card.record['date']}{machine}." if "date" in card.record else ""
    return f"""# Model card: {card.name}

Made by `sayso train card embedded` on the record inside the card file; do not edit.

A small transformer{size} that answers many questions about an English text in one pass. Disguised spellings
are undone before reading. Texts over {card.windows.size} tokens are read in windows that overlap by
{card.windows.overlap}, and the windows' answers are joined. The weights are in eight bits; a score does not
depend on what else is scored at the same time.

Meant for: sorting and flagging English comments for people to look at, warning an author while writing,
showing which words readers would likely mark.{made}"""


def _make_answers(card: EncoderMetadata) -> str:
    rows = [
        ("Attributes", ", ".join(card.attributes), "The probability, calibrated, that readers would say so."),
        ("Classes", ", ".join(card.classes), "HateXplain's question: one of the three."),
        ("Groups", ", ".join(card.groups), "Whom the text attacks; a friendly mention is none."),
        ("Implied", ", ".join(card.implied), "What it says or implies about them."),
        ("Words", "a weight for each word", "Learned from HateXplain's rationales and from ToxicSpans."),
        ("Perspective", ", ".join(card.perspective), "What Perspective would say, to learn its scale."),
    ]
    return f"## What it answers\n\n{make_table(('Part', 'Answers', 'Meaning'), rows)}"


def _make_failures(record: Mapping[str, Any]) -> str:
    missed = list_missed(record)
    listed = "\n".join(f"- {line}" for line in missed)
    aims = f"\n\nAims that it misses, from the table above:\n\n{listed}" if missed else ""
    return f"## Known failures\n\n{FAILURES}{aims}"


def _make_data(record: Mapping[str, Any]) -> str:
    if not record.get("sets"):
        return ""
    rows = [
        (one["name"], one["origin"], one["licence"], f"{one['rows']:,}", f"{one['learned']:,}")
        for one in record["sets"]
    ]
    parts = ", ".join(f"{name} {count:,}" for name, count in record["parts"].items())
    absent = f"\n\nSets that were absent: {', '.join(record['absent'])}." if record["absent"] else ""
    return f"""## Data

Parts by the normalised text, across all sets; near copies fall into the same part: {parts}. Sentences for
hard cases were written for it, from templates; those it is measured on share neither template nor group with
those it learned from. What each set's labels were taken to mean: docs/explanation/labels.md.

{make_table(("Set", "Source", "Licence", "Texts", "Learned from"), rows)}{absent}"""


def _make_choices(card: EncoderMetadata) -> str:
    chosen: Mapping[str, Any] = card.record.get("chosen") or {}
    lines = [
        f"- **Windows** are joined by log(mean(exp(s z))) / s with s = {card.windows.sharpness:g}."
        + _list_tried(chosen.get("windows")),
        _describe_words(card, chosen.get("words")),
        *_describe_cascade(card, chosen.get("cascade", {})),
        *_describe_fidelity(card.record.get("fidelity")),
    ]
    return "## What was chosen on other texts\n\n" + "\n".join(lines)


def _describe_words(card: EncoderMetadata, words: Mapping[str, Any] | None) -> str:
    rule = card.words
    texts = (
        f" Chosen on {words['hatexplain']['texts']:,} posts and {words['toxicspans']['texts']:,} comments."
        if words
        else ""
    )
    return (
        f"- **Words** are flagged by ToxicSpans' head from {rule.margin_toxicspans:g} under a"
        f" window's highest word on, within {rule.least_toxicspans:g} and {rule.cut_toxicspans:g}; by"
        f" HateXplain's from {rule.cut_hatexplain:g} on, where the logits of IDENTITY_ATTACK and the"
        f" likeliest group sum to {rule.gate_hatexplain:g} or more; stop words only between flagged words and"
        f" {rule.cut_stop:g} over the cut. Under a TOXICITY of {FINE:g} none.{texts}"
    )


def _list_tried(windows: Mapping[str, Any] | None) -> str:
    if not windows or "auc" not in windows:
        return ""
    tried = ", ".join(f"{name}: {show(auc)}" for name, auc in windows["auc"].items())
    return f" ROC-AUC of TOXICITY on {windows['texts']:,} long comments: {tried}."


def _describe_cascade(card: EncoderMetadata, chosen: Mapping[str, Any]) -> list[str]:
    if not card.cascade or "settled" not in chosen:
        return []
    limits = ", ".join(f"{name} {one.low:g}/{one.high:g}" for name, one in card.cascade.items())
    unlearned = chosen.get("unlearned")
    also = (
        f" On the {unlearned['texts']:,} of them that {chosen['first']} had not learned from:"
        f" {unlearned['settled']:.1%} and {unlearned['disagreement']:.2%}."
        if unlearned
        else ""
    )
    return [
        f"- **Cascade**: {chosen['first']} settles {chosen['settled']:.1%} of {chosen['texts']:,} texts"
        f" alone; on {chosen['disagreement']:.2%} of all texts the two fall on different sides of 0.5.{also}"
        f" It settles a text if each score is at most or at least: {limits}."
    ]


def _describe_fidelity(fidelity: Mapping[str, Any] | None) -> list[str]:
    if not fidelity:
        return []
    return [
        f"- **Eight bits** against exact weights, {fidelity['texts']:,} texts: {fidelity['near']:.1%} differ"
        f" by at most 0.02, the most by {fidelity['largest']:g}; a text alone and in company by at most"
        f" {fidelity['largest_with_company']:g}."
    ]


def _make_run(card: EncoderMetadata) -> str:
    record = card.record
    if "config" not in record:
        return ""
    config = ", ".join(f"{name} {_show_choice(value)}" for name, value in record["config"].items())
    files = make_table(
        ("File", "Rows", "SHA-256"),
        [(one["file"], f"{one['rows']:,}", f"`{one['sha256'][:16]}…`") for one in record["files"]],
    )
    history = "".join(f"{sentence}\n\n" for sentence in record.get("history", ()))
    return f"""## How to make it again

{history}`{_name_command(record)}` with these files and the base model
`{record["base"]["sha256"][:16]}…`; {record["samples"]:,} samples. Then
`sayso train aims --data DIR --scorer {card.name}` prints the first table. Config: {config}.

{files}"""


def _name_command(record: Mapping[str, Any]) -> str:
    if "recipe" in record:
        return f"sayso train recipe {record['recipe']['name']} --data DIR"
    return f"sayso train encoder --data DIR --seed {record['seed']}"


def _show_choice(value: Any) -> str:
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value)
        return "(" + ", ".join(f"{name} {one}" for name, one in pairs.items()) + ")"
    return str(value)

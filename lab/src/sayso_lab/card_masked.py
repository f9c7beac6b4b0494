"""The model card of a masked-word model, made from its card file."""

from collections.abc import Mapping
from typing import Any

from sayso.scoring.masked_file import MaskedCard
from sayso_lab.card import make_table, show

FAILURES = """\
- **It knows words, not facts.** A likely word may make the sentence false, or say the opposite: *good* and
  *bad* fit the same places.
- **One word at a time.** A word of several tokens is never guessed, and is weighed by its first token.
- **Sixty tokens around the place** are read; what was said before them does not count.
- **Rude words are likely in rude sentences.** It learned from such comments, and guesses insults, slurs and
  stereotypes where people wrote them. What is shown to an author is filtered by scores afterwards.
- **Talk and comments of 2001 to 2021**, mostly from North America, and much talk written for research: names
  and turns of later years, of other dialects and of special fields are guessed badly.
- **English only.** Capitals are not seen.
- **Group names.** Which occupations, traits and deeds are likely beside a group's name repeats what its texts
  say about the group. It was not corrected for that, and not measured by group."""

MISUSE = """\
- To write texts, or to finish them, without a person who chooses the words.
- To rate how well somebody writes, how well they know English, or whether a person or a machine wrote a text.
- To score harm: that a word is likely says nothing about whether it hurts.
- To look for wordings that slip past a filter; that is why every edit is judged by a second model.
- To find out who wrote a text, or words that were blacked out in it."""


def make_masked_card(card: MaskedCard) -> str:
    """Markdown; the same card file gives the same model card. What the record does not hold is left out."""
    sections = [
        _make_head(card),
        f"## What it must not be used for\n\n{MISUSE}",
        _make_results(card.record),
        f"## Known failures\n\n{FAILURES}",
        _make_data(card.record),
        _make_run(card),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _make_head(card: MaskedCard) -> str:
    record = card.record
    words, width = card.numbers.shape
    layers = f", {record['base']['layers']} layers" if "base" in record else ""
    made = f" Trained {record['date']} on {record['machine']}." if "date" in record else ""
    samples = f" It learned from {record['samples']:,} texts, repeats counted." if "samples" in record else ""
    return f"""# Model card: {card.name}

Made by `sayso train card masked` on the record inside the card file; do not edit.

A small transformer ({width} wide{layers}) that guesses hidden words from those around them: for a place in an
English text, how likely each of {words:,} tokens is there. The first layer and the last share one table of
words; all weights are in eight bits.{samples}

Meant for: proposing other words to an author who is looking at the text, and telling how well a sentence
reads with them.{made}"""


def _make_results(record: Mapping[str, Any]) -> str:
    rows = [
        (
            one["what"],
            f"{one['texts']:,}",
            f"{one['all']['words']:,}",
            show(one["all"]["share"]),
            f"{one['content']['words']:,}",
            show(one["content"]["share"]),
        )
        for one in record.get("results", ())
    ]
    if not rows:
        return ""
    head = ("Texts", "Number", "Words", "Found [95 %]", "Content words", "Found [95 %]")
    return f"""## Results

One word hidden at a time, among those that are one token. Found: the word that stood there is among the ten
likeliest. Content words are those that are not stop words. Brackets: bootstrap over texts.

{make_table(head, rows)}"""


def _make_data(record: Mapping[str, Any]) -> str:
    if not record.get("sets"):
        return ""
    rows = [
        (one["name"], one["origin"], one["licence"], f"{one['rows']:,}", f"{one['learned']:,}")
        for one in record["sets"]
    ]
    absent = f"\n\nSets that were absent: {', '.join(record['absent'])}." if record.get("absent") else ""
    notes = "".join(f" {sentence}" for sentence in record.get("data_notes", ()))
    return f"""## Data

The texts alone; labels do not matter here. {notes.strip() or _APART}

{make_table(("Set", "Source", "Licence", "Texts", "Learned from"), rows)}{absent}"""


_APART = """\
Texts of the parts dev and held-out, the pairs of ParaDetox by which alternatives are judged, and near copies
of either were left out."""


def _make_run(card: MaskedCard) -> str:
    record = card.record
    if "config" not in record:
        return ""
    config = ", ".join(f"{name} {value}" for name, value in record["config"].items())
    share = record["config"]["hidden_words"]
    history = "".join(f"{sentence}\n\n" for sentence in record.get("history", ()))
    files = make_table(
        ("File", "Rows", "SHA-256"),
        [(one["file"], f"{one['rows']:,}", f"`{one['sha256'][:16]}…`") for one in record.get("files", ())],
    )
    return f"""## How it was made

From the pretrained encoder `{record["base"]["sha256"][:16]}…` (all-MiniLM-L6-v2, Apache-2.0, unless another
was given). {share:.0%} of the words of a text are hidden, whole words at a time: of ten, eight become a sign,
one becomes another word, one stays.

{history}`sayso train masked-words --data DIR --seed {record["seed"]}` with these files. Config: {config}.

{files}"""

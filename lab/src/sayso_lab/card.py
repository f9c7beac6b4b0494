"""The model card of a linear scorer, made from the record in its weights file."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sayso.scoring.linear_weights import LinearWeights

FAILURES = """\
- **It reads words, not sentences.** A negated insult ("you are not an idiot"), a quoted one and a complaint
  about one score nearly as high as the insult. Irony, and contempt in polite words, are mostly missed.
- **Implied hate and stereotypes.** Texts that attack a group without a rude word are ranked poorly: see the
  rows `implicit_hate_1`, `toxigen` and `hatemoji` above.
- **Group names.** Sentences that name a group still score higher than the same sentence without it, although
  harmless ones were added to the training texts: see the false alarms below.
- **Masked letters** ("st*pid") lower the score of all but the commonest swear words.
- **Reclaimed words** among friends or inside a group are scored like insults.
- **Words inside words.** A harmless word it has never met that holds a rude one may raise the score.
- **One or two words** carry little context; scores of such texts are surer than they should be.
- **English only**, and mostly North American English of 2001 to 2020. New slang is not known.
- **Threats and severe toxicity** were learned from few examples; their figures have wide intervals.
- **What Perspective would say** is matched in rank, not text by text: see the table of thresholds."""

MISUSE = """\
- To punish, ban or report a person without someone looking at the text.
- To judge people, groups or languages rather than texts; to compare groups by their mean score.
- As proof that a text is harmless: it misses much (see the known failures).
- For texts about law, medicine, employment or credit, or for any language but English.
- To decide alone where a false alarm silences those the attribute is meant to protect."""


def make_card(weights: LinearWeights) -> str:
    """Markdown; the same record gives the same card."""
    record = weights.record
    sections = [
        _make_head(weights, record),
        f"## What it must not be used for\n\n{MISUSE}",
        _make_data(record),
        _make_results(record),
        f"## Known failures\n\n{FAILURES}",
        _make_alarms(record),
        _make_scale(record),
        _make_run(record),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def make_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _make_head(weights: LinearWeights, record: Mapping[str, Any]) -> str:
    sizes = weights.scheme.sizes
    return f"""# Model card: {weights.name}

Made by `sayso train card` on the record inside the weights file; do not edit.

A logistic regression over hashed words, word pairs and groups of {min(sizes)} to {max(sizes)} letters, with
{weights.scheme.buckets:,} buckets and whole-number weights. It scores {", ".join(weights.attributes)}.
SEXUALLY_EXPLICIT is not scored: there are too few labels. A score is the probability, calibrated on labels,
that readers would say the text has the attribute. Disguised spellings are undone before hashing. Texts over
{weights.windows.size} characters are also read in windows.

{_make_purpose(record)} Trained {record["date"]} on {record["machine"]}."""


def _make_purpose(record: Mapping[str, Any]) -> str:
    if record.get("excluded"):
        return """\
Meant for: a second opinion on an author's edits. It shares no training text and no method with the model that
it is compared with, so that words chosen to please the one do not please the other by themselves. For scoring
comments the other models are better."""
    return """\
Meant for: sorting and flagging English comments for people to look at, warning an author while writing, a
fast first stage before a slower model."""


def _make_data(record: Mapping[str, Any]) -> str:
    rows = [
        (
            one["name"],
            one["origin"],
            one["licence"],
            f"{one['examples']:,}",
            f"{one['learned']:,}",
            f"{one['weight']:g}",
            ", ".join(one["attributes"]),
        )
        for one in record["sets"]
    ]
    head = ("Set", "Source", "Licence", "Examples", "Learned from", "Weight", "Attributes judged")
    parts = ", ".join(f"{name} {count:,}" for name, count in record["parts"].items())
    absent = record["absent"]
    excluded = record.get("excluded")
    without = f" {excluded:,} texts that another model learned from were left out." if excluded else ""
    missing = f"\n\nSets of the usual recipe that were absent: {', '.join(absent)}." if absent else ""
    return f"""## Data

Parts by a hash of the normalised text, across all sets: {parts}. Disguised copies of some texts, sentences
that name groups and sentences with harmless look-alikes of rude words were added to the first part. Where
raters' votes are known, the label is their share.{without}

{make_table(head, rows)}{missing}"""


def make_results_table(record: Mapping[str, Any]) -> str:
    """A line for each set and attribute."""
    rows = [
        (
            one["source"],
            one["attribute"],
            f"{one['texts']:,}",
            f"{one['positives']:,}",
            show(one["auc"]),
            show(one["calibration_error"]),
        )
        for one in record["results"]
    ]
    head = ("Set", "Attribute", "Texts", "Positives", "AUC [95 %]", "Calibration error [95 %]")
    return make_table(head, rows)


def _make_results(record: Mapping[str, Any]) -> str:
    return f"""## Results on held-out texts, by source

AUC: the chance that a positive text scores above a negative one; 0.5 is chance. Calibration error: mean
distance between score and share of positives in 15 bins of equally many texts. Brackets: bootstrap, 200
resamples.

{make_results_table(record)}"""


def _make_alarms(record: Mapping[str, Any]) -> str:
    rows = [
        (one["source"], one["meaning"], f"{one['texts']:,}", show(one["share"])) for one in record["alarms"]
    ]
    if not rows:
        return ""
    head = ("Set", "What it holds", "Texts", "Share with TOXICITY at or over 0.5 [95 %]")
    return f"""## Alarms on held-out texts

Other texts of the first two sets were learned from; texts from elsewhere will raise more alarms.

{make_table(head, rows)}"""


def _make_scale(record: Mapping[str, Any]) -> str:
    errors: Mapping[str, Any] = record.get("scale_errors") or {}
    if not errors:
        return ""
    rows = [
        (name, f"{one['texts']:,}", show(one["mean_absolute_error"]), f"{one['rank_correlation']:.2f}")
        for name, one in errors.items()
    ]
    head = ("Attribute", "Texts", "Mean distance to Perspective's score [95 %]", "Rank correlation")
    return f"""## On Perspective's scale

Linked by equal ranks on one half of the texts that Perspective scored in 2018, measured on the other half.
`sayso thresholds` prints the table of translated thresholds.

{make_table(head, rows)}"""


def _make_run(record: Mapping[str, Any]) -> str:
    recipe = ", ".join(f"{name} {value}" for name, value in record["recipe"].items())
    files = make_table(
        ("File", "Rows", "SHA-256"),
        [(one["file"], f"{one['rows']:,}", f"`{one['sha256'][:16]}…`") for one in record["files"]],
    )
    without = " --without FILE" if record.get("excluded") else ""
    return f"""## How to make it again

`sayso train linear --data DIR --seed {record["seed"]}{without}` with these files. Recipe: {recipe}.

{files}"""


def show(interval: Sequence[float]) -> str:
    value, low, high = interval
    return f"{value:.3f} [{low:.3f}, {high:.3f}]"

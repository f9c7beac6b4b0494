"""`sayso evaluate rating` and `ways-out`: what people think of suggestions, and where they lead."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sayso.cli.shared.progress import has_watcher, show_progress
from sayso.core.errors import BadInput

if TYPE_CHECKING:
    from sayso.audit.alternatives.roles import Adviser

# What does the work is imported where it is used: `--help` and completion need neither numpy nor a model.
FILE = click.Path(path_type=Path)
LONGEST = 300


@click.group("rating")
def rating_command() -> None:
    """Have suggestions rated by people who do not know whose they are.

    draw takes the texts, `sayso explain --json -` of each version answers them, sheet shuffles what was
    suggested, report reads what two raters wrote.
    """


@rating_command.command("draw")
@click.argument("paradetox", type=FILE)
@click.argument("comments", type=FILE)
@click.option(
    "--count", type=click.IntRange(2), default=150, show_default=True, help="Texts, half from each file."
)
@click.option("--seed", default=0, show_default=True, help="Seed of what is drawn.")
@click.option("--out", type=FILE, required=True, help="Folder for texts.jsonl and texts.txt.")
def draw_command(*, paradetox: Path, comments: Path, count: int, seed: int, out: Path) -> None:
    """Draw texts over .5 that are not refused: PARADETOX (held-out sentences), COMMENTS (column text)."""
    from sayso.audit.alternatives.pairs import read_pairs
    from sayso.audit.evaluation import read_table
    from sayso.audit.explanations.posts import draw
    from sayso.settings import Settings
    from sayso.wiring import build_draft_analyzer

    adviser = build_draft_analyzer(Settings())
    pairs = [
        {"text": pair.text, "people": pair.rewrites[0] if pair.rewrites else ""}
        for pair in read_pairs(read_table(paradetox))
    ]
    rows = [{"text": " ".join(row.text("text").split()), "people": ""} for row in read_table(comments).rows]
    chosen = [
        *_take(draw(pairs, None, seed=seed), count // 2, adviser, seed=seed),
        *_take(draw(rows, None, seed=seed), count - count // 2, adviser, seed=seed),
    ]
    out.mkdir(parents=True, exist_ok=True)
    (out / "texts.jsonl").write_text("".join(json.dumps(one) + "\n" for one in chosen), "utf-8")
    (out / "texts.txt").write_text("".join(one["text"] + "\n" for one in chosen), "utf-8")
    click.echo(f"{len(chosen)} texts.")


def _take(rows: list[dict[str, str]], count: int, adviser: "Adviser", *, seed: int) -> list[dict[str, str]]:
    from random import Random

    from sayso.audit.alternatives.ways_out import GOAL
    from sayso.core import Attribute

    Random(seed).shuffle(rows)  # noqa: S311 - a reproducible draw, no secret
    found: list[dict[str, str]] = []
    for row in rows:
        if len(found) == count:
            break
        draft = adviser.read(row["text"], alternatives=False)
        is_meant = draft.scores[Attribute.TOXICITY] >= GOAL and not draft.refused
        if is_meant and len(row["text"]) <= LONGEST:
            found.append(row)
    return found


@rating_command.command("sheet")
@click.argument("texts", type=FILE)
@click.option("--answers", multiple=True, required=True, metavar="NAME=FILE", help="What a version answered.")
@click.option("--seed", default=0, show_default=True, help="Seed of the order.")
@click.option("--out", type=FILE, required=True, help="Folder for sheet.csv and key.csv.")
def sheet_command(*, texts: Path, answers: tuple[str, ...], seed: int, out: Path) -> None:
    """Write TEXTS with each version's first suggestion and people's own, shuffled, and a key apart."""
    from sayso.audit.alternatives.rating import make_sheet, read_answers, write_sheet

    named = dict(_read_option(one) for one in answers)
    read = {name: read_answers(path) for name, path in named.items()}
    pairs = make_sheet(read_answers(texts), read, seed=seed)
    write_sheet(pairs, out / "sheet.csv", out / "key.csv")
    click.echo(f"{len(pairs)} pairs.")


def _read_option(option: str) -> tuple[str, Path]:
    name, sign, path = option.partition("=")
    if not sign:
        raise BadInput(f"--answers {option!r} names no file.", hint="Write --answers new=answers.jsonl.")
    return name, Path(path)


@rating_command.command("report")
@click.argument("key", type=FILE)
@click.argument("first", type=FILE)
@click.argument("second", type=FILE)
def report_command(*, key: Path, first: Path, second: Path) -> None:
    """Shares by source, with intervals, and how far the two raters agree."""
    from sayso.audit.alternatives.rating import compare_raters, read_key, read_ratings

    reports, same, kappa = compare_raters(read_key(key), read_ratings(first), read_ratings(second))
    click.echo("source       pairs  usable                both   ungrammatical  meaning lost")
    for one in reports:
        click.echo(
            f"{one.source:<12} {one.texts:>5}  {one.usable!s:<20}  {one.both:.2f}   {one.ungrammatical:.2f}"
            f"           {one.meaning_lost:.2f}"
        )
    click.echo(f"The raters agree on {same:.2f} of the pairs; kappa of usable or not {kappa:.2f}.")


@click.command("ways-out")
@click.argument("comments", type=FILE)
@click.option(
    "--over", type=click.FloatRange(0, 1), default=0.9, show_default=True, help="Texts that score more."
)
@click.option("--limit", type=click.IntRange(1), help="At most this many texts, drawn by the seed.")
@click.option("--seed", default=0, show_default=True, help="Seed of what is drawn.")
def ways_out_command(*, comments: Path, over: float, limit: int | None, seed: int) -> None:
    """How many texts of COMMENTS (column text) come under .5 in at most three choices, refused ones aside."""
    from sayso.audit.alternatives.ways_out import MOST_CHOICES, WayOut, find_way, take_best, take_first
    from sayso.audit.evaluation import read_table
    from sayso.audit.explanations.posts import draw
    from sayso.core import Attribute
    from sayso.settings import Settings
    from sayso.stats.intervals import wilson_interval
    from sayso.wiring import build_draft_analyzer

    adviser = build_draft_analyzer(Settings())
    texts = [row.text("text") for row in read_table(comments).rows]
    scored = ((text, adviser.read(text, alternatives=False)) for text in draw(texts, None, seed=seed))
    chosen: list[str] = []
    refused = 0
    for text, draft in scored:
        if limit and len(chosen) == limit:
            break
        if draft.scores[Attribute.TOXICITY] > over:
            if draft.refused:
                refused += 1
            else:
                chosen.append(text)
    with show_progress(total=2 * len(chosen), is_shown=has_watcher()) as watch:
        for name, choose in (("the first each time", take_first), ("the lowest each time", take_best)):
            found: list[WayOut | None] = []
            for done, text in enumerate(chosen, start=1):
                found.append(find_way(adviser, text, choose=choose))
                watch(done, done)
            ways = [way.choices for way in found if way and way.choices]
            share = wilson_interval(len(ways), len(chosen))
            counts = ", ".join(f"{ways.count(n)} after {n}" for n in range(1, MOST_CHOICES + 1))
            click.echo(f"{name}: {share} of {len(chosen)} texts over {over} come under .5 ({counts})")
    click.echo(f"{refused} others are refused.")

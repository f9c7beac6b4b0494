"""`sayso explain`: a text through the model's eyes, in the terminal."""

import json
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from sayso.cli.shared.errors import Failure
from sayso.core import Attribute, Draft
from sayso.core.errors import SaysoError
from sayso.core.json_text import render_json

if TYPE_CHECKING:
    from sayso.author.draft import DraftAnalyzer

SHOWN = 6
BAR_WIDTH = 40
LEGEND = "^ readers would likely mark it (how likely), = it has another wording → the score then; all of 100"


@click.command("explain")
@click.argument("text", metavar="TEXT|-")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per text, as the draft endpoint answers."
)
@click.option("--alternatives/--no-alternatives", default=True, help="Also find other words.  [default: yes]")
@click.option(
    "--scorer", "spec", help="Scorer whose eyes to look through.  [default: $SAYSO_SCORER or embedded]"
)
def command(*, text: str, as_json: bool, alternatives: bool, spec: str | None) -> None:
    """Show which words of TEXT the model reacts to, and other ways to say them.

    With - every line of standard input is a text. Scores and weights run from 0 to 100.
    """
    reader = _build(spec)
    has_colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    failed = 0
    for line in _read_lines() if text == "-" else [text]:
        try:
            draft = reader.read(line, alternatives=alternatives)
        except SaysoError as error:
            failed += 1
            _show_problem(error, as_json=as_json)
            continue
        if as_json:
            click.echo(json.dumps(json.loads(render_json(draft))))
        else:
            click.echo(draw(line, draft, has_colour=has_colour))
    if failed:
        raise Failure(f"{failed} {'text' if failed == 1 else 'texts'} could not be explained.")


def _build(spec: str | None) -> "DraftAnalyzer":
    # Imported here: `--help` and completion need no model.
    from sayso.cli.shared.scorer import build_pinned_scorer
    from sayso.settings import Settings
    from sayso.wiring import build_draft_analyzer

    settings = Settings()
    return build_draft_analyzer(settings, scorer=build_pinned_scorer(spec or settings.scorer, settings))


def _read_lines() -> Iterator[str]:
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "surrogateescape").rstrip("\r\n")


def _show_problem(error: SaysoError, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"error": error.message}))
    else:
        click.echo(f"Error: {error.message} {error.hint}".rstrip(), err=True)


def draw(text: str, draft: Draft, *, has_colour: bool = False) -> str:
    """The score as a bar, the text with its words underlined, and what could be said instead."""
    parts = [_draw_bar(draft)]
    for begin, line in _split(text):
        parts.append(_paint(begin, line, draft) if has_colour else line.translate(_UNPRINTABLE))
        marks = _underline(begin, line, draft)
        if marks:
            parts.append(marks)
    parts += _list_words(draft)
    parts += _list_rewordings(text, draft)
    if any(word.flagged for word in draft.words):
        parts.append(LEGEND)
    if draft.refused:
        parts.append(draft.refused.message)
    if not draft.unjudged:
        second = draft.second_opinion
        parts.append(f"Second opinion ({second.model}): {round(100 * second.score)}")
    return "\n".join(parts) + "\n"


def _draw_bar(draft: Draft) -> str:
    if draft.unjudged:
        return f"  – [{'no score'.center(BAR_WIDTH)}] {draft.model}"
    score = draft.scores[Attribute.TOXICITY]
    filled = round(score * BAR_WIDTH)
    return f"{round(100 * score):3d} [{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {draft.model}"


def _paint(begin: int, line: str, draft: Draft) -> str:
    """The same line with its words in colour."""
    parts: list[str] = []
    end = 0
    for word in sorted(draft.words, key=lambda word: word.begin):
        if word.flagged and begin + end <= word.begin < begin + len(line):
            parts.append(line[end : word.begin - begin].translate(_UNPRINTABLE))
            end = word.end - begin
            marked = line[word.begin - begin : end].translate(_UNPRINTABLE)
            parts.append(click.style(marked, bold=True, fg="yellow" if word.highlighted else "red"))
    return "".join(parts) + line[end:].translate(_UNPRINTABLE)


# Signs that move the cursor or change colours would let a text rewrite the terminal.
_MOVING = (*range(9), *range(10, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_UNPRINTABLE = dict.fromkeys(_MOVING, "\N{REPLACEMENT CHARACTER}")


def _split(text: str) -> Iterator[tuple[int, str]]:
    begin = 0
    for line in text.split("\n"):
        yield begin, line
        begin += len(line) + 1


def _underline(begin: int, line: str, draft: Draft) -> str:
    marks = [" "] * len(line)
    for word in draft.words:
        if word.flagged and begin <= word.span.begin < begin + len(line):
            sign = "=" if word.highlighted else "^"
            marks[word.span.begin - begin : word.span.end - begin] = sign * len(word.span)
    return "".join(marks).rstrip()


def _list_rewordings(text: str, draft: Draft) -> Iterator[str]:
    if draft.rewordings:
        yield "Another way to say it:"
    for one in draft.rewordings:
        said = one.text or f"(leave out: {text[one.begin : one.end]})"
        yield f"  {round(100 * one.score_after)}: {said.translate(_UNPRINTABLE)}"


def _list_words(draft: Draft) -> Iterator[str]:
    flagged = [word for word in draft.words if word.flagged]
    if flagged:
        yield "Readers would likely mark:"
    for word in sorted(flagged, key=lambda word: -word.weight):
        shown = ", ".join(
            f"{one.text or '(leave it out)'} → {round(100 * one.score_after)}"
            for one in word.alternatives[:SHOWN]
        )
        yield f"  {word.text} ({round(100 * word.weight)})" + (f": {shown}" if shown else "")

"""The page behind an author's link, made on the server: no script, nothing from elsewhere."""

from collections.abc import Mapping, Sequence
from html import escape

from starlette.responses import Response

from sayso.core import Attribute, Scores
from sayso.storage import Answer, Objection, ObjectionKind, Verdict
from sayso.web.pages.markup import PAGE_HEADERS, clean, name_attribute, show_moment, show_points
from sayso.web.pages.templates import load_template

MAIN = str(Attribute.TOXICITY)

_KINDS: Mapping[ObjectionKind, str] = {
    "false_alarm": "You said that this is a false alarm: the score is too high.",
    "missed": "You said that something was missed: the score is too low.",
    "biased": "You said that the score is biased: it follows who is meant or how somebody speaks, "
    "not what is said.",
}
_VERDICTS: Mapping[Verdict, str] = {
    "agreed": "The people who run this service agree with you.",
    "disagreed": "The people who run this service see it differently.",
}


def show_objection(objection: Objection, *, now: Scores | None, root: str) -> Response:
    values = {
        "root": escape(root),
        "outcome": _say_outcome(objection),
        "answers": _show_answers(objection.answers),
        "said": _show_said(objection),
        "scores": _show_scores(objection, now),
        "withdraw": _offer_withdrawal(objection),
        "id": objection.id,
    }
    return _page("objection.html", values, 200)


def show_nothing(root: str) -> Response:
    return _page("no_objection.html", {"root": escape(root)}, 404)


def _say_outcome(objection: Objection) -> str:
    if objection.withdrawn_at is not None:
        return (
            f"<p>You withdrew this on {show_moment(objection.withdrawn_at)}. What you wrote is erased. What "
            "stays is that there was something, when, and which model it was about.</p>"
        )
    if not objection.answers:
        return "<p>Nobody has answered yet. Keep the address of this page: the answer will stand here.</p>"
    return f"<p>{_VERDICTS[objection.answers[-1].verdict]}</p>"


def _show_answers(answers: Sequence[Answer]) -> str:
    """Oldest first; of several, each says how it was meant."""
    return "\n".join(
        f"<h2>Answer of {show_moment(answer.at)}</h2>\n"
        + (f"<p>{_VERDICTS[answer.verdict]}</p>\n" if len(answers) > 1 else "")
        + _show_words(answer)
        for answer in answers
    )


def _show_words(answer: Answer) -> str:
    if answer.content is None:
        return "<p>What was answered is erased.</p>"
    return f'<blockquote dir="auto">{clean(answer.content)}</blockquote>'


def _show_said(objection: Objection) -> str:
    parts = [f"<p>{_KINDS[objection.kind]} That was on {show_moment(objection.at)}.</p>"]
    if objection.comment:
        parts.append(f'<p>You added:</p>\n<blockquote dir="auto">{clean(objection.comment)}</blockquote>')
    if objection.content is not None:
        text = _mark(objection.content, objection.begin, objection.end)
        parts.append(
            "<details>\n<summary>Show the text (it may hold strong language)</summary>\n"
            f'<blockquote dir="auto">{text}</blockquote>\n</details>'
        )
    elif objection.withdrawn_at is None and objection.erased_at is not None:
        parts.append(f"<p>The text was erased on {show_moment(objection.erased_at)}.</p>")
    return "\n".join(parts)


def _mark(text: str, begin: int, end: int) -> str:
    if begin == end:
        return clean(text)
    return f"{clean(text[:begin])}<mark>{clean(text[begin:end])}</mark>{clean(text[end:])}"


def _show_scores(objection: Objection, now: Scores | None) -> str:
    later = _by_name(now)
    rows = [
        f"<dt>{name_attribute(name)}</dt><dd>{_points(score)} then"
        f"{f', {_points(later.get(name))} now' if now else ''}</dd>"
        for name, score in objection.scores.items()
    ]
    return (
        f"<p>{_say_scores(objection, now)}</p>\n<dl>\n{chr(10).join(rows)}\n</dl>\n"
        "<p>Scores run from 0 to 100: of a hundred readers, so many would say so, as the model guesses.</p>"
    )


def _by_name(scores: Scores | None) -> dict[str, float]:
    return {str(attribute): score for attribute, score in scores.row(0).items()} if scores else {}


def _say_scores(objection: Objection, now: Scores | None) -> str:
    """About one score: toxicity where there is such a thing, else the first."""
    main = MAIN if MAIN in objection.scores else next(iter(objection.scores), MAIN)
    before, after = objection.scores.get(main), _by_name(now).get(main)
    told = f"The model was {clean(objection.model)}"
    told += "." if before is None else f"; it scored the text {_points(before)} of 100."
    if now is None:
        return (
            told
            if objection.content is None
            else f"{told} The model in use now cannot be asked at the moment."
        )
    if now.model == objection.model:
        return f"{told} The same model is in use now."
    if before is None or after is None:
        return f"{told} The model in use now is {clean(now.model)}."
    change = _compare(before, after)
    return f"{told} The model in use now, {clean(now.model)}, scores it {_points(after)}, {change}."


def _compare(before: float, after: float) -> str:
    change = round(after * 100) - round(before * 100)
    if not change:
        return "the same as before"
    return f"{abs(change)} {'lower' if change < 0 else 'higher'} than before"


def _offer_withdrawal(objection: Objection) -> str:
    if objection.withdrawn_at is not None:
        return ""
    return load_template("author", "withdraw.html").substitute(token=objection.token)


def _points(score: float | None) -> str:
    return "not scored" if score is None else show_points(score)


def _page(name: str, values: Mapping[str, str], status: int) -> Response:
    html = load_template("author", name).substitute(values)
    return Response(html, status, media_type="text/html", headers=PAGE_HEADERS)

"""The page behind a reader's link, made on the server: plain forms, no script, nothing from elsewhere."""

from collections.abc import Callable, Mapping
from datetime import datetime
from html import escape

from starlette.responses import Response

from sayso.core import Ruling
from sayso.deciding.held_replies import HeldState, Scope
from sayso.reader.explanations import ExplainedReply
from sayso.storage import FilteredReply
from sayso.web.pages.markup import PAGE_HEADERS, clean, name_attribute, show_moment, show_points
from sayso.web.pages.templates import load_template

_SCOPES: Mapping[Scope, str] = {"conversation": "in this conversation", "always": "for good"}
_FUTURES: Mapping[Ruling, str] = {
    "permit": "You said that {about} need not be filtered, {scope}. That alone no longer keeps a reply from "
    "you; what is said with it may.",
    "block": "You said that replies with {about} should be filtered, {scope}. They are not shown, and "
    "you are not asked.",
    "ask": "You said that you want to be asked again. Nothing changes for {about}.",
}
_NOTICE = '<p class="notice" role="note">The words below may be strong.</p>'
_TITLES: Mapping[HeldState, str] = {
    "waiting": "A reply waits for your answer",
    "viewed": "The reply you asked to see",
    "declined": "You chose not to see this reply",
    "answered": "You have answered",
    "expired": "This question is over",
    "none": "A reply was not shown",
}


def show_reply(
    explained: ExplainedReply, *, token: str, root: str, note: str = "", status: int = 200
) -> Response:
    """The page as the reply stands now; `note` says why something just asked for was not done."""
    told = f'<p class="notice" role="alert">{clean(note)}</p>\n' if note else ""
    state = explained.reply.state
    content = told + _STATES[state](explained, escape(token))
    return _page(_TITLES[state], content, root=root, status=status)


def show_unknown(root: str) -> Response:
    content = (
        "<p>There is no reply under this address. It may have been cut off when it was copied: copy all of "
        "it and try again. It may also belong to a reader whose data were deleted.</p>"
    )
    return _page("No reply here", content, root=root, status=404)


def show_expired(expired_at: datetime, *, root: str) -> Response:
    content = (
        f"<p>This link could be used until {show_moment(expired_at)}. What you answered before still holds; "
        "a reply that was not answered can no longer be answered here.</p>\n"
        "<p>You can ask the same again in your conversation.</p>"
    )
    return _page("This link has expired", content, root=root, status=410)


def _show_waiting(explained: ExplainedReply, token: str) -> str:
    until, about = show_moment(explained.reply.question.expires_at), _name_about(explained.reply)
    return "\n".join(
        [_NOTICE, _show_reasons(explained), _fill("held_view", token=token, until=until, about=about)]
    )


def _show_viewed(explained: ExplainedReply, token: str) -> str:
    reply = explained.reply
    future = _fill("held_future", token=token, reply=_quote(reply), about=_offer_words(reply))
    undo = _offer_undo(token, "The reply is hidden again, and you can answer anew.")
    return "\n".join([_NOTICE, future, _show_reasons(explained), undo])


def _show_declined(explained: ExplainedReply, token: str) -> str:
    about = _name_about(explained.reply)
    said = f"<p>Replies with {about} are not shown in this conversation, and you are not asked.</p>"
    consequence = "That is no longer blocked, and while the reply is kept you can answer anew."
    return "\n".join([said, _NOTICE, _show_reasons(explained), _offer_undo(token, consequence)])


def _show_answered(explained: ExplainedReply, token: str) -> str:
    question = explained.reply.question
    said = _FUTURES[question.future or "ask"].format(
        scope=_SCOPES[question.scope or "conversation"], about=_name_about(explained.reply)
    )
    reply = "" if explained.reply.reply is None else f"<h2>The reply</h2>\n{_quote(explained.reply)}"
    consequence = (
        "Both answers are taken back, and with them what they changed in your word bank. "
        "While the reply is kept you can answer anew."
    )
    parts = [f"<p>{said}</p>", _NOTICE, reply, _show_reasons(explained), _offer_undo(token, consequence)]
    return "\n".join(parts)


def _show_expired(explained: ExplainedReply, _token: str) -> str:
    until = show_moment(explained.reply.question.expires_at)
    return (
        f"<p>It could be answered until {until}. The reply was erased; nothing changed for you.</p>\n"
        "<p>You can ask the same again in your conversation.</p>"
    )


def _show_replaced(explained: ExplainedReply, _token: str) -> str:
    reply = explained.reply
    words = f"<p>It was about this:</p>\n{_list_passages(reply)}" if reply.named else ""
    notice = f"{_NOTICE}\n" if words else ""
    return (
        f"{notice}<p>{clean(explained.message)}</p>\n{words}\n"
        "<p>There is nothing to see here, and nothing to answer: what it said is not handed out.</p>"
    )


_STATES: Mapping[HeldState, Callable[[ExplainedReply, str], str]] = {
    "waiting": _show_waiting,
    "viewed": _show_viewed,
    "declined": _show_declined,
    "answered": _show_answered,
    "expired": _show_expired,
    "none": _show_replaced,
}


def _show_reasons(explained: ExplainedReply) -> str:
    """What the model saw; while nothing is answered also what can be done. Words may be erased by now."""
    reply, is_open = explained.reply, explained.reply.question.view is None
    message = f"<p>{clean(explained.message)}</p>" if is_open else ""
    if not reply.named and not reply.words:
        return message
    rows = [
        f"<dt>{name_attribute(name)}</dt><dd>{show_points(score)} of 100</dd>"
        for name, score in reply.categories
    ]
    return _fill(
        "held_reasons",
        heading="Why you are asked" if is_open else "Why you were asked",
        message=message,
        terms=_list_passages(reply) if reply.named else f"<p>{_name_about(reply)}</p>",
        categories="\n".join(rows),
        model=clean(reply.model),
    )


def _list_passages(reply: FilteredReply) -> str:
    items = "\n".join(f'<li><q dir="auto">{clean(passage)}</q></li>' for passage in reply.passages)
    return f"<ol>\n{items}\n</ol>"


def _name_about(reply: FilteredReply) -> str:
    """What an answer is about; words may be erased by now."""
    words = reply.words[:1] or reply.named
    return " and ".join(f'<q dir="auto">{clean(word)}</q>' for word in words) or "these words"


def _offer_words(reply: FilteredReply) -> str:
    """A choice of the word that the answer is about; the one it turns on is chosen already."""
    if not reply.words:
        return f"<p>Your answer is about {_name_about(reply)}.</p>"
    choices = "\n".join(
        f'<p><label><input type="radio" name="word" value="{escape(word)}"{"" if place else " checked"}> '
        f'<q dir="auto">{clean(word)}</q></label></p>'
        for place, word in enumerate(reply.words)
    )
    return f"<fieldset>\n<legend>Your answer is about</legend>\n{choices}\n</fieldset>"


def _quote(reply: FilteredReply) -> str:
    return f'<blockquote dir="auto">{clean(reply.reply or "")}</blockquote>'


def _offer_undo(token: str, consequence: str) -> str:
    return _fill("held_undo", token=token, consequence=consequence)


def _fill(name: str, **values: str) -> str:
    return load_template("reader", f"{name}.html").substitute(values)


def _page(title: str, content: str, *, root: str, status: int) -> Response:
    html = _fill("held", title=title, content=content, root=escape(root))
    return Response(html, status, media_type="text/html", headers=PAGE_HEADERS)

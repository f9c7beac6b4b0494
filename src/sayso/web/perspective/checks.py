"""What a request must hold before anything is scored; each check raises the refusal Perspective gives."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sayso.core import DEFAULT_COMMUNITY, Attribute
from sayso.text.offsets import utf16_length
from sayso.web.access.callers import Caller
from sayso.web.perspective.errors import refuse, refuse_request
from sayso.web.perspective.names import find_attribute, is_known, shorten
from sayso.web.perspective.wire import (
    SCORE_TYPE_DEFAULT,
    TEXT_TYPE_DEFAULT,
    AttributeParameters,
    AttributeScores,
    CommentMessage,
    Context,
    Score,
    TextEntry,
)

LARGEST_COMMENT_BYTES = 20_480
PLAIN_TEXT_TYPES = ("PLAIN_TEXT", TEXT_TYPE_DEFAULT)
PROBABILITY_TYPES = ("PROBABILITY", SCORE_TYPE_DEFAULT)


@dataclass(frozen=True, slots=True)
class Wanted:
    """An attribute asked for: under which name, which of ours answers, and the least score to return."""

    name: str
    attribute: Attribute
    threshold: float = 0.0


def check_comment(request: CommentMessage) -> None:
    """The comment is there, plain and short enough; the context is of one kind."""
    comment = request.comment
    if not comment.text.strip():
        raise refuse("COMMENT_EMPTY", "Comment must be non-empty.")
    _check_text_type(comment)
    if len(comment.text.encode("utf-8", "surrogatepass")) > LARGEST_COMMENT_BYTES:
        raise refuse("COMMENT_TOO_LONG", "Comment text too long.")
    _check_context(request.context)


def choose_attributes(
    requested: Mapping[str, AttributeParameters], scored: Collection[Attribute], *, drop_unsupported: bool
) -> list[Wanted]:
    """What to answer, in the order asked; what cannot be scored is left out or refused, never made up."""
    if not requested:
        raise refuse("NO_REQUESTED_ATTRIBUTES", "Missing requested_attributes")
    wanted: list[Wanted] = []
    for name, parameters in requested.items():
        attribute = find_attribute(name)
        if attribute is not None and attribute in scored:
            _check_score_type(name, parameters.score_type)
            wanted.append(Wanted(name, attribute, parameters.score_threshold or 0.0))
        elif not drop_unsupported:
            raise refuse_request(f"Unknown requested attribute: {shorten(name)}")
    return wanted


def choose_community(caller: Caller, community_id: str) -> str:
    """The key's community; a key of no community in particular may name one."""
    if caller.community != DEFAULT_COMMUNITY:
        return caller.community
    return community_id or DEFAULT_COMMUNITY


def read_suggestions(suggested: Mapping[str, AttributeScores], *, text: str) -> dict[str, float]:
    """The suggested scores by name; that of a stretch of `text` is named `INSULT[0:12]`, in UTF-16 units."""
    if not suggested:
        raise refuse_request("Missing attribute_scores")
    length = utf16_length(text)
    scores: dict[str, float] = {}
    for name, attribute_scores in suggested.items():
        if not is_known(name):
            raise refuse_request(f"Unknown attribute: {shorten(name)}")
        found = dict(_read_scores(name, attribute_scores, length=length))
        if not found:
            raise refuse_request(f"Attribute scores of {shorten(name)} must not be empty")
        scores |= found
    return scores


def _read_scores(name: str, scores: AttributeScores, *, length: int) -> Iterable[tuple[str, float]]:
    if scores.summary_score is not None:
        yield name, _read_value(name, scores.summary_score)
    for span in scores.span_scores:
        if span.begin is None or span.end is None:
            raise refuse_request(f"Span scores of {name} need both begin and end")
        if not 0 <= span.begin <= span.end <= length:
            raise refuse_request(
                f"Span scores of {name} need 0 <= begin <= end <= {length}, the comment's UTF-16 units"
            )
        yield f"{name}[{span.begin}:{span.end}]", _read_value(name, span.score)


def _read_value(name: str, score: Score) -> float:
    _check_score_type(name, score.type)
    if score.value is None:
        raise refuse_request(f"Scores of {name} need a value")
    if not 0 <= score.value <= 1:
        raise refuse_request(f"Scores of {name} must lie between 0 and 1, not {score.value}")
    return score.value


def _check_text_type(entry: TextEntry) -> None:
    if entry.type == "HTML":
        raise refuse_request("Currently, only 'PLAIN_TEXT' comments are supported")
    if entry.type not in PLAIN_TEXT_TYPES:
        raise refuse_request("Unknown text type")


def _check_score_type(name: str, score_type: str) -> None:
    if score_type not in PROBABILITY_TYPES:
        raise refuse_request(
            f"Requested score type {shorten(score_type)} is not supported by attribute {shorten(name)}"
        )


def _check_context(context: Context) -> None:
    if context.entries and context.article_and_parent_comment is not None:
        raise refuse_request(
            "Context can have either entries or article_and_parent_comment, but both fields were populated."
        )

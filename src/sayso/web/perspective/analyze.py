"""`comments:analyze`: scores for a comment and, if asked, for each of its sentences."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np

from sayso.core import Scores, Span
from sayso.text.offsets import Utf16Offsets, utf16_length
from sayso.text.sentences import split_sentences
from sayso.web.access.callers import Caller
from sayso.web.perspective.checks import Wanted, check_comment, choose_attributes, choose_community
from sayso.web.perspective.languages import keep_supported, read_languages
from sayso.web.perspective.wire import AnalyzeRequest
from sayso.web.service import Service

Json = dict[str, object]
Charge = Callable[[], Awaitable[None]]
"""Counts a comment against the caller's limits, or raises: called once the request has proved sound."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the comment: its place in UTF-16 units and its content."""

    place: Span
    content: str = field(repr=False)


def cut_whole(text: str) -> list[Piece]:
    """The whole comment as its only piece."""
    return [Piece(Span(0, utf16_length(text)), text)]


def cut_sentences(text: str) -> list[Piece]:
    """A piece for each sentence; the whole comment where there is none to be found."""
    offsets = Utf16Offsets(text)
    pieces = [Piece(offsets.span(span), text[span.begin : span.end]) for span in split_sentences(text)]
    return pieces or cut_whole(text)


async def analyze(service: Service, caller: Caller, request: AnalyzeRequest, charge: Charge) -> Json:
    """The answer as JSON. Nothing is kept of the comment; a shadow keeps scores, unless `doNotStore`."""
    check_comment(request)
    drop = request.drop_unsupported_attributes
    wanted = choose_attributes(
        request.requested_attributes, service.scoring.attributes, drop_unsupported=drop
    )
    languages = read_languages(request.comment.text, request.languages, service.languages)
    wanted = keep_supported(wanted, languages, drop_unsupported=drop)
    await charge()
    scored: Json = await _score(service, caller, request, wanted) if wanted else {"attributeScores": {}}
    spelled = {"languages": list(languages.effective), "detectedLanguages": list(languages.detected)}
    return {
        **scored,
        **{name: codes for name, codes in spelled.items() if codes},
        **spell_token(request.client_token),
    }


async def _score(service: Service, caller: Caller, request: AnalyzeRequest, wanted: Sequence[Wanted]) -> Json:
    text = request.comment.text
    pieces = cut_sentences(text) if request.span_annotations else cut_whole(text)
    scale = caller.scale or service.settings.scale
    contents = [piece.content for piece in pieces] if request.span_annotations else []
    own = await service.scoring.score([text, *contents])
    scores = service.scoring.on_scale(own, scale)
    if service.shadow and not request.do_not_store:
        community = choose_community(caller, request.community_id)
        ours = service.scoring.on_scale(own, "perspective").row(0)  # what the other service is compared on
        service.shadow.offer(text, community=community, ours=ours, model=scores.model)
    attribute_scores = {each.name: _spell_attribute(each, pieces, scores) for each in wanted}
    # A field of ours, only where there is something to say: what the model could not judge.
    whole_first = [*cut_whole(text), *pieces]
    unread = [
        {**asdict(whole_first[row].place), "reason": reason}
        for row, reason in sorted(scores.unjudged.items())
    ]
    return {"attributeScores": attribute_scores, **({"sayso": {"unjudged": unread}} if unread else {})}


def _spell_attribute(wanted: Wanted, pieces: Sequence[Piece], scores: Scores) -> Json:
    """Scores below the threshold are left out, the summary's too."""
    summary, *values = (to_float32(value) for value in scores.columns[wanted.attribute])
    values = values or [summary]  # no sentences were asked for: the one span has the score of the whole
    spans = [
        {"begin": piece.place.begin, "end": piece.place.end, "score": _spell_score(value)}
        for piece, value in zip(pieces, values, strict=True)
        if value >= wanted.threshold
    ]
    answer: Json = {"spanScores": spans} if spans else {}
    if summary >= wanted.threshold:
        answer["summaryScore"] = _spell_score(summary)
    return answer


def _spell_score(value: float) -> Json:
    return {"value": value, "type": "PROBABILITY"}


def spell_token(client_token: str) -> Json:
    return {"clientToken": client_token} if client_token else {}


def to_float32(value: float) -> float:
    """The nearest 32-bit float, in its shortest spelling: 0.8627961, not 0.8627960681915283."""
    return float(str(np.float32(value)))

"""The messages of the two methods as the discovery document describes them to client libraries."""

from collections.abc import Mapping
from typing import cast

Schema = dict[str, object]


def _text(description: str) -> Schema:
    return {"type": "string", "description": description}


def _flag(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def _whole(description: str) -> Schema:
    return {"type": "integer", "format": "int32", "description": description}


def _number(description: str) -> Schema:
    return {"type": "number", "format": "float", "description": description}


def _ref(name: str, description: str) -> Schema:
    return {"$ref": name, "description": description}


def _list(items: Schema, description: str) -> Schema:
    return {"type": "array", "items": items, "description": description}


def _map(name: str, description: str) -> Schema:
    return {"type": "object", "additionalProperties": {"$ref": name}, "description": description}


def _codes(description: str) -> Schema:
    return _list({"type": "string"}, description)


def _choice(description: str, meanings: Mapping[str, str]) -> Schema:
    return {**_text(description), "enum": list(meanings), "enumDescriptions": list(meanings.values())}


def _score_type(description: str) -> Schema:
    return _choice(
        description,
        {
            "SCORE_TYPE_UNSPECIFIED": "The same as PROBABILITY.",
            "PROBABILITY": "Between 0 and 1: how likely readers are to say the text has the attribute.",
            "STD_DEV_SCORE": "Not served.",
            "PERCENTILE": "Not served.",
            "RAW": "Not served.",
        },
    )


def _text_type() -> Schema:
    return _choice(
        "How the text is written.",
        {
            "TEXT_TYPE_UNSPECIFIED": "The same as PLAIN_TEXT.",
            "PLAIN_TEXT": "Plain text.",
            "HTML": "Not served.",
        },
    )


_COMMENT_FIELDS: Schema = {
    "comment": _ref("TextEntry", "The comment, at most 20480 bytes of UTF-8."),
    "context": _ref("Context", "What the comment answers. Accepted; no model uses it."),
    "languages": _codes(
        "Languages of the comment, such as en; detected if left out. Every one must be supported."
    ),
    "clientToken": _text("Any string; the answer repeats it."),
    "sessionId": _text("Joins the calls that belong together."),
    "communityId": _text("The community in which the comment was written."),
}

_PROPERTIES: Mapping[str, Schema] = {
    "AnalyzeCommentRequest": {
        **_COMMENT_FIELDS,
        "requestedAttributes": _map("AttributeParameters", "What to score, by attribute name."),
        "doNotStore": _flag("Keep nothing of the comment and its context."),
        "spanAnnotations": _flag("Score each sentence too."),
        "dropUnsupportedAttributes": _flag("Leave out attributes that cannot be scored instead of refusing."),
    },
    "AnalyzeCommentResponse": {
        "attributeScores": _map("AttributeScores", "The scores, by the attribute names of the request."),
        "languages": _codes("The languages the comment was scored as."),
        "detectedLanguages": _codes("The languages detected, most likely first."),
        "clientToken": _text("The clientToken of the request."),
    },
    "SuggestCommentScoreRequest": {
        **_COMMENT_FIELDS,
        "attributeScores": _map(
            "AttributeScores", "The scores the comment should have had, by attribute name."
        ),
    },
    "SuggestCommentScoreResponse": {
        "detectedLanguages": _codes("The languages detected, most likely first."),
        "requestedLanguages": _codes("The languages of the request."),
        "clientToken": _text("The clientToken of the request."),
    },
    "AttributeParameters": {
        "scoreType": _score_type("The kind of score to return."),
        "scoreThreshold": _number("Scores below this are not returned."),
    },
    "AttributeScores": {
        "summaryScore": _ref("Score", "The score of the whole comment."),
        "spanScores": _list(
            {"$ref": "SpanScore"}, "The score of each sentence, or one for the whole comment."
        ),
    },
    "Score": {
        "value": _number("The score."),
        "type": _score_type("The kind of score."),
    },
    "SpanScore": {
        "begin": _whole("First UTF-16 code unit of the stretch."),
        "end": _whole("UTF-16 code unit after the last of the stretch."),
        "score": _ref("Score", "The score of the stretch."),
    },
    "TextEntry": {
        "text": _text("The text."),
        "type": _text_type(),
    },
    "Context": {
        "entries": _list(
            {"$ref": "TextEntry"}, "Earlier messages. Send these or articleAndParentComment, not both."
        ),
        "articleAndParentComment": _ref("ArticleAndParentComment", "An article and the comment answered."),
    },
    "ArticleAndParentComment": {
        "article": _ref("TextEntry", "The article commented on."),
        "parentComment": _ref("TextEntry", "The comment answered."),
    },
}

SCHEMAS: Mapping[str, Schema] = {
    name: {"id": name, "type": "object", "properties": properties} for name, properties in _PROPERTIES.items()
}


def find_shape(name: str) -> Schema:
    """The fields a message can have, nested, for `fields.check_fields`; `*` stands for any key of a map."""
    return {field: _find_inner(cast("Schema", schema)) for field, schema in _PROPERTIES[name].items()}


def _find_inner(schema: Schema) -> Schema:
    if "$ref" in schema:
        return find_shape(str(schema["$ref"]))
    if "items" in schema:
        return _find_inner(cast("Schema", schema["items"]))
    if "additionalProperties" in schema:
        return {"*": _find_inner(cast("Schema", schema["additionalProperties"]))}
    return {}

"""A double of OpenAI's moderation endpoint, with any scorer behind it."""

from collections.abc import Mapping

from sayso.core import Attribute, Scorer
from sayso.testing.fake_scorer import FakeScorer
from sayso.testing.http_double import Answer, Asked, HttpDouble

CATEGORIES = (
    "harassment",
    "harassment/threatening",
    "hate",
    "hate/threatening",
    "illicit",
    "illicit/violent",
    "self-harm",
    "self-harm/intent",
    "self-harm/instructions",
    "sexual",
    "sexual/minors",
    "violence",
    "violence/graphic",
)
SCORED: Mapping[str, Attribute] = {
    "harassment": Attribute.INSULT,
    "hate": Attribute.IDENTITY_ATTACK,
    "sexual": Attribute.SEXUALLY_EXPLICIT,
    "violence": Attribute.THREAT,
}


def openai_double(scorer: Scorer | None = None, *, key: str = "") -> HttpDouble:
    """With a `key`, every other key is refused. Other paths than `.../moderations` are not found."""
    behind = scorer or FakeScorer(attributes=frozenset(Attribute))

    def respond(asked: Asked) -> Answer:
        if key and asked.headers.get("authorization") != f"Bearer {key}":
            return openai_error(401, "Incorrect API key provided.", "invalid_api_key")
        if asked.method != "POST" or not asked.path.endswith("/moderations"):
            return openai_error(404, "Invalid URL.", "not_found")
        return _moderate(behind, asked)

    return HttpDouble(respond)


def openai_error(status: int, message: str, code: str, headers: Mapping[str, str] | None = None) -> Answer:
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": code}
    return Answer(status, {"error": error}, headers or {})


def _moderate(scorer: Scorer, asked: Asked) -> Answer:
    body = asked.json()
    texts: list[str] = [body["input"]] if isinstance(body["input"], str) else body["input"]
    if not texts or "" in texts:
        return openai_error(400, "Input must not be empty.", "empty_input")
    scores = scorer.score(texts)
    results = [_result(scores.row(index)) for index in range(len(texts))]
    return Answer(content={"id": "modr-double", "model": body["model"], "results": results})


def _result(row: Mapping[Attribute, float]) -> dict[str, object]:
    values = {name: row[SCORED[name]] if name in SCORED else 0.0 for name in CATEGORIES}
    return {
        "flagged": max(values.values()) >= 0.5,
        "categories": {name: value >= 0.5 for name, value in values.items()},
        "category_scores": values,
        "category_applied_input_types": {name: ["text"] for name in CATEGORIES},
    }

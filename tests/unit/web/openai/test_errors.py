import json

import pytest

from sayso.core.errors import BadInput
from sayso.web.http.errors import Problem
from sayso.web.openai.errors import BadParameter, shape_error


@pytest.mark.parametrize(
    ("problem", "status", "kind", "code"),
    [
        (Problem(400, "bad-input", "x"), 400, "invalid_request_error", "bad_input"),
        (Problem(401, "not-allowed", "x"), 401, "invalid_request_error", "invalid_api_key"),
        (Problem(403, "forbidden", "x"), 403, "permission_error", "forbidden"),
        (Problem(404, "not-found", "x"), 404, "invalid_request_error", "not_found"),
        (Problem(422, "invalid-request", "x"), 400, "invalid_request_error", "invalid_request"),
        (Problem(429, "limit-reached", "x"), 429, "rate_limit_error", "rate_limit_exceeded"),
        (Problem(500, "internal-error", "x"), 500, "server_error", "internal_error"),
        (Problem(503, "store-busy", "x"), 503, "server_error", "server_is_overloaded"),
        (Problem(503, "missing-upstream", "x"), 503, "server_error", "missing_upstream"),
    ],
)
def test_each_problem_has_openais_type_and_code(problem: Problem, status: int, kind: str, code: str) -> None:
    response = shape_error(problem)
    error = json.loads(bytes(response.body))["error"]
    assert (response.status_code, error["type"], error["code"]) == (status, kind, code)
    assert set(error) == {"message", "type", "param", "code"}


@pytest.mark.parametrize(
    ("problem", "param"),
    [
        (Problem(400, "bad-input", "x", error=BadParameter("x", param="input")), "input"),
        (Problem(400, "bad-input", "x", error=BadInput("x")), None),
        (Problem(422, "invalid-request", "x", where="body.input"), "input"),
        (Problem(500, "internal-error", "x"), None),
    ],
)
def test_the_parameter_at_fault_is_named(problem: Problem, param: str | None) -> None:
    assert json.loads(bytes(shape_error(problem).body))["error"]["param"] == param


def test_hint_and_headers_are_passed_on() -> None:
    response = shape_error(Problem(429, "limit-reached", "Enough.", "Wait.", {"Retry-After": "3"}))
    assert json.loads(bytes(response.body))["error"]["message"] == "Enough. Wait."
    assert response.headers["Retry-After"] == "3"

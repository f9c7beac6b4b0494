import inspect
from typing import Any

import pytest
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from sayso.core import errors
from sayso.web.http.errors import STATUS, Problem, Shape, log_detail, problem_from, shape_for, status_of

SECRET = "what a person wrote"

EVERY_ERROR = [
    kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, errors.SaysoError)
]


@pytest.mark.parametrize("kind", EVERY_ERROR)
def test_every_error_has_a_status_of_its_own(kind: type[errors.SaysoError]) -> None:
    assert kind in STATUS


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.BadInput("x"), 400),
        (errors.UnknownName("attribute", "A", ["B"]), 400),
        (errors.TextTooLong("x"), 413),
        (errors.RemoteTimeout("x"), 504),
        (errors.RemoteQuota("x"), 503),
        (errors.RemoteRefused("x"), 502),
        (errors.StoreBusy("x"), 503),
        (errors.NotAllowed("x"), 401),
        (errors.Forbidden("x"), 403),
        (errors.LimitReached("x"), 429),
        (errors.LedgerBroken("x"), 500),
    ],
)
def test_the_status_says_whose_turn_it_is(error: errors.SaysoError, status: int) -> None:
    problem = problem_from(error)
    assert (problem.status, problem.code, problem.error) == (status, error.slug, error)


def test_an_error_of_another_package_has_its_parents_status() -> None:
    class Homemade(errors.RemoteQuota):
        pass

    assert status_of(Homemade("x")) == 503


@pytest.mark.parametrize(
    ("error", "headers"),
    [
        (errors.LimitReached("x", retry_after_s=12.2), {"Retry-After": "13"}),
        (errors.LimitReached("x", retry_after_s=0), {"Retry-After": "1"}),
        (errors.RemoteQuota("x", retry_after_s=30), {"Retry-After": "30"}),
        (errors.RemoteQuota("x"), {}),
        (errors.StoreBusy("x"), {"Retry-After": "1"}),
        (errors.NotAllowed("x"), {"WWW-Authenticate": "Bearer"}),
        (errors.Forbidden("x"), {}),
        (errors.BadInput("x"), {}),
    ],
)
def test_headers_say_what_to_do_next(error: errors.SaysoError, headers: dict[str, str]) -> None:
    assert problem_from(error).headers == headers


def test_an_unexpected_error_says_nothing_of_itself() -> None:
    problem = problem_from(KeyError(SECRET))
    assert (problem.status, problem.code) == (500, "internal-error")
    assert SECRET not in repr(problem)


def test_http_errors_keep_their_headers() -> None:
    problem = problem_from(HTTPException(405, "Method Not Allowed", {"Allow": "POST"}))
    assert (problem.code, problem.message, problem.headers) == (
        "method-not-allowed",
        "Method Not Allowed.",
        {"Allow": "POST"},
    )


def test_an_http_status_without_a_name_gets_a_general_one() -> None:
    assert problem_from(HTTPException(418)).code == "http-error"


def invalid(*items: dict[str, Any]) -> RequestValidationError:
    return RequestValidationError(list(items), body={"text": SECRET})


def test_a_bad_shape_is_told_by_place_and_reason_never_by_value() -> None:
    item = {
        "type": "string_type",
        "loc": ("body", "texts", 3),
        "msg": "Input should be a valid string",
        "input": SECRET,
    }
    problem = problem_from(invalid(item))
    assert (
        problem.message == "The request is not as it should be. body.texts.3: Input should be a valid string."
    )
    assert (problem.status, problem.where) == (422, "body.texts.3")
    assert SECRET not in repr(problem)


def test_a_name_the_client_made_up_is_not_repeated() -> None:
    problem = problem_from(
        invalid({"type": "x", "loc": ("body", SECRET), "msg": "Value error, no", "input": 1})
    )
    assert problem.message == "The request is not as it should be. body.?: no."


def test_of_many_faults_three_are_named() -> None:
    items = [{"type": "x", "loc": ("body", "texts", i), "msg": "no"} for i in range(5)]
    assert problem_from(invalid(*items)).message.endswith("body.texts.2: no; and 2 more.")


def test_broken_json_is_told_by_its_place() -> None:
    item = {"type": "json_invalid", "loc": ("body", 12), "msg": "JSON decode error", "ctx": {"error": SECRET}}
    assert problem_from(invalid(item)).message == "The body is not JSON: see its character 12."


@pytest.mark.parametrize(
    ("path", "name"), [("/v1/x", "v1"), ("/v1alpha1/x", "alpha"), ("/v2", "own"), ("", "own")]
)
def test_the_address_decides_the_shape(path: str, name: str) -> None:
    def make(text: str) -> Shape:
        def shape(_problem: Problem) -> Response:
            return Response(text)

        return shape

    shapes = {"": make("own"), "/v1/": make("v1"), "/v1alpha1/": make("alpha")}
    shape = shape_for({"path": f"/p{path}", "root_path": "/p"}, shapes)
    assert shape(Problem(500, "x", "x")).body == name.encode()


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (errors.StoreError("host db.internal, port 5432, role sayso"), "The database cannot answer now."),
        (errors.StoreOutdated("revision 0001"), "The database cannot answer now."),
        (errors.BadWeights("There is no weights file /srv/models/x."), "The model cannot answer now."),
        (errors.StoreBusy("Somebody else is writing."), "Somebody else is writing."),
    ],
)
def test_strangers_are_not_told_where_the_database_is(error: errors.SaysoError, message: str) -> None:
    problem = problem_from(error)
    assert (problem.message, problem.code) == (message, error.slug)
    assert "internal" not in problem.hint


def test_what_strangers_are_not_told_is_in_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    log_detail(errors.StoreError("port 5432 is closed"), request_id="r1")
    log_detail(errors.BadInput("told to the caller"))
    printed = capsys.readouterr().out
    assert "port 5432 is closed" in printed
    assert "r1" in printed
    assert "told to the caller" not in printed

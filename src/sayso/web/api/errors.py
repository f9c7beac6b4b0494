"""Problems in our own envelope."""

from starlette.responses import Response

from sayso.web.api.schemas import ErrorAnswer
from sayso.web.http.errors import Problem, Shape
from sayso.web.http.responses import JsonResponse


def make_shape(prefix: str = "") -> Shape:
    """`docs` leads to the page that explains every code, on this very service."""

    def shape_error(problem: Problem) -> Response:
        docs = f"{prefix}/errors#{problem.code}"
        envelope = ErrorAnswer(problem.code, problem.message, problem.hint, docs)
        return JsonResponse(envelope, problem.status, headers=dict(problem.headers))

    return shape_error

"""Problems in our own envelope."""

from starlette.responses import Response

from sayso.web.http.errors import Problem, Shape
from sayso.web.http.responses import JsonResponse


def make_shape(prefix: str = "") -> Shape:
    """`docs` leads to the page that explains every code, on this very service."""

    def shape_error(problem: Problem) -> Response:
        envelope = {
            "code": problem.code,
            "message": problem.message,
            "hint": problem.hint,
            "docs": f"{prefix}/errors#{problem.code}",
        }
        return JsonResponse(envelope, problem.status, headers=dict(problem.headers))

    return shape_error

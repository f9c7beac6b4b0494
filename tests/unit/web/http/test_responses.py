from sayso.web.http.responses import JsonResponse


def test_the_answer_names_its_type() -> None:
    response = JsonResponse({"a": 1}, 201)
    assert (response.status_code, response.headers["content-type"]) == (201, "application/json")

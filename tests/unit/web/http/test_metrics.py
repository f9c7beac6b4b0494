import pytest

from sayso.web.http.metrics import Metrics


def test_requests_are_counted_by_route_and_status() -> None:
    metrics = Metrics(model="fake.v1")
    for status in (200, 200, 404):
        metrics.count_request(method="POST", route="/api/v1/analyze", status=status, duration_s=0.02)
    page = metrics.render().decode()
    assert 'sayso_requests_total{method="POST",route="/api/v1/analyze",status="200"} 2.0' in page
    assert 'sayso_requests_total{method="POST",route="/api/v1/analyze",status="404"} 1.0' in page
    assert 'sayso_request_duration_seconds_count{route="/api/v1/analyze"} 3.0' in page


def test_a_method_somebody_made_up_makes_no_new_series() -> None:
    metrics = Metrics()
    for method in ("BREW", "WHEN"):
        metrics.count_request(method=method, route="unmatched", status=405, duration_s=0.1)
    assert (
        'sayso_requests_total{method="other",route="unmatched",status="405"} 2.0' in metrics.render().decode()
    )


def test_texts_runs_and_the_model_are_there() -> None:
    metrics = Metrics(model="fake.v1")
    metrics.count_texts(cached=2, scored=3)
    metrics.count_unjudged(1)
    metrics.count_texts(cached=0, scored=0)
    metrics.count_run(3)
    metrics.count_shadow("dropped")
    page = metrics.render().decode()
    for line in (
        'sayso_texts_total{source="cache"} 2.0',
        'sayso_texts_total{source="model"} 3.0',
        "sayso_unjudged_texts_total 1.0",
        "sayso_batch_texts_sum 3.0",
        'sayso_shadow_total{outcome="dropped"} 1.0',
        'sayso_model_info{model="fake.v1"} 1.0',
    ):
        assert line in page


def test_two_services_in_one_process_do_not_mix() -> None:
    one, other = Metrics(), Metrics()
    one.count_run(5)
    assert "sayso_batch_texts_sum 5.0" in one.render().decode()
    assert "sayso_batch_texts_sum 0.0" in other.render().decode()


def test_nothing_counts_when_a_series_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "_created" not in Metrics().render().decode()


def test_replies_and_failures_of_the_guard_are_counted() -> None:
    metrics = Metrics()
    metrics.count_reply(decision="held", mode="sentence")
    metrics.count_upstream_failure("timeout")
    metrics.observe_first_text(0.03)
    page = metrics.render().decode()
    for line in (
        'sayso_guard_replies_total{decision="held",mode="sentence"} 1.0',
        'sayso_upstream_failures_total{kind="timeout"} 1.0',
        "sayso_guard_first_text_seconds_count 1.0",
    ):
        assert line in page

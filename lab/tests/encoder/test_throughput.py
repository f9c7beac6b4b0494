import pytest

from sayso_lab.encoder.throughput import RECENT_S, Throughput


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_speed_and_time_left_are_those_since_the_start(clock: Clock) -> None:
    pace = Throughput(1000, clock)
    pace.start(100)
    clock.now = 10.0
    report = pace.report(300, {"all": 2.0})
    assert (report.samples, report.total, report.share) == (300, 1000, 0.3)
    assert (report.samples_per_s, report.left_s) == (20.0, 35.0)


def test_only_the_last_two_minutes_count(clock: Clock) -> None:
    pace = Throughput(100_000, clock)
    pace.start(0)
    for minute in range(1, 11):
        clock.now = 60.0 * minute
        pace.report(60 * minute, {"all": 1.0})
    clock.now += RECENT_S
    assert pace.report(60 * 10 + 1200, {"all": 1.0}).samples_per_s == pytest.approx(10.0)


def test_before_any_time_has_passed_nothing_is_known_of_the_rest(clock: Clock) -> None:
    pace = Throughput(1000, clock)
    pace.start(0)
    assert pace.report(8, {"all": 1.0}).left_s is None


def test_losses_are_running_means(clock: Clock) -> None:
    pace = Throughput(1000, clock)
    pace.start(0)
    assert pace.report(1, {"all": 1.0}).losses == {"all": 1.0}
    assert pace.report(2, {"all": 2.0}).losses["all"] == pytest.approx(1.02)


def test_a_run_that_went_a_little_over_is_done(clock: Clock) -> None:
    pace = Throughput(10, clock)
    pace.start(0)
    clock.now = 1.0
    report = pace.report(12, {"all": 1.0})
    assert (report.share, report.left_s) == (1.0, 0.0)

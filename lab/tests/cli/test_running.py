"""What the commands that train share."""

from io import StringIO

import pytest
from rich.console import Console
from rich.progress import Progress

from sayso_lab.cli.running import LINE_S, Display, describe_report, describe_time
from sayso_lab.encoder.throughput import Report

REPORT = Report(12_000, 300_000, {"all": 1.5, "groups": 0.25}, 62.6, 4600.0)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(4.4, "4 s"), (60, "1 min"), (3540, "59 min"), (3599, "1 h 00 min"), (11_100, "3 h 05 min")],
)
def test_a_time_is_told_in_the_units_people_use(seconds: float, words: str) -> None:
    assert describe_time(seconds) == words


def test_a_report_is_one_line() -> None:
    assert describe_report(REPORT) == ("12,000 of 300,000 samples, 63 a second, 1 h 17 min left, loss 1.500")


def test_while_the_speed_is_not_known_no_time_is_told() -> None:
    assert "left" not in describe_report(Report(1, 2, {"all": 1.0}, 0.0, None))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_without_a_terminal_there_is_a_line_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    with Progress(disable=True) as bar:
        display = Display(bar, bar.add_task("starting"), is_seen=False, clock=clock)
        for _ in range(5):
            clock.now += LINE_S / 2
            display.report(REPORT)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"{describe_report(REPORT)} (groups 0.250)"] * 2


def test_on_a_terminal_the_bar_tells_it(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(file=StringIO(), force_terminal=True, width=120)
    with Progress(console=console, auto_refresh=False) as bar:
        task = bar.add_task("starting", total=1.0)
        display = Display(bar, task, is_seen=True)
        display.step("training")
        display.report(REPORT)
        assert bar.tasks[0].description == describe_report(REPORT)
        assert bar.tasks[0].completed == pytest.approx(0.04)
        display.progress(0.5)
        assert bar.tasks[0].completed == 0.5
    assert capsys.readouterr().err == ""

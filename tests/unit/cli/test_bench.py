"""What `sayso bench service` prints."""

import click
import pytest

from sayso.cli.bench.command import report
from sayso.cli.bench.load import Load

FAST = Load(1.0, [1.0, 2.0, 3.0, 4.0])
SLOW = Load(1.0, [10.0, 20.0])


def test_the_ratio_is_the_second_way_to_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    report({"one at a time": SLOW, "gathered": FAST}, title="linear")
    assert "Gathered answers 2.00 times as many requests." in capsys.readouterr().out


def test_a_request_that_failed_fails_the_whole() -> None:
    with pytest.raises(click.exceptions.Exit):
        report({"one at a time": SLOW, "gathered": FAST + Load(1.0, [], 1)}, title="linear")

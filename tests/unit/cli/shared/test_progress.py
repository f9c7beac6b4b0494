import io

from rich.console import Console

from sayso.cli.shared.progress import show_progress


def draw(*, is_shown: bool, quiet_s: float) -> str:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=80)
    with show_progress(total=10, is_shown=is_shown, quiet_s=quiet_s, console=console) as report:
        report(5, 1234)
    return screen.getvalue()


def test_a_long_run_shows_how_far_it_is() -> None:
    drawn = draw(is_shown=True, quiet_s=0)
    assert "1,234 lines" in drawn
    assert "50%" in drawn


def test_a_short_run_shows_nothing() -> None:
    assert draw(is_shown=True, quiet_s=60) == ""


def test_a_bar_that_is_turned_off_stays_off() -> None:
    assert draw(is_shown=False, quiet_s=0) == ""

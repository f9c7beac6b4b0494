"""The bar for work on the database."""

import io

from rich.console import Console

from sayso.cli.shared.progress import show_steps


def test_a_terminal_gets_a_bar() -> None:
    file = io.StringIO()
    with show_steps("Verifying", console=Console(file=file, force_terminal=True)) as progress:
        progress(50, 100)
    assert "Verifying" in file.getvalue()
    assert "50%" in file.getvalue()


def test_a_pipe_gets_nothing() -> None:
    file = io.StringIO()
    with show_steps("Verifying", console=Console(file=file)) as progress:
        progress(50, 100)
    assert file.getvalue() == ""

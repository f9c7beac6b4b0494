import pytest

from sayso.cli.shared.columns import print_columns


def test_columns_are_as_wide_as_what_stands_in_them(capsys: pytest.CaptureFixture[str]) -> None:
    print_columns(("NAME", "X"), [("a", "1"), ("longer", "")], nothing="None.")
    assert capsys.readouterr().out == "NAME    X\na       1\nlonger\n"


def test_nothing_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    print_columns(("NAME",), [], nothing="There is none.")
    assert capsys.readouterr().out == "There is none.\n"

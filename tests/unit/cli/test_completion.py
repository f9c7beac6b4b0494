import pytest
from click.testing import CliRunner

from sayso.cli import main


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell_asks_sayso(shell: str) -> None:
    result = CliRunner().invoke(main, ["completion", shell])
    assert result.exit_code == 0
    assert "_SAYSO_COMPLETE" in result.stdout
    assert f"{shell}_complete" in result.stdout


def test_an_unknown_shell_is_a_usage_error_that_lists_the_known_ones() -> None:
    result = CliRunner().invoke(main, ["completion", "tcsh"])
    assert result.exit_code == 2
    assert "'bash', 'zsh', 'fish'" in result.stderr


def test_a_half_typed_command_is_completed() -> None:
    environment = {"_SAYSO_COMPLETE": "bash_complete", "COMP_WORDS": "sayso comp", "COMP_CWORD": "1"}
    result = CliRunner().invoke(main, [], prog_name="sayso", env=environment)
    assert result.stdout == "plain,completion\n"

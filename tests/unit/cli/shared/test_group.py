"""The frame: commands are loaded when asked for, errors are one sentence and a hint."""

import errno
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint

import click
import pytest
from click.testing import CliRunner

from sayso import __version__
from sayso.cli import COMMANDS, main
from sayso.cli.completion import command as completion
from sayso.cli.shared import group as group_module
from sayso.cli.shared.group import Entry, LazyGroup
from sayso.core.errors import BadInput
from sayso.settings import Settings

PRIVATE = "what somebody wrote"


def make_group(raiser: Callable[[], object]) -> click.Group:
    """A `sayso` with the one command `go`, which calls `raiser`."""

    class OneCommand(LazyGroup):
        def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
            return (
                click.Command("go", callback=raiser)
                if cmd_name == "go"
                else super().get_command(ctx, cmd_name)
            )

    entries = {"go": Entry("nowhere:at_all", "Go."), "gone": Entry("sayso.nothing_here:command", "Gone.")}
    return OneCommand(
        "sayso", entries=entries, params=[click.Option(["--debug"], is_flag=True)], callback=_ignore
    )


def _ignore(*, debug: bool) -> None:
    pass


def fail_with(error: BaseException) -> Callable[[], None]:
    def raiser() -> None:
        raise error

    return raiser


def install(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    """As if other packages brought these entry points and no others."""

    def find(**_: str) -> tuple[EntryPoint, ...]:
        return points

    monkeypatch.setattr(group_module, "entry_points", find)


def test_the_table_of_commands_is_the_public_list() -> None:
    assert list(COMMANDS) == [
        "serve", "score", "explain", "models", "key", "objections", "policy", "reader", "reject",
        "shared-words", "report", "ledger", "db", "retention", "erase", "shadow", "train", "evaluate",
        "thresholds", "bench",
        "completion",
    ]  # fmt: skip


def test_the_version_is_printed_without_loading_a_command_or_a_model() -> None:
    code = (
        "import sys\nfrom sayso.cli import main\n"
        "try: main(['--version'])\nexcept SystemExit: pass\n"
        "heavy = ('numpy', 'pydantic', 'sqlalchemy', 'fastapi', 'rich')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"sayso {__version__}", "[]"]


def test_the_list_of_commands_is_shown_without_loading_them() -> None:
    result = CliRunner().invoke(make_group(fail_with(ValueError())), ["--help"])
    assert result.exit_code == 0
    assert "go    Go." in result.output
    assert "gone  Gone." in result.output


@pytest.mark.parametrize(
    ("typed", "said"),
    [("scroe", "No such command 'scroe'. Did you mean 'score'?"), ("zzzz", "No such command 'zzzz'.\n")],
)
def test_a_mistyped_command_is_a_usage_error_with_the_nearest_name(typed: str, said: str) -> None:
    result = CliRunner().invoke(main, [typed])
    assert result.exit_code == 2
    assert said in result.stderr


def test_an_error_of_ours_is_a_sentence_and_a_hint() -> None:
    group = make_group(fail_with(BadInput("It is red.", hint="Paint it.")))
    result = CliRunner().invoke(group, ["go"])
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "Error: It is red.\nHint: Paint it.\n")


def test_debug_shows_the_traceback_before_the_sentence() -> None:
    result = CliRunner().invoke(make_group(fail_with(BadInput("It is red."))), ["--debug", "go"])
    assert result.exit_code == 1
    assert result.stderr.startswith("Traceback")
    assert result.stderr.endswith("Error: It is red.\n")


def test_a_surprise_says_where_but_not_what_the_exception_quotes() -> None:
    result = CliRunner().invoke(make_group(fail_with(ValueError(PRIVATE))), ["go"])
    assert result.exit_code == 1
    assert result.stderr.startswith(
        "Error: Sayso failed unexpectedly: ValueError at sayso/cli/shared/group.py:"
    )
    assert "please report it, without the text" in result.stderr
    assert PRIVATE not in result.output


def test_a_missing_library_of_an_extra_names_the_extra() -> None:
    error = ModuleNotFoundError("No module named 'sklearn'", name="sklearn.linear_model")
    result = CliRunner().invoke(make_group(fail_with(error)), ["go"])
    assert result.stderr == (
        "Error: Training needs the extra 'train', which is not installed.\n"
        "Hint: Run: pip install 'sayso[train]'\n"
    )


def test_a_command_that_cannot_be_imported_hurts_only_itself() -> None:
    group = make_group(lambda: None)
    assert CliRunner().invoke(group, ["go"]).exit_code == 0
    result = CliRunner().invoke(group, ["gone"])
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: The library 'sayso.nothing_here' is missing.\n")


def test_a_command_of_another_package_says_what_to_install_where_it_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(monkeypatch)
    result = CliRunner().invoke(main, ["train", "linear"])
    assert (result.exit_code, result.stderr) == (
        1,
        "Error: Training needs the extra 'train', which is not installed.\n"
        "Hint: Run: pip install 'sayso[train]'\n",
    )
    assert "train" in CliRunner().invoke(main, ["--help"]).stdout


def test_a_command_of_another_package_joins_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, EntryPoint("train", "sayso.cli.completion:command", "sayso.commands"))
    assert main.get_command(click.Context(main), "train") is completion


def test_a_file_that_cannot_be_used_is_named() -> None:
    group = make_group(fail_with(PermissionError(errno.EACCES, "Permission denied", "/etc/shadow")))
    result = CliRunner().invoke(group, ["go"])
    assert result.stderr.startswith("Error: Cannot use '/etc/shadow': Permission denied.\n")


def test_ctrl_c_ends_with_130() -> None:
    result = CliRunner().invoke(make_group(fail_with(KeyboardInterrupt())), ["go"])
    assert (result.exit_code, result.stderr.strip()) == (130, "")


def test_a_closed_pipe_is_quiet() -> None:
    result = CliRunner().invoke(make_group(fail_with(BrokenPipeError(errno.EPIPE, "Broken pipe"))), ["go"])
    assert (result.exit_code, result.stderr) == (1, "")


def test_usage_errors_of_click_pass_through() -> None:
    result = CliRunner().invoke(make_group(fail_with(click.UsageError("Odd."))), ["go"])
    assert result.exit_code == 2
    assert "Error: Odd." in result.stderr


def test_a_bad_setting_names_its_variable_and_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAYSO_PORT", "many")
    result = CliRunner().invoke(make_group(lambda: Settings()), ["go"])
    assert result.exit_code == 1
    assert result.stderr.startswith(
        "Error: The setting SAYSO_PORT is 'many': input should be a valid integer"
    )


def test_a_name_that_is_not_in_the_table_is_no_command() -> None:
    assert main.get_command(click.Context(main), "nothing") is None


def test_completing_does_not_fail_on_a_command_that_cannot_be_imported() -> None:
    group = make_group(lambda: None)
    context = click.Context(group, resilient_parsing=True)
    assert [item.value for item in group.shell_complete(context, "g")] == ["go", "gone"]


def test_every_command_tells_of_a_variable_that_is_no_setting() -> None:
    result = CliRunner().invoke(main, ["completion", "bash"], env={"SAYSO_SCORRER": "linear"})
    assert result.exit_code == 0
    assert result.stderr == (
        "Warning: SAYSO_SCORRER is not a setting and changes nothing. Did you mean SAYSO_SCORER?\n"
    )
    assert "Warning" not in result.stdout

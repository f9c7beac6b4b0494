import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sayso.cli.shared.output import open_output
from sayso.core.errors import BadFile


def test_a_file_appears_only_once_it_is_complete(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    with open_output(str(target)) as stream:
        stream.write(b"half")
        assert not target.exists()
    assert target.read_bytes() == b"half"
    assert list(tmp_path.iterdir()) == [target]


def write_and_interrupt(target: Path) -> None:
    with open_output(str(target)) as stream:
        stream.write(b"half")
        raise KeyboardInterrupt


def test_an_interrupted_run_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    target.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        write_and_interrupt(target)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_the_mode_of_the_file_replaced_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    target.touch(mode=0o600)
    with open_output(str(target)):
        pass
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_new_file_gets_the_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    with open_output(str(tmp_path / "new")):
        pass
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("exists", [False, True])
def test_a_private_file_is_for_its_owner_alone(tmp_path: Path, *, exists: bool) -> None:
    target = tmp_path / "texts.csv"
    if exists:
        target.touch(mode=0o644)
    with open_output(str(target), private=True):
        pass
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_what_a_link_points_at_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with open_output(str(tmp_path / "link")) as stream:
        stream.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_device_is_written_to_and_never_replaced() -> None:
    with open_output(os.devnull) as stream:
        stream.write(b"gone")
    assert not Path(os.devnull).is_file()


def test_a_pipe_that_only_a_descriptor_names_is_written_to() -> None:
    ours, theirs = os.pipe()
    with open_output(f"/dev/fd/{theirs}") as stream:
        stream.write(b"through")
    os.close(theirs)
    assert os.read(ours, 100) == b"through"
    os.close(ours)


@pytest.mark.parametrize(("name", "said"), [("", "is a folder"), ("missing/out.csv", "There is no folder")])
def test_a_place_that_cannot_hold_a_file_is_refused(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(BadFile, match=said), open_output(str(tmp_path / name)):
        pass


def test_what_a_killed_run_left_is_taken_away_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left = tmp_path / f".out.csv.{gone.pid}.abc.draft"
    left.write_bytes(b"half")
    others = tmp_path / f".out.csv.{os.getpid()}.abc.draft"
    others.write_bytes(b"being written")
    with open_output(str(tmp_path / "out.csv")) as stream:
        stream.write(b"whole")
    assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "out.csv", others])
    assert f"took away {left.name}" in capsys.readouterr().err


def test_a_run_that_is_told_to_end_leaves_nothing(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit) as ended, open_output(str(tmp_path / "out.csv")):
        signal.raise_signal(signal.SIGTERM)
    assert ended.value.code == 143
    assert list(tmp_path.iterdir()) == []
    assert signal.getsignal(signal.SIGTERM) is before

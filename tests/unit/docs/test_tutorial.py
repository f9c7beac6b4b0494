"""What the tutorial says that a command prints is what it prints, but for numbers that a new model moves."""

import os
import re
import subprocess
import sys
from pathlib import Path

TUTORIAL = Path(__file__).parents[3] / "docs" / "tutorial" / "index.md"
NEAR = 0.15
NUMBER = re.compile(r"\d+\.\d+")
SHOWN = re.compile(
    r"```console\n\$ printf '(?P<texts>[^']*)' \| sayso (?P<command>[^\n]*)\n```"
    r".*?```text\n(?P<said>.*?)```",
    re.DOTALL,
)


def test_the_first_command_prints_what_is_shown() -> None:
    shown = SHOWN.search(TUTORIAL.read_text("utf-8"))
    assert shown
    command = [sys.executable, "-m", "sayso", *shown["command"].split(), "--format", "table"]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("SAYSO_")}
    texts = shown["texts"].replace("\\n", "\n")
    said = subprocess.run(command, input=texts, capture_output=True, text=True, check=True, env=plain).stdout
    lines, expected = said.splitlines(), shown["said"].splitlines()
    assert lines[0].partition(".")[0] == expected[0].partition(".")[0]
    assert lines[1] == expected[1]
    for line, other in zip(lines[2:], expected[2:], strict=True):
        assert NUMBER.sub("#", line) == NUMBER.sub("#", other)
        pairs = zip(NUMBER.findall(line), NUMBER.findall(other), strict=True)
        assert all(abs(float(one) - float(two)) <= NEAR for one, two in pairs), line

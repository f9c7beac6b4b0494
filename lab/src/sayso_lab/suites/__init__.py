"""The laboratory's own sentences, as reviewed text: one YAML file per theme, read by `sayso.audit.suites`.

`contrast` makes those for the hard cases, `plain_sentences` those for the linear scorer. A new suite is a new
YAML file here (or a folder of them), a few lines of Python that say how it is drawn, and a share in the
encoder's `mix`. Files hold slurs and cruel sentences where the point depends on it; lab/tests/suites checks
that nothing stands twice and that nothing measured on is learned from.
"""

from importlib.resources import files
from pathlib import Path

from sayso.audit.suites import Suite, load_suite

FOLDER = Path(str(files(__name__)))


def load(*names: str) -> Suite:
    """The files of these names, as one suite."""
    return load_suite(*(FOLDER / f"{name}.yaml" for name in names))

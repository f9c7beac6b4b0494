"""The keeper of a model's process, and what a test wants to know of it."""

import subprocess
import threading
from typing import Self

from sayso.predicting.local_server import LocalServer, Pulse


class WatchedServer(LocalServer):
    _ready: threading.Event

    def start(self) -> Self:
        self._ready = threading.Event()
        return super().start()

    @property
    def process_id(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    def wait_until_ready(self, timeout_s: float = 60.0) -> Self:
        if not self._ready.wait(timeout_s):
            raise TimeoutError(f"{self.model.name!r} was not ready within {timeout_s:g} s")
        return self

    def _launch(self) -> "subprocess.Popen[bytes] | None":
        self._ready.clear()
        return super()._launch()

    def _feel_pulse(self, process: "subprocess.Popen[bytes]") -> Pulse:
        """Felt for the first time when the process has said that it is ready."""
        self._ready.set()
        return super()._feel_pulse(process)

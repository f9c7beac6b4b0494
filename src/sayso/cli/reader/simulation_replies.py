"""Where the replies of a simulation come from: a file, a chat server, or what ships."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sayso.cli.shared.output import open_output
from sayso.cli.shared.progress import has_watcher, show_progress
from sayso.core.errors import BadInput

if TYPE_CHECKING:
    from sayso.reader.simulation import Conversation, Plan
    from sayso.reader.simulation.known import KnownScores
    from sayso.settings import Settings

# What does the work is imported where it is used: `--help` and completion need neither numpy nor a model.


@dataclass(frozen=True, slots=True)
class Material:
    """What was asked for on the command line."""

    file: Path | None
    recorded: bool
    generated: int | None
    kept: str | None
    turns: int
    strong: float
    over_share: float

    def __post_init__(self) -> None:
        if sum(map(bool, (self.file, self.recorded, self.generated))) > 1:
            raise BadInput(
                "--replies, --recorded and --generate each say where replies come from.", hint="Give one."
            )
        if self.kept and not self.generated:
            raise BadInput("--keep is for replies that were generated.", hint="Add: --generate COUNT")

    @property
    def name(self) -> str:
        if self.file:
            return self.file.name
        if self.recorded:
            return "recorded replies"
        return "generated replies" if self.generated else "shipped replies"

    def gather(self, known: "KnownScores", plan: "Plan", settings: "Settings") -> "Sequence[Conversation]":
        """The conversations that readers will have."""
        from sayso.reader.simulation.replies import cut, read_replies
        from sayso.reader.simulation.shipped import load_conversations

        if self.file:
            return cut(read_replies(self.file), turns=self.turns)
        if self.recorded:
            return cut(load_conversations(), turns=self.turns)
        if self.generated:
            return self._generate(self.generated, plan, settings)
        return self._compose(known, plan)

    def _compose(self, known: "KnownScores", plan: "Plan") -> "Sequence[Conversation]":
        from sayso.reader.simulation.pool import Mix, compose
        from sayso.reader.simulation.shipped import load_pool

        mix = Mix(self.turns, self.strong, self.over_share)
        count = plan.readers * plan.conversations
        return compose(load_pool(), known, plan.policy, mix=mix, count=count, seed=plan.seed)

    def _generate(self, count: int, plan: "Plan", settings: "Settings") -> "Sequence[Conversation]":
        import httpx

        from sayso.reader.simulation.generating import ChatServer, generate

        if not settings.upstream:
            raise BadInput(
                "--generate needs a chat server, and SAYSO_UPSTREAM names none.",
                hint="Set it, such as SAYSO_UPSTREAM=http://127.0.0.1:8701/v1",
            )
        with (
            httpx.Client(timeout=settings.upstream_timeout_s) as client,
            show_progress(total=count * self.turns, is_shown=has_watcher()) as watch,
        ):
            server = ChatServer(settings.upstream, client=client, key=settings.upstream_key)
            found = list(
                generate(
                    server,
                    count=count,
                    turns=self.turns,
                    seed=plan.seed,
                    watch=lambda done: watch(done, done),
                )
            )
        self._keep(found)
        return found

    def _keep(self, conversations: "Sequence[Conversation]") -> None:
        if not self.kept:
            return
        with open_output(self.kept) as stream:
            for one in conversations:
                for at, turn in enumerate(one.turns, start=1):
                    row = {
                        "conversation": one.name,
                        "turn": at,
                        "prompt": turn.prompt,
                        "reply": turn.reply,
                    }
                    stream.write((json.dumps(row) + "\n").encode())

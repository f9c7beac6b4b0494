"""The training loop: step by step, with checkpoints, until the samples are learned or somebody says stop.

With the same seed, config, data, base and number of threads it ends in the same weights, bit for bit, however
often it was stopped and resumed.
"""

import math
import time
from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import torch
from torch import Tensor, nn

from sayso.core.errors import BadInput
from sayso_lab.encoder.averaging import Average
from sayso_lab.encoder.batches import Batch
from sayso_lab.encoder.checkpoint import (
    Checkpoint,
    Identity,
    Position,
    load_checkpoint,
    save_checkpoint,
)
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.losses import measure_losses
from sayso_lab.encoder.network import Network
from sayso_lab.encoder.rates import make_optimiser, plan_rate, set_rates
from sayso_lab.encoder.rng import keep_rng, use_threads
from sayso_lab.encoder.throughput import Clock, Report, Throughput

BatchT = TypeVar("BatchT", bound=Sized)
AnyBatch = TypeVar("AnyBatch", bound=Sized, contravariant=True)
SomeBatch = TypeVar("SomeBatch", bound=Sized, covariant=True)


class Task(Protocol[AnyBatch]):
    """What is learned: a network, how its weights move, and what it loses on a batch."""

    @property
    def network(self) -> nn.Module: ...

    def make_optimiser(self) -> torch.optim.AdamW: ...

    def compute_losses(self, batch: AnyBatch) -> dict[str, Tensor]:
        """By name; `all` is what is learned from, the others are told."""
        ...


class Batches(Protocol[SomeBatch]):
    """Batches without end; a chunk depends on the seed and its number alone."""

    def make_chunk(self, number: int) -> Iterator[SomeBatch]: ...


@dataclass(frozen=True)
class Watch:
    """Told after each step how the run is getting on, and asked whether it is to stop."""

    report: Callable[[Report], None] = lambda _: None
    is_stopped: Callable[[], bool] = lambda: False
    clock: Clock = time.monotonic


@dataclass(frozen=True)
class Outcome:
    """The averaged weights, and how far the run came."""

    weights: dict[str, Tensor]
    position: Position
    finished: bool


@dataclass(frozen=True)
class EncoderTask:
    """Many answers at once, each with its share in the sum."""

    network: Network
    config: EncoderConfig

    def make_optimiser(self) -> torch.optim.AdamW:
        return make_optimiser(self.network, self.config)

    def compute_losses(self, batch: Batch) -> dict[str, Tensor]:
        config = self.config
        answers = self.network(batch.ids, batch.mask, bfloat16=config.bfloat16)
        losses = measure_losses(answers, batch.labels, attribute_losses=config.attribute_losses)
        return {
            "all": torch.stack([config.losses[name] * value for name, value in losses.items()]).sum(),
            **losses,
        }


def train(
    task: Task[BatchT],
    stream: Batches[BatchT],
    identity: Identity,
    *,
    checkpoint: Path,
    resume: bool = False,
    watch: Watch = Watch(),  # noqa: B008 - it is frozen
) -> Outcome:
    """Trains the task's network in place; the weights to keep are the averaged ones in the outcome."""
    with keep_rng(identity.seed), use_threads(identity.config.thread_count):
        loop = _Loop(task, stream, identity, path=checkpoint, watch=watch)
        if resume:
            loop.restore(load_checkpoint(checkpoint, identity))
        return loop.run()


class _Loop(Generic[BatchT]):
    """A run and where it stands."""

    def __init__(
        self, task: Task[BatchT], stream: Batches[BatchT], identity: Identity, *, path: Path, watch: Watch
    ) -> None:
        self._task, self._stream, self._identity = task, stream, identity
        self._network = task.network
        self._config = identity.config
        self._path, self._watch = path, watch
        self._optimiser = task.make_optimiser()
        self._average = Average.start(self._network.state_dict(), stays=self._config.average)
        self._position = Position()
        self._throughput = Throughput(self._config.samples, watch.clock)

    def restore(self, found: Checkpoint) -> None:
        self._network.load_state_dict(found.weights)
        self._optimiser.load_state_dict(dict(found.optimiser))
        self._average = Average.start(found.average, stays=self._config.average)
        self._position = found.position
        torch.set_rng_state(found.rng)

    def run(self) -> Outcome:
        self._network.train()
        self._throughput.start(self._position.samples)
        before_s, began_at = self._position.seconds, self._watch.clock()
        saved_at = began_at
        finished = self._is_finished()
        batches = self._list_batches()
        while not finished and not self._watch.is_stopped():
            losses = self._step(next(batches))
            now = self._watch.clock()
            self._position = replace(self._position, seconds=before_s + now - began_at)
            self._watch.report(self._throughput.report(self._position.samples, losses))
            finished = self._is_finished()
            if now - saved_at >= 60 * self._config.checkpoint_minutes:
                self._save()
                saved_at = now
        self._save()
        return Outcome(self._average.weights, self._position, finished)

    def _is_finished(self) -> bool:
        return self._position.samples >= self._config.samples

    def _list_batches(self) -> Iterator[BatchT]:
        for chunk in count(self._position.chunk):
            if chunk != self._position.chunk:
                self._position = replace(self._position, chunk=chunk, batches=0)
            yield from islice(self._stream.make_chunk(chunk), self._position.batches, None)

    def _step(self, batch: BatchT) -> dict[str, float]:
        config, position = self._config, self._position
        set_rates(
            self._optimiser,
            share=plan_rate(position.samples / config.samples, warm_up=config.warm_up),
        )
        losses = self._task.compute_losses(batch)
        self._learn(losses["all"])
        self._position = replace(
            position,
            steps=position.steps + 1,
            samples=position.samples + len(batch),
            batches=position.batches + 1,
        )
        self._average.add(self._network.state_dict(), step=self._position.steps)
        return {name: value.item() for name, value in losses.items()}

    def _learn(self, loss: Tensor) -> None:
        if not math.isfinite(loss.item()):
            raise BadInput(
                f"After {self._position.samples:,} samples the loss is no longer a number.",
                hint="Lower rate and head_rate in the config, and start anew.",
            )
        loss.backward()  # pyright: ignore[reportUnknownMemberType]  # torch leaves its arguments untyped
        torch.nn.utils.clip_grad_norm_(self._network.parameters(), self._config.clip)
        self._optimiser.step()  # pyright: ignore[reportUnknownMemberType]  # as above
        self._optimiser.zero_grad(set_to_none=True)

    def _save(self) -> None:
        checkpoint = Checkpoint(
            self._network.state_dict(),
            self._average.weights,
            self._optimiser.state_dict(),
            torch.get_rng_state(),
            self._position,
        )
        save_checkpoint(self._path, checkpoint, self._identity)

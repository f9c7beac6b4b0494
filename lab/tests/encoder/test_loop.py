from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from lab.tests.tiny_encoder import SMALL

from sayso.core.errors import BadInput
from sayso_lab.encoder.base import Base
from sayso_lab.encoder.checkpoint import Identity, load_checkpoint
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.loop import EncoderTask, Outcome, Watch, train
from sayso_lab.encoder.network import Network, load_base
from sayso_lab.encoder.stream import Stream
from sayso_lab.encoder.throughput import Report

MakeStream = Callable[..., Stream]
WATCH = Watch()


class Run:
    """Runs with one base and one set of rows, each with a network of its own."""

    def __init__(self, base: Base, make_stream: MakeStream, folder: Path) -> None:
        self._base, self._make_stream, self._folder = base, make_stream, folder
        self.network: Network | None = None

    def __call__(
        self,
        name: str = "one",
        *,
        config: EncoderConfig = SMALL,
        seed: int = 1,
        resume: bool = False,
        watch: Watch = WATCH,
    ) -> Outcome:
        self.network = load_base(self._base, seed=seed, dropout=0.1, head_dropout=0.15)
        identity = Identity(seed, config, "data", "start")
        stream = self._make_stream(config, seed)
        task = EncoderTask(self.network, config)
        return train(task, stream, identity, checkpoint=self.path(name), resume=resume, watch=watch)

    def path(self, name: str) -> Path:
        return self._folder / name / "checkpoint.pt"


@pytest.fixture
def run(base: Base, make_stream: MakeStream, tmp_path: Path) -> Run:
    return Run(base, make_stream, tmp_path)


def stop_after(steps: int) -> Watch:
    seen: list[Report] = []
    return Watch(seen.append, lambda: len(seen) >= steps)


def is_same(left: dict[str, torch.Tensor], right: dict[str, torch.Tensor]) -> bool:
    return left.keys() == right.keys() and all(torch.equal(left[name], right[name]) for name in left)


def test_a_resumed_run_ends_in_the_same_weights_bit_for_bit(run: Run) -> None:
    whole = run("whole")
    assert not run("parts", watch=stop_after(3)).finished
    assert not run("parts", resume=True, watch=stop_after(4)).finished
    parts = run("parts", resume=True)
    assert (parts.finished, parts.position.steps) == (True, whole.position.steps)
    assert parts.position.samples == whole.position.samples >= 48
    assert is_same(parts.weights, whole.weights)
    states = [torch.load(run.path(name), weights_only=True)["weights"] for name in ("whole", "parts")]
    assert is_same(*states)


def test_the_same_seed_gives_the_same_weights_and_another_others(run: Run) -> None:
    first, again, other = run("one"), run("two"), run("three", seed=2)
    assert is_same(first.weights, again.weights)
    assert not is_same(first.weights, other.weights)


def test_the_loss_falls(run: Run) -> None:
    seen: list[Report] = []
    config = replace(SMALL, samples=600, rate=1e-3, head_rate=5e-3)
    run(config=config, watch=Watch(seen.append))
    losses = [report.losses["all"] for report in seen]
    assert losses[-1] < 0.7 * max(losses)  # running means, and the first batch may be an easy one
    assert seen[-1].samples >= seen[-1].total == 600


def test_a_finished_run_that_is_resumed_has_nothing_left_to_do(run: Run) -> None:
    whole = run()
    seen: list[Report] = []
    again = run(resume=True, watch=Watch(seen.append))
    assert (seen, again.finished) == ([], True)
    assert is_same(again.weights, whole.weights)


def test_another_seed_or_config_cannot_resume_a_run(run: Run) -> None:
    run(watch=stop_after(2))
    with pytest.raises(BadInput, match="its seed is 1, not 2"):
        run(seed=2, resume=True)
    with pytest.raises(BadInput, match="its config has samples = 48, not 96"):
        run(config=replace(SMALL, samples=96), resume=True)


def test_checkpoints_are_written_on_the_way(run: Run) -> None:
    """One of the clock's ticks is a minute, and a checkpoint is due every two."""
    ticks = iter(range(10_000))
    saved: list[int] = []

    def look(report: Report) -> None:
        if run.path("one").exists():
            found = load_checkpoint(run.path("one"), Identity(1, config, "data", "start"))
            saved.append(found.position.samples)
        assert report.left_s is not None

    config = replace(SMALL, checkpoint_minutes=2.0)
    run(config=config, watch=Watch(look, clock=lambda: 60.0 * next(ticks)))
    assert len(set(saved)) > 2


def test_chance_and_threads_are_put_back(run: Run) -> None:
    before, threads = torch.get_rng_state(), torch.get_num_threads()
    run(config=replace(SMALL, threads=2, samples=5))
    assert torch.equal(torch.get_rng_state(), before)
    assert torch.get_num_threads() == threads


def test_a_loss_that_is_no_number_stops_the_run(run: Run) -> None:
    with pytest.raises(BadInput, match="the loss is no longer a number"):
        run(config=replace(SMALL, rate=1e30, head_rate=1e30, warm_up=0.0, samples=1000))


def test_bfloat16_trains_too(run: Run) -> None:
    assert run(config=replace(SMALL, bfloat16=True)).finished

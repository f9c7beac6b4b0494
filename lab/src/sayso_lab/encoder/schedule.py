"""The choices of a run that the loop itself reads, whatever is learned in it."""

from typing import Any, ClassVar, Protocol


class Schedule(Protocol):
    """A frozen dataclass with at least these; `EncoderConfig` says what they mean."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def samples(self) -> int: ...
    @property
    def warm_up(self) -> float: ...
    @property
    def clip(self) -> float: ...
    @property
    def average(self) -> float: ...
    @property
    def checkpoint_minutes(self) -> float: ...
    @property
    def thread_count(self) -> int: ...

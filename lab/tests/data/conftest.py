from collections.abc import Callable, Sequence

import numpy as np
import pytest

from sayso_lab.data.labels import ATTRIBUTES, GROUPS, IMPLIED
from sayso_lab.data.rows import Floats, Row

Shares = Callable[[Row], dict[str, float]]


def name(names: Sequence[str], values: Floats | None) -> dict[str, float]:
    """What was judged, by name, in as many digits as a 32-bit number has."""
    assert values is not None
    pairs = zip(names, values.tolist(), strict=True)
    return {str(one): round(value, 6) for one, value in pairs if not np.isnan(value)}


@pytest.fixture
def shares() -> Shares:
    return lambda row: name(ATTRIBUTES, row.attributes)


@pytest.fixture
def groups() -> Shares:
    """Those that are attacked at all."""
    return lambda row: {one: value for one, value in name(GROUPS, row.groups).items() if value}


@pytest.fixture
def implied() -> Shares:
    return lambda row: name(IMPLIED, row.implied)

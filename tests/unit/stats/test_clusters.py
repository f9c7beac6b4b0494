from math import isnan

import numpy as np
import pytest

from sayso.stats import wilson_interval
from sayso.stats.clusters import cluster_mean, cluster_share, sum_clusters
from sayso.stats.resampling import Bootstrap

BOOTSTRAP = Bootstrap(200)


def test_columns_are_summed_within_clusters_in_the_order_of_their_names() -> None:
    hits, counts = sum_clusters(["b", "a", "b"], np.array([1.0, 0.0, 1.0]), np.ones(3))
    assert (hits.tolist(), counts.tolist()) == ([0.0, 2.0], [1.0, 2.0])


def test_the_share_counts_rows_and_the_interval_redraws_clusters() -> None:
    """Two clusters, one all wrong: a redraw has both of one kind or one of each, so 0, 0.5 or 1."""
    hits = np.array([1.0] * 50 + [0.0] * 50)
    found = cluster_share(hits, ["a"] * 50 + ["b"] * 50, bootstrap=BOOTSTRAP)
    assert (found.value, found.low, found.high) == (0.5, 0.0, 1.0)
    by_row = cluster_share(hits, [str(place) for place in range(100)], bootstrap=BOOTSTRAP)
    assert by_row.low > 0.35


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_without_any_difference_the_interval_is_wilsons_over_clusters(value: float) -> None:
    found = cluster_share(np.full(30, value), ["a", "b", "c"] * 10, bootstrap=BOOTSTRAP)
    assert found == wilson_interval(round(3 * value), 3)


def test_a_mean_may_be_negative() -> None:
    found = cluster_mean(np.array([-1.0, 0.0]), ["a", "a"], bootstrap=BOOTSTRAP)
    assert (found.value, found.low, found.high) == (-0.5, -0.5, -0.5)


def test_without_rows_there_is_no_share() -> None:
    assert isnan(cluster_share(np.zeros(0), [], bootstrap=BOOTSTRAP).value)

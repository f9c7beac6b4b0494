"""Doubles for tests, ours and those of packages that build on Sayso: real objects with simple insides.

Nothing in the product imports this room. Start with `FakeScorer`; `perspective_double` and `openai_double`
stand in for the services, in process (`double.transport()`) or on a socket (`serve_on_socket(double)`).
"""

from sayso.testing.fake_clock import FakeClock
from sayso.testing.fake_guesser import FakeGuesser, FakeOdds
from sayso.testing.fake_scorer import FakeScorer
from sayso.testing.http_double import Answer, Asked, HttpDouble, serve_on_socket
from sayso.testing.openai_double import openai_double, openai_error
from sayso.testing.perspective_double import (
    perspective_bad_key,
    perspective_double,
    perspective_error,
    perspective_quota,
)

__all__ = [
    "Answer",
    "Asked",
    "FakeClock",
    "FakeGuesser",
    "FakeOdds",
    "FakeScorer",
    "HttpDouble",
    "openai_double",
    "openai_error",
    "perspective_bad_key",
    "perspective_double",
    "perspective_error",
    "perspective_quota",
    "serve_on_socket",
]

"""All data sets of the encoder, in the order in which they are read."""

from typing import Final

from sayso.training.encoder.readers.davidson import DAVIDSON
from sayso.training.encoder.readers.define import RowSet
from sayso.training.encoder.readers.edos import EDOS
from sayso.training.encoder.readers.forums import RUDDIT, STORMFRONT
from sayso.training.encoder.readers.harmless import EVERYDAY, IDENTITY_NEUTRAL, REVIEWS
from sayso.training.encoder.readers.hatemoji import HATEMOJI
from sayso.training.encoder.readers.hatexplain import HATEXPLAIN_SET
from sayso.training.encoder.readers.implicit_hate import IMPLICIT_HATE
from sayso.training.encoder.readers.paradetox import PARADETOX, PARADETOX_CANNOT
from sayso.training.encoder.readers.perspective import PERSPECTIVE_SCORES, WIKI_CONTEXT
from sayso.training.encoder.readers.sbic import SBIC
from sayso.training.encoder.readers.toxicspans import TOXIC_SPANS, TOXIC_SPANS_TRIAL
from sayso.training.encoder.readers.toxigen import TOXIGEN_SET
from sayso.training.encoder.readers.wikipedia import JIGSAW, WIKIPEDIA_OFFENSIVE

SETS: Final[tuple[RowSet, ...]] = (
    JIGSAW,
    WIKIPEDIA_OFFENSIVE,
    WIKI_CONTEXT,
    PERSPECTIVE_SCORES,
    HATEXPLAIN_SET,
    DAVIDSON,
    TOXIC_SPANS,
    TOXIC_SPANS_TRIAL,
    IDENTITY_NEUTRAL,
    SBIC,
    IMPLICIT_HATE,
    TOXIGEN_SET,
    HATEMOJI,
    EDOS,
    STORMFRONT,
    RUDDIT,
    PARADETOX,
    PARADETOX_CANNOT,
    EVERYDAY,
    REVIEWS,
)

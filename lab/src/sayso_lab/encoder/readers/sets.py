"""All data sets of the encoder, in the order in which they are read."""

from typing import Final

from sayso_lab.encoder.readers.davidson import DAVIDSON
from sayso_lab.encoder.readers.define import RowSet
from sayso_lab.encoder.readers.edos import EDOS
from sayso_lab.encoder.readers.forums import RUDDIT, STORMFRONT
from sayso_lab.encoder.readers.harmless import EVERYDAY, IDENTITY_NEUTRAL, REVIEWS
from sayso_lab.encoder.readers.hatemoji import HATEMOJI
from sayso_lab.encoder.readers.hatexplain import HATEXPLAIN_SET
from sayso_lab.encoder.readers.implicit_hate import IMPLICIT_HATE
from sayso_lab.encoder.readers.paradetox import PARADETOX, PARADETOX_CANNOT
from sayso_lab.encoder.readers.perspective import PERSPECTIVE_SCORES, WIKI_CONTEXT
from sayso_lab.encoder.readers.sbic import SBIC
from sayso_lab.encoder.readers.toxicspans import TOXIC_SPANS, TOXIC_SPANS_TRIAL
from sayso_lab.encoder.readers.toxigen import TOXIGEN_SET
from sayso_lab.encoder.readers.wikipedia import JIGSAW, WIKIPEDIA_OFFENSIVE

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

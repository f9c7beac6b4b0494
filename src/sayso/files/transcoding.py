"""A file in another encoding, read as if it were UTF-8."""

import codecs

from sayso.core.errors import BadFile, BadInput
from sayso.files.byte_lines import ByteStream


class TranscodedStream:
    """The bytes of `stream`, decoded by `encoding` and in UTF-8 again."""

    def __init__(self, stream: ByteStream, encoding: str, *, name: str) -> None:
        self._stream = stream
        self._encoding = encoding
        self._name = name
        try:
            self._decoder = codecs.getincrementaldecoder(encoding)()
        except LookupError as error:
            raise BadInput(
                f"Unknown encoding {encoding!r}.", hint="Such as latin-1, windows-1252, utf-16 or shift_jis."
            ) from error

    def read1(self, size: int = -1, /) -> bytes:
        """Never empty before the end: half a character waits for the rest of it."""
        while True:
            piece = self._stream.read1(size)
            try:
                text = self._decoder.decode(piece, final=not piece)
            except UnicodeDecodeError as error:
                raise BadFile(
                    f"{self._name} is not {self._encoding}: {error.reason}.",
                    hint="Name the encoding it has with --encoding.",
                ) from error
            if text or not piece:
                return text.encode("utf-8", "surrogatepass")

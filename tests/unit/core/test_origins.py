import pytest

from sayso.core.origins import check_origins, read_origins


@pytest.mark.parametrize(
    ("value", "origins"),
    [
        ("", ()),
        (" , ", ()),
        ("*", ("*",)),
        ("https://forum.example", ("https://forum.example",)),
        ("https://Forum.Example:443/", ("https://forum.example",)),
        ("http://forum.example:443", ("http://forum.example:443",)),
        ("http://localhost:3000, https://a.example,", ("http://localhost:3000", "https://a.example")),
        ("http://[::1]:8080", ("http://[::1]:8080",)),
        ("https://bücher.example", ("https://xn--bcher-kva.example",)),
    ],
)
def test_origins_are_read_as_browsers_write_them(value: str, origins: tuple[str, ...]) -> None:
    assert read_origins(value) == origins
    assert check_origins(value) == value


@pytest.mark.parametrize(
    "origin",
    [
        "forum.example",
        "https://",
        "https://forum.example/path",
        "https://forum.example?x",
        "https://me@forum.example",
        "https://*.example",
        "https://forum.example:port",
        "https://forum.example:99999",
        "https://forum example",
        "ftp://forum.example",
        "null",
        "https://..",
    ],
)
def test_what_is_no_origin_is_refused_by_name(origin: str) -> None:
    with pytest.raises(ValueError, match=r"is no origin\. Write how the site's addresses begin") as caught:
        check_origins(f"https://good.example, {origin}")
    assert repr(origin) in str(caught.value)

"""Pages made on the server: a template of a room, filled in."""

from functools import cache
from importlib.resources import files
from string import Template


@cache
def load_template(room: str, name: str) -> Template:
    """`load_template("author", "write.html")` is `web/author/templates/write.html`."""
    return Template(files(f"sayso.web.{room}").joinpath("templates", name).read_text("utf-8"))

"""The OpenAPI document as a page that people can read: addresses, what they take, what they answer."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

METHODS = ("get", "post", "put", "patch", "delete")
Json = Mapping[str, Any]


def describe_operations(document: Json) -> str:
    """A heading for each tag, under it a part that opens for each address."""
    by_tag: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                tag = next(iter(methods[method].get("tags", [])), "Other")
                by_tag.setdefault(tag, []).append(_describe(document, path, method, methods[method]))
    return "\n".join(f"<h2>{escape(tag)}</h2>\n{''.join(parts)}" for tag, parts in by_tag.items())


def _describe(document: Json, path: str, method: str, operation: Json) -> str:
    first, _, rest = str(operation.get("description", "")).partition("\n\n")
    parts = [f"<p>{escape(text)}</p>" for text in (first, rest.replace("\n\n", " ")) if text]
    fields = [
        (each["name"], each.get("schema", {}), each.get("description", ""), bool(each.get("required")))
        for each in operation.get("parameters", ())
    ]
    parts.append(_table(f"In the address and headers of {path}", fields))
    body = _find_schema(operation.get("requestBody", {}))
    parts.append(_table(f"What {path} takes", _list_fields(document, body)))
    for status, answer in operation["responses"].items():
        parts.append(f"<p><b>{escape(status)}</b> {escape(answer.get('description', ''))}</p>")
        if status.startswith("2"):
            fields = _list_fields(document, _find_schema(answer))
            parts.append(_table(f"What {path} answers", fields))
    name = f"<code>{method.upper()} {escape(path)}</code> {escape(operation.get('summary', ''))}"
    anchor = escape(operation["operationId"])
    return f'<details id="{anchor}"><summary>{name}</summary>{"".join(parts)}</details>\n'


def _find_schema(holder: Json) -> Json:
    contents: Mapping[str, Json] = holder.get("content", {})
    for each in contents.values():
        return each.get("schema", {})
    return {}


def _list_fields(document: Json, schema: Json) -> list[tuple[str, Json, str, bool]]:
    resolved = _resolve(document, schema)
    required = resolved.get("required", ())
    return [
        (name, each, each.get("description", ""), name in required)
        for name, each in resolved.get("properties", {}).items()
    ]


def _resolve(document: Json, schema: Json) -> Json:
    """What a reference stands for; of alternatives the first that has fields."""
    if "$ref" in schema:
        return document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    several: Sequence[Json] = schema.get("anyOf", schema.get("oneOf", schema.get("allOf", ())))
    return next((_resolve(document, one) for one in several if "$ref" in one), schema)


def _table(caption: str, fields: Sequence[tuple[str, Json, str, bool]]) -> str:
    if not fields:
        return ""
    rows = "".join(
        f'<tr><th scope="row"><code>{escape(name)}</code></th>'
        f"<td>{escape(', '.join(_name_types(schema)))}{', required' if required else ''}</td>"
        f"<td>{escape(description)}</td></tr>"
        for name, schema, description, required in fields
    )
    head = "".join(f'<th scope="col">{name}</th>' for name in ("Field", "Type", "Meaning"))
    caption = f"<caption>{escape(caption)}</caption>"
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _name_types(schema: Json) -> Iterator[str]:
    """`text or null`, `list of ResultAnswer`: the words of the document."""
    several: Sequence[Json] = schema.get("anyOf", schema.get("oneOf", ()))
    if several:
        yield " or ".join(name for one in several for name in _name_types(one))
    elif "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2]
    elif "enum" in schema:
        yield " or ".join(map(str, schema["enum"]))
    elif schema.get("type") == "array":
        yield f"list of {''.join(_name_types(schema.get('items', {}))) or 'anything'}"
    else:
        yield str(schema.get("const", schema.get("type", "anything")))

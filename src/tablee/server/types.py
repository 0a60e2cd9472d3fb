"""The messages as JSON Schema and as TypeScript, and the HTTP part as OpenAPI: `python -m tablee.server.types FOLDER`.

All three are made of the types in `messages` and `http`; docs/protocol holds them, and a test that they are up to date.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from tablee.catalogue.rulings import NAMED
from tablee.policies import reasons
from tablee.server.endpoint import Endpoint, Wrong
from tablee.server.http import ENDPOINTS
from tablee.server.messages import PROTOCOL, FromClient, FromServer
from tablee.server.papers import AnyResult

REF = "#/components/schemas/{name}"


def json_schema() -> dict[str, Any]:
    """The messages of both directions, and all they are made of."""
    roots = {"FromClient": FromClient, "FromServer": FromServer, "AnyResult": AnyResult}
    schemas, components = msgspec.json.schema_components(roots.values(), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tablée, messages of a socket",
        "$defs": {
            **dict(sorted(components.items())),
            **dict(zip(roots, schemas, strict=True)),
            **{name: {"enum": words} for name, words in LISTS.items()},
        },
    }


LISTS = {"Ruling": sorted(NAMED), "Reason": sorted(reasons())}  # what a `rule` of news may be; a `reason` or a `why`


def openapi() -> dict[str, Any]:
    """The HTTP part."""
    types = [one for endpoint in ENDPOINTS for one in parts(endpoint)]
    schemas, components = msgspec.json.schema_components([*types, Wrong], ref_template=REF)
    known = {str(one): schema for one, schema in zip([*types, Wrong], schemas, strict=True)}
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        schema = {} if endpoint.gives in (None, Any) else known[str(endpoint.gives)]
        answer: dict[str, Any] = {"description": "done"}
        if endpoint.gives is not None:
            answer["content"] = {endpoint.media: {"schema": schema}}
        wrong = {"description": "not done", "content": {"application/json": {"schema": known[str(Wrong)]}}}
        later = {
            "description": "not yet",
            "content": {"application/json": {"schema": known.get(str(endpoint.not_yet))}},
        }
        names = [part[1:-1] for part in endpoint.path.split("/") if part.startswith("{")]
        asks, sends = (endpoint.takes, None) if endpoint.method == "GET" else (None, endpoint.takes)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = {
            "operationId": endpoint.name,
            "summary": (endpoint.work.__doc__ or endpoint.name).splitlines()[0],
            "parameters": [
                *({"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names),
                *(query(asks) if asks is not None else ()),
            ],
            **({"requestBody": body(known[str(sends)])} if sends is not None else {}),
            **({"security": [{"token": []}, {"cookie": []}]} if endpoint.guests else {}),
            "responses": {
                str(endpoint.status): answer,
                **({"202": later} if endpoint.not_yet is not None else {}),
                **{str(status): wrong for status in failures(endpoint)},
            },
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tablée", "version": str(PROTOCOL)},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.items())),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "tablee"},
            },
        },
    }


def parts(endpoint: Endpoint) -> list[Any]:
    """The types that it takes and gives."""
    return [one for one in (endpoint.takes, endpoint.gives, endpoint.not_yet) if one not in (None, Any)]


def failures(endpoint: Endpoint) -> list[int]:
    """The statuses with which it says that something is wrong."""
    found = {503, *endpoint.fails}
    if endpoint.guests:
        found.add(401)
        if not endpoint.banned:
            found.add(403)
    if "{table}" in endpoint.path:
        found.add(404)
    if endpoint.method != "GET":
        found.add(403)
    if endpoint.changes:
        found.add(429)
    if endpoint.takes is not None:
        found |= {422} if endpoint.method == "GET" else {408, 413, 415, 422}
    return sorted(found)


def body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def query(takes: Any) -> list[dict[str, Any]]:
    _, components = msgspec.json.schema_components([takes], ref_template=REF)
    schema = components[takes.__name__]
    required = schema.get("required", ())
    properties = schema["properties"].items()
    return [{"name": name, "in": "query", "required": name in required, "schema": one} for name, one in properties]


# ---- TypeScript ----


class TypeScript:
    """An interface for every struct, a union for every union; a field that may be left out is optional."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}
        self._classes: dict[str, type] = {}

    def name(self, kind: inspect.Type) -> str:
        """The type, as TypeScript writes it; interfaces that it needs are noted."""
        match kind:
            case inspect.StructType(cls=cls):
                self.note(kind)
                return str(cls.__name__)
            case inspect.UnionType(types=types):
                return " | ".join(dict.fromkeys(self.name(one) for one in types))
            case inspect.LiteralType(values=values):
                return " | ".join(json.dumps(value) for value in values)
            case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
                inner = self.name(item)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case inspect.TupleType(item_types=items):
                return f"[{', '.join(map(self.name, items))}]"
            case inspect.Metadata(type=inner_type):
                return self.name(inner_type)
            case inspect.DictType(value_type=value):
                return f"Record<string, {self.name(value)}>"
        return PLAIN[type(kind)]

    def note(self, kind: inspect.StructType) -> None:
        name = kind.cls.__name__
        if self._classes.setdefault(name, kind.cls) is not kind.cls:
            raise TypeError(f"two types would be called {name} in TypeScript: {self._classes[name]}, {kind.cls}")
        if name in self.interfaces:
            return
        self.interfaces[name] = ""  # it may contain itself
        lines = []
        if kind.tag is not None:
            lines.append(f"  {kind.tag_field}: {json.dumps(kind.tag)};")
        for field in kind.fields:
            # What is left out when it has its default comes from the server without it, too.
            optional = "?" if not field.required else ""
            lines.append(f"  {field.encode_name}{optional}: {self.name(field.type)};")
        doc = (kind.cls.__doc__ or "").strip().splitlines()
        comment = f"/** {doc[0]} */\n" if doc else ""
        self.interfaces[name] = f"{comment}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}


def typescript() -> str:
    writer = TypeScript()
    roots = {"FromClient": FromClient, "FromServer": FromServer, "AnyResult": AnyResult}
    unions = [f"export type {name} = {writer.name(inspect.type_info(root))};\n" for name, root in roots.items()]
    for endpoint in ENDPOINTS:
        for one in parts(endpoint):
            writer.name(inspect.type_info(one))
    writer.name(inspect.type_info(Wrong))
    lists = [f"export type {name} = {' | '.join(map(json.dumps, words))};\n" for name, words in LISTS.items()]
    head = "// Made by `python -m tablee.server.types`: do not edit.\n"
    return "\n".join([head, *(writer.interfaces[name] for name in sorted(writer.interfaces)), *unions, *lists])


def files() -> dict[str, str]:
    """What docs/protocol holds, by name."""
    return {
        "messages.json": json.dumps(json_schema(), indent=2) + "\n",
        "openapi.json": json.dumps(openapi(), indent=2) + "\n",
        "messages.ts": typescript(),
    }


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/protocol")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

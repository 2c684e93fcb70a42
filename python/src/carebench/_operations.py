"""The operations table, read from the OpenAPI document that the package ships."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from ._rules import read_text
from .errors import InputError, member

_METHODS = frozenset({"get", "post", "put", "patch", "delete"})


@dataclass(frozen=True)
class Operation:
    """One operation of the interface."""

    id: str
    method: str
    path: str
    summary: str
    key: str | None
    """The kind of token: `organizationKey`, `solverKey`, `runToken`, `operatorKey`; None for none."""
    path_names: tuple[str, ...]
    query_names: tuple[str, ...]
    has_body: bool
    accept: str
    content_type: str
    idempotent: bool
    creates: bool
    """Whether it takes an `Idempotency-Key`, with which it may be sent again."""
    is_list: bool
    group: str | None
    """The group of the simulated system; None for an operation of the service itself."""
    call: str
    """The name of the call of a simulated system in Python: `submit_prior_auth`."""


@cache
def read_document() -> Mapping[str, Any]:
    """Returns the OpenAPI document of the package."""
    return json.loads(files("carebench").joinpath("openapi.json").read_text("utf-8"))


@cache
def operations() -> Mapping[str, Operation]:
    """Returns the operations by id."""
    found = (
        _operation(path, method, described)
        for path, item in read_document()["paths"].items()
        for method, described in item.items()
        if method in _METHODS
    )
    return MappingProxyType({operation.id: operation for operation in found})


@cache
def system_calls(surface: str) -> Mapping[str, Mapping[str, Operation]]:
    """Returns the calls of simulated systems by group and name; `surface` is `run` or `sandbox`."""
    groups: dict[str, dict[str, Operation]] = {}
    for operation in operations().values():
        if operation.group is not None and operation.id.startswith(surface):
            groups.setdefault(operation.group, {})[operation.call] = operation
    return MappingProxyType(groups)


def find_operation(identifier: str) -> Operation:
    """Returns an operation. Raises an InputError that suggests a name if there is none."""
    known = operations()
    if read_text("/operation", identifier) in known:
        return known[identifier]
    near = difflib.get_close_matches(identifier, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else "see carebench.operations()."
    raise InputError("/operation", f"there is no operation {identifier!r}; {hint}")


def _operation(path: str, method: str, described: Mapping[str, Any]) -> Operation:
    identifier: str = described["operationId"]
    parameters: list[Mapping[str, Any]] = described.get("parameters", [])
    names = [(one["in"], one["name"]) for one in parameters]
    responses: Mapping[str, Any] = described["responses"]
    success: Any = next((one for status, one in responses.items() if status.startswith("2")), None)
    query = tuple(name for place, name in names if place == "query")
    group, call = _system_call(path, identifier)
    key = next((name for scheme in described.get("security", []) for name in scheme), None)
    return Operation(
        id=identifier,
        method=method.upper(),
        path=path,
        summary=described.get("summary", ""),
        key=key,
        path_names=tuple(name for place, name in names if place == "path"),
        query_names=query,
        has_body="requestBody" in described,
        accept=_media_type(success),
        content_type=_media_type(described.get("requestBody")),
        # Calls of simulated systems that write are never repeated, whatever HTTP says of their methods.
        idempotent=bool(described.get("x-idempotent", group is not None and method == "get")),
        creates=("header", "Idempotency-Key") in names,
        is_list=method == "get" and "cursor" in query,
        group=group,
        call=call,
    )


def _media_type(described: Any) -> str:
    content: dict[str, Any] = member(described, "content") or {}
    return next(iter(content), "application/json")


def _system_call(path: str, identifier: str) -> tuple[str | None, str]:
    match = re.match(r"/(?:v1/benchmark-runs|sandboxes)/\{id\}/([a-z0-9-]+)", path)
    surface = next((one for one in ("run", "sandbox") if identifier.startswith(one)), None)
    if match is None or surface is None:
        return None, ""
    group = match[1]
    words = "".join(part.capitalize() for part in group.split("-"))
    prefix = f"{surface}{words}"
    if not identifier.startswith(prefix):
        return None, ""
    name = identifier[len(prefix) :]
    return group, re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()

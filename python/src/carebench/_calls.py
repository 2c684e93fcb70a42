"""Calls as steps: of operations of the service, of simulated systems, of lists and of tools. Nothing here waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from ._operations import Operation, find_operation, system_calls
from ._rules import json_bytes, path_segment, query_string, read_mapping, read_text
from ._transport import Answer, Core, Options, Request, Steps, service_error, unexpected_answer
from .errors import ClientError, InputError, PageError, SimulatedSystemError, is_object, items, member

Direction = Literal["next", "prev"]


def call_operation(
    core: Core,
    identifier: str,
    params: Mapping[str, Any],
    query: Mapping[str, Any],
    body: Any,
    options: Options,
    task_run_id: str | None = None,
) -> Steps[Any]:
    """Calls an operation of the service and returns its JSON. Raises an ApiError if the service refuses."""
    operation = find_operation(identifier)
    if operation.group is not None:
        hint = f"sandbox(id).{operation.group}.{operation.call}(…) or run.{operation.group}.{operation.call}(…)"
        raise InputError("/operation", f"{identifier} is a call of a simulated system: use {hint}.")
    request = Request(
        method=operation.method,
        path=_fill(operation.path, operation.path_names, params) + query_string(query),
        defaults={"accept": "application/json"},
        fixed=_fixed_headers(None if body is None else "application/json", task_run_id),
        body=None if body is None else json_bytes(body),
        idempotent=operation.idempotent,
        creates=operation.creates,
    )
    answer = yield from core.send(request, options)
    if 200 <= answer.status < 300 and (answer.status == 204 or is_object(answer.body)):
        return answer.body
    if answer.status >= 400:
        raise service_error(answer) or unexpected_answer(request.name, answer)
    raise unexpected_answer(request.name, answer)


def _fixed_headers(content_type: str | None, task_run_id: str | None) -> Mapping[str, str]:
    named = {"content-type": content_type, "task-run-id": task_run_id}
    return {name: value for name, value in named.items() if value is not None}


def _fill(template: str, names: tuple[str, ...], given: Mapping[str, Any]) -> str:
    params = read_mapping("/params", given)
    for name in names:
        if name not in params:
            raise InputError(f"/{name}", f"is missing: the path {template} needs it.")
        template = template.replace(f"{{{name}}}", path_segment(name, params[name]))
    unknown = [name for name in params if name not in names]
    if unknown:
        raise InputError(f"/{unknown[0]}", f"is no parameter of the path; it has {', '.join(names) or 'none'}.")
    return template


@dataclass
class PageWalk:
    """Follows the cursors of a list as they came, and notices one that comes twice."""

    direction: Direction
    cursor: str | None
    ended: bool = False

    def __post_init__(self) -> None:
        self._followed: set[str] = set()

    def query(self, query: Mapping[str, Any]) -> Mapping[str, Any]:
        """The query of the next page."""
        if self.cursor is not None:
            if self.cursor in self._followed:
                shown = self.cursor if len(self.cursor) <= 40 else f"{self.cursor[:40]}…"
                message = f"The server returned the cursor {shown} twice, so the iteration would never end."
                raise PageError("not_advancing", message)
            self._followed.add(self.cursor)
        return {**query, "cursor": self.cursor}

    def read(self, page: Any) -> list[Any]:
        """The items of a page; takes the cursor of the next one from it."""
        data = member(page, "data")
        if not isinstance(data, list):
            message = 'A page must be an object like {"data":[],"_meta":{"next":null}}; this one has no array "data".'
            raise PageError("malformed", message)
        cursor = member(member(page, "_meta"), self.direction)
        if cursor is None and self.direction == "next":
            cursor = member(page, "next_cursor")
        if cursor is not None and (not isinstance(cursor, str) or cursor == ""):
            message = f"The cursor of a page must be a string or null, got {cursor!r} as {self.direction}."
            raise PageError("malformed", message)
        self.cursor, self.ended = cursor, cursor is None
        found = cast("list[Any]", data)
        return found[::-1] if self.direction == "prev" else found


@dataclass(frozen=True)
class SystemAddress:
    """Where a simulated system is: the path of its group, and the task run if the path does not say which."""

    surface: Literal["run", "sandbox"]
    group: str
    base: str
    task_run_id: str | None

    def calls(self) -> Mapping[str, Operation]:
        """The calls that the package knows of this group, by their names in Python."""
        return system_calls(self.surface).get(self.group.split("@")[0], {})

    def find(self, name: str) -> Operation:
        """A call by its name. Raises an InputError that lists the known ones."""
        known = self.calls()
        if read_text("/call", name) in known:
            return known[name]
        listed = ", ".join(sorted(known)) or "none: use request(method, path, body)"
        raise InputError("/call", f"{self.group} has no call {name!r}; it has {listed}.")


def call_system(
    core: Core,
    address: SystemAddress,
    operation: Operation,
    arguments: tuple[Any, ...],
    query: Mapping[str, Any],
    body: Any,
    options: Options,
) -> Steps[Any]:
    """Makes a described call; positional arguments fill its path in order."""
    suffix = operation.path.split(f"/{address.group.split('@')[0]}", 1)[1]
    names = [name for name in operation.path_names if f"{{{name}}}" in suffix]
    given = dict(zip(names, arguments, strict=False))
    query = dict(query)
    given |= {name: query.pop(name) for name in names if name in query and name not in given}
    if len(arguments) > len(names):
        takes = f"takes {len(names)} ({', '.join(names)})" if names else "takes none"
        raise InputError("/arguments", f"{operation.call} {takes}, got {len(arguments)} positional arguments.")
    if body is not None and not operation.has_body:
        raise InputError("/body", f"{operation.call} takes no body.")
    path = _fill(suffix, tuple(names), given) + query_string(query)
    media = (operation.accept, operation.content_type)
    answer = yield from request_system(core, address, operation.method, path, body, media, options)
    return answer.body


def request_system(
    core: Core,
    address: SystemAddress,
    method: str,
    path: str,
    body: Any,
    media: tuple[str, str],
    options: Options,
) -> Steps[Answer]:
    """Makes any call of a simulated system. Raises a SimulatedSystemError if the system refuses."""
    accept, content_type = media
    if method not in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"):
        raise InputError("/method", f"must be a method of HTTP in capitals, got {method!r}.")
    if isinstance(body, bytes):
        data = body
    elif isinstance(body, str) and "json" not in read_text("/content_type", content_type):
        data = read_text("/body", body).encode()
    else:
        data = None if body is None else json_bytes(body)
    below = read_text("/path", path).lstrip("/")
    request = Request(
        method=method,
        path=address.base + below if below == "" or below.startswith("?") else f"{address.base}/{below}",
        defaults={"accept": accept, **({} if data is None else {"content-type": content_type})},
        fixed=_fixed_headers(None, address.task_run_id),
        body=data,
        idempotent=method in ("GET", "HEAD"),
    )
    answer = yield from core.send(request, options)
    if 200 <= answer.status < 300:
        return answer
    if answer.status < 400:
        raise unexpected_answer(request.name, answer)
    refusal = service_error(answer)
    if refusal is not None:
        raise refusal
    raise SimulatedSystemError(request.name, answer.status, answer.body, answer.headers.get("x-request-id"))


@dataclass(frozen=True)
class ToolDescription:
    """A tool of a run, as the service describes it over MCP."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """JSON Schema of the arguments, an object."""


@dataclass(frozen=True)
class ToolResult:
    """The result of a tool call."""

    text: str
    is_error: bool
    meta: Mapping[str, Any]
    structured: Any


def list_tools(core: Core, run_id: str, options: Options) -> Steps[tuple[ToolDescription, ...]]:
    """Returns the tools of a run."""
    found: list[ToolDescription] = []
    cursor: str | None = None
    while True:
        params = {} if cursor is None else {"cursor": cursor}
        result = yield from _call_mcp(core, run_id, "tools/list", params, options)
        for tool in items(member(result, "tools")):
            schema: dict[str, Any] = member(tool, "inputSchema") or {"type": "object", "properties": {}}
            found.append(ToolDescription(member(tool, "name"), member(tool, "description") or "", schema))
        cursor = member(result, "nextCursor")
        if cursor is None:
            return tuple(found)


def call_tool(core: Core, run_id: str, name: str, arguments: Mapping[str, Any], options: Options) -> Steps[ToolResult]:
    """Calls a tool of a run. What the tool refuses is a result with `is_error`."""
    params = {"name": name, "arguments": read_mapping("/arguments", arguments)}
    result = yield from _call_mcp(core, run_id, "tools/call", params, options)
    texts = [member(part, "text") for part in items(member(result, "content"))]
    return ToolResult(
        text="\n".join(text for text in texts if isinstance(text, str)),
        is_error=member(result, "isError") is True,
        meta=member(result, "_meta") or {},
        structured=member(result, "structuredContent"),
    )


def _call_mcp(core: Core, run_id: str, method: str, params: Mapping[str, Any], options: Options) -> Steps[Any]:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": dict(params)}
    request = Request(
        method="POST",
        path=f"/v1/benchmark-runs/{path_segment('id', run_id)}/mcp",
        defaults={"accept": "application/json, text/event-stream"},
        fixed={"content-type": "application/json"},
        body=json_bytes(message, "/arguments"),
        idempotent=method == "tools/list",
    )
    answer = yield from core.send(request, options)
    if answer.status >= 400:
        raise service_error(answer) or unexpected_answer(request.name, answer)
    error = member(answer.body, "error")
    if error is not None:
        raise ClientError("unexpected_answer", f"{method} was answered with: {member(error, 'message')}", answer.status)
    return member(answer.body, "result")

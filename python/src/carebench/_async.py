"""Clients of both surfaces. The build writes `_sync.py` from this file: see hatch_build.py."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

import anyio
import httpx

from ._calls import (
    Direction,
    PageWalk,
    SystemAddress,
    ToolDescription,
    ToolResult,
    call_operation,
    call_system,
    call_tool,
    list_tools,
    request_system,
)
from ._operations import find_operation
from ._rules import Retry, path_segment, query_string, read_mapping, read_text
from ._transport import AsyncDriver, Core, Options
from ._types import Completion, PlaygroundClock, RunState, Waited
from .errors import ApiError, CarebenchError, ClientError, InputError, items, member
from .recording import Recording


class AsyncWalk:
    """Items of a list, with one request per page when it is needed; each iteration starts again."""

    def __init__(self, fetch: Callable[[Mapping[str, Any]], Awaitable[Any]], walk: Callable[[], PageWalk]) -> None:
        self._fetch = fetch
        self._walk = walk

    async def pages(self) -> AsyncIterator[list[Any]]:
        """The pages instead of their items."""
        walk = self._walk()
        while not walk.ended:
            yield walk.read(await self._fetch(walk.query({})))

    async def __aiter__(self) -> AsyncIterator[Any]:
        async for page in self.pages():
            for item in page:
                yield item

    async def to_list(self, maximum: int | None = None) -> list[Any]:
        """Collects items, at most `maximum`, and fetches no page beyond them."""
        found: list[Any] = []
        if maximum == 0:
            return found
        async for item in self:
            found.append(item)
            if len(found) == maximum:
                break
        return found


class AsyncSystem:
    """One group of simulated systems. Its described calls are methods: `run.portal.list_prior_auths()`."""

    def __init__(self, core: Core, driver: AsyncDriver, address: SystemAddress) -> None:
        self._core, self._driver, self._address = core, driver, address

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            operation = self._address.find(name)
        except InputError as error:
            raise AttributeError(str(error)) from None

        async def call(
            *arguments: Any,
            body: Any = None,
            query: Mapping[str, Any] | None = None,
            timeout: float | None = None,
            headers: Mapping[str, str] | None = None,
            **parameters: Any,
        ) -> Any:
            options = Options(timeout=timeout, headers=headers)
            asked = {**read_mapping("/query", query), **parameters}
            steps = call_system(self._core, self._address, operation, arguments, asked, body, options)
            return await self._driver.run(steps)

        call.__name__ = name
        call.__doc__ = f"{operation.summary}: {operation.method} {operation.path}"
        return call

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._address.calls()]

    def iterate(self, name: str, *arguments: Any, **query: Any) -> AsyncWalk:
        """The items of a call that returns pages: `run.portal.iterate("list_prior_auths")`."""
        operation = self._address.find(name)

        async def fetch(added: Mapping[str, Any]) -> Any:
            asked = {**query, **added}
            steps = call_system(self._core, self._address, operation, arguments, asked, None, Options())
            return await self._driver.run(steps)

        return AsyncWalk(fetch, lambda: PageWalk("next", None))

    async def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        content_type: str = "application/json",
        accept: str = "*/*",
        timeout: float | None = None,
    ) -> Any:
        """Makes any call below the group. Text is sent as it is unless the content type is JSON."""
        media = (accept, content_type)
        steps = request_system(self._core, self._address, method, path, body, media, Options(timeout=timeout))
        return (await self._driver.run(steps)).body


class AsyncFhirSystem(AsyncSystem):
    """The FHIR R4 server. Refusals with an OperationOutcome are SimulatedSystemErrors."""

    async def read(self, resource_type: str, identifier: str) -> dict[str, Any]:
        """Reads a resource."""
        return await self._resource("GET", _path(resource_type, identifier))

    async def search(
        self, resource_type: str, query: Mapping[str, Any] | None = None, /, **parameters: Any
    ) -> dict[str, Any]:
        """Searches, and returns the bundle with the first page. `query` is for names that Python has no keyword for."""
        return await self._resource(
            "GET", _path(resource_type) + query_string({**read_mapping("/query", query), **parameters})
        )

    async def search_all(
        self, resource_type: str, query: Mapping[str, Any] | None = None, /, **parameters: Any
    ) -> AsyncIterator[dict[str, Any]]:
        """The resources of all pages of a search, without accompanying outcomes."""
        followed: set[str] = set()
        below = query_string({**read_mapping("/query", query), **parameters})
        while True:
            bundle = await self._resource("GET", _path(resource_type) + below)
            for entry in items(bundle.get("entry")):
                resource = member(entry, "resource")
                if isinstance(resource, dict) and member(member(entry, "search"), "mode") != "outcome":
                    yield resource
            links = [member(link, "url") for link in items(bundle.get("link")) if member(link, "relation") == "next"]
            # A link refers to the same search, whatever base URL the server uses, so only its query is used.
            below = next((f"?{url.split('?', 1)[1]}" for url in links if isinstance(url, str) and "?" in url), "")
            if below == "":
                return
            if below in followed:
                message = f'The search of {resource_type} returned the same "next" link twice.'
                raise ClientError("unexpected_answer", message)
            followed.add(below)

    async def create(self, resource: Mapping[str, Any]) -> dict[str, Any]:
        """Creates a resource, and returns it with its id."""
        return await self._resource("POST", _path(_type_of(resource)), resource)

    async def update(self, resource: Mapping[str, Any]) -> dict[str, Any]:
        """Creates or replaces the resource with its id."""
        return await self._resource("PUT", _path(_type_of(resource), resource.get("id")), resource)

    async def patch(self, resource_type: str, identifier: str, patch: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Changes a resource by a JSON Patch (RFC 6902), and returns the changed resource."""
        path, media = _path(resource_type, identifier), "application/json-patch+json"
        return await self._resource("PATCH", path, patch, media)

    async def delete(self, resource_type: str, identifier: str) -> None:
        """Deletes a resource."""
        await self.request("DELETE", _path(resource_type, identifier), accept="application/fhir+json")

    async def _resource(
        self, method: str, path: str, body: Any = None, content_type: str = "application/fhir+json"
    ) -> dict[str, Any]:
        answer = await self.request(method, path, body, content_type=content_type, accept="application/fhir+json")
        if isinstance(member(answer, "resourceType"), str):
            return answer
        name = path.split("?")[0]
        raise ClientError("unexpected_answer", f"{method} {name} was answered without a FHIR resource.")


def _path(resource_type: str, identifier: str | None = "") -> str:
    base = path_segment("resource_type", resource_type)
    return base if identifier == "" else f"{base}/{path_segment('id', identifier)}"


def _type_of(resource: Mapping[str, Any]) -> str:
    found = member(resource, "resourceType")
    if isinstance(found, str):
        return found
    raise InputError("/resource/resourceType", "must be the type of the resource, such as 'Patient'.")


class AsyncSystems:
    """Simulated systems by the names of their groups: `fhir`, `portal`, `faxes` …"""

    def __init__(self, core: Core, driver: AsyncDriver, surface: Literal["run", "sandbox"]) -> None:
        self._core, self._driver, self._surface = core, driver, surface

    def _address(self, group: str) -> SystemAddress:
        raise NotImplementedError

    def system(self, group: str) -> AsyncSystem:
        """Any group. Of several systems of a type those that are not the first are `<group>@<key>`: `faxes@imaging`."""
        system = AsyncFhirSystem if read_text("/group", group).split("@")[0] == "fhir" else AsyncSystem
        return system(self._core, self._driver, self._address(group))

    @property
    def fhir(self) -> AsyncFhirSystem:
        """The FHIR R4 server."""
        return AsyncFhirSystem(self._core, self._driver, self._address("fhir"))

    portal: AsyncSystem
    """The payer portal."""
    faxes: AsyncSystem
    messages: AsyncSystem
    """SMS, e-mail and chat."""
    voice: AsyncSystem
    hl7: AsyncSystem
    files: AsyncSystem
    clearinghouse: AsyncSystem
    cds: AsyncSystem
    """Clinical decision support."""

    if not TYPE_CHECKING:
        # Hidden from type checkers, which find a misspelt name by the annotations.
        def __getattr__(self, group: str) -> AsyncSystem:
            if group not in AsyncSystems.__annotations__:
                message = f"there is no attribute {group!r}; for another group of systems, use system({group!r})."
                raise AttributeError(message)
            return self.system(group)


class AsyncSandbox(AsyncSystems):
    """The simulated system of one sandbox; that of a task run is read-only."""

    def __init__(self, core: Core, driver: AsyncDriver, identifier: str) -> None:
        super().__init__(core, driver, "sandbox")
        self.id = identifier
        self._base = f"/sandboxes/{path_segment('id', identifier)}"

    def _address(self, group: str) -> SystemAddress:
        return SystemAddress("sandbox", group, f"{self._base}/{path_segment('group', group)}", None)


class AsyncTaskRun(AsyncSystems):
    """A started task with its simulated systems. As a context manager, it completes the task at the end."""

    def __init__(self, core: Core, driver: AsyncDriver, started: Mapping[str, Any]) -> None:
        super().__init__(core, driver, "run")
        self.id: str = started["id"]
        self.run_id: str = started["benchmark_run_id"]
        self.name: str = started["name"]
        self.item: Mapping[str, Any] = started.get("task_item") or {}
        """The task in the words of the benchmark, often with `instruction`."""
        self.deadline_at: str = started["deadline_at"]
        self.endpoints: Mapping[str, str] = started.get("endpoints") or {}
        self.completion: Completion | None = None
        """The result, once the task has been completed by this object."""

    def _address(self, group: str) -> SystemAddress:
        endpoint = self.endpoints.get(group, "")
        # A path of another form could make a URL of another host, which must not get the token.
        default = f"/v1/benchmark-runs/{path_segment('id', self.run_id)}/{quote(group, safe='@')}"
        base = endpoint if endpoint.startswith("/") else default
        return SystemAddress("run", group, base.rstrip("/"), self.id)

    async def clock(self) -> PlaygroundClock:
        """Reads the clock of the simulated systems."""
        return await self._call("readRunClock")

    async def wait(self, seconds: float | None = None, *, until_event: float | None = None) -> Waited:
        """Waits some seconds, or until something happens without the agent, at most `until_event` seconds."""
        if (seconds is None) == (until_event is None):
            raise InputError("/seconds", "name either seconds or until_event.")
        body = {"seconds": seconds} if until_event is None else {"until": "event", "at_most_seconds": until_event}
        return await self._call("waitInRun", body)

    async def _call(self, operation: str, body: Any = None) -> Any:
        steps = call_operation(self._core, operation, {"id": self.run_id}, {}, body, Options(), self.id)
        return await self._driver.run(steps)

    async def tools(self) -> tuple[ToolDescription, ...]:
        """Returns the tools of the run, which MCP clients see."""
        return await self._driver.run(list_tools(self._core, self.run_id, Options()))

    async def call_tool(
        self, name: str, arguments: Mapping[str, Any] | None = None, *, timeout: float | None = None
    ) -> ToolResult:
        """Calls a tool. What it refuses is a result with `is_error`; the tool `submit` completes the task."""
        steps = call_tool(self._core, self.run_id, name, arguments or {}, Options(timeout=timeout))
        return await self._driver.run(steps)

    async def complete(self, output: Any = None) -> Completion:
        """Completes the task with the agent's output, and returns the result; completing again returns the same."""
        steps = _complete(self._core, self.id, output)
        completion: Completion = await self._driver.run(steps)
        self.completion = completion
        return completion

    async def __aenter__(self) -> AsyncTaskRun:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.completion is not None:
            return
        # A run that is cancelled is ended too, and the first error is the one to see.
        with anyio.CancelScope(shield=True), _suppressed(error):
            await self.complete()


def _suppressed(error: BaseException | None) -> contextlib.AbstractContextManager[None]:
    return contextlib.nullcontext() if error is None else contextlib.suppress(CarebenchError)


def _complete(core: Core, identifier: str, output: Any) -> Any:
    body = {} if output is None else {"output": output}
    return call_operation(core, "completeTaskRun", {"id": identifier}, {}, body, Options())


class AsyncTask:
    """A task of a run, not necessarily started."""

    def __init__(self, core: Core, driver: AsyncDriver, described: Mapping[str, Any]) -> None:
        self._core, self._driver = core, driver
        self.id: str = described["id"]
        self.name: str = described["name"]
        self.item: Mapping[str, Any] = described.get("task_item") or {}

    async def start(self) -> AsyncTaskRun:
        """Starts the task and its simulated systems. Starting again returns the same."""
        steps = call_operation(self._core, "startTaskRun", {"id": self.id}, {}, None, Options())
        return AsyncTaskRun(self._core, self._driver, await self._driver.run(steps))

    async def complete(self, output: Any = None) -> Completion:
        """Completes the task, and returns the result; completing again returns the same."""
        return await self._driver.run(_complete(self._core, self.id, output))


class AsyncRun:
    """A run and its tasks. Its token is not accessible."""

    def __init__(self, core: Core, driver: AsyncDriver, created: Mapping[str, Any]) -> None:
        token, listed = member(created, "bearer_token"), member(created, "task_runs")
        if not isinstance(token, str) or not isinstance(listed, list):
            message = 'The response to POST /v1/benchmark-runs must have "bearer_token" and "task_runs".'
            raise ClientError("unexpected_answer", message)
        self._core, self._driver = core.with_token("bearer_token", token), driver
        self.id: str = created["benchmark_run_id"]
        self.benchmark: str = f"{created['benchmark']['name']}@{created['benchmark']['version']}"
        self.scored: bool = created["scored"]
        self.tasks: tuple[AsyncTask, ...] = tuple(AsyncTask(self._core, driver, one) for one in items(listed))

    async def read(self) -> RunState:
        """Reads the run: state, verdict, score and its task runs."""
        steps = call_operation(self._core, "readBenchmarkRun", {"id": self.id}, {}, None, Options())
        return await self._driver.run(steps)


class _AsyncClient:
    def __init__(
        self,
        url: str,
        key: str,
        *,
        ca: str | None = None,
        timeout: float = 60.0,
        retry: Retry | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._core = Core(url, key, "key", timeout=timeout, retry=retry or Retry())
        self._driver = AsyncDriver(self._core, ca, transport)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._driver.close()

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class AsyncCarebenchSolver(_AsyncClient):
    """A client of the run flow, for agents; `key` is a Solver key, `vrl_slv_…`.

    `ca` is the PEM file of a certificate to trust, `timeout` the seconds of a call with all its attempts.
    """

    async def create_run(
        self,
        benchmark: str,
        *,
        tasks: Sequence[str] | None = None,
        scored: bool = False,
        seed: int | None = None,
        idempotency_key: str | None = None,
    ) -> AsyncRun:
        """Starts a run of `name@version`; with `tasks`, only of these, by name or id."""
        if tasks is not None and not isinstance(tasks, (list, tuple)):
            raise InputError("/tasks", f"must be a list of names or ids, got {tasks!r}.")
        options = {"tasks": tasks, "scored": scored, "seed": seed}
        body = {"benchmark": benchmark, **{name: value for name, value in options.items() if value is not None}}
        call_options = Options(idempotency_key=idempotency_key)
        steps = call_operation(self._core, "createBenchmarkRun", {}, {}, body, call_options)
        return AsyncRun(self._core, self._driver, await self._driver.run(steps))


class AsyncCarebench(_AsyncClient):
    """A client of the internal API; `key` is an organization key, `vk_…`, or the operator key, `vop_…`.

    `ca` is the PEM file of a certificate to trust, `timeout` the seconds of a call with all its attempts.
    """

    async def call(
        self,
        operation: str,
        params: Mapping[str, Any] | None = None,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Calls an operation by its id, such as `createBenchmark`, with the names of the wire, and returns its JSON."""
        options = Options(timeout=timeout, headers=headers, idempotency_key=idempotency_key)
        steps = call_operation(self._core, operation, params or {}, query or {}, body, options)
        return await self._driver.run(steps)

    def iterate(
        self,
        operation: str,
        params: Mapping[str, Any] | None = None,
        *,
        query: Mapping[str, Any] | None = None,
        cursor: str | None = None,
        direction: Direction = "next",
    ) -> AsyncWalk:
        """Iterates over all items of a list, newest first; from `cursor` on, and backwards with `prev`."""
        if not find_operation(operation).is_list:
            raise InputError("/operation", f"{operation} is not a list; use call().")
        if direction not in ("next", "prev"):
            raise InputError("/direction", f"must be 'next' or 'prev', got {direction!r}.")
        asked = read_mapping("/query", query)
        first = asked.pop("cursor", None) if cursor is None else read_text("/cursor", cursor)

        async def fetch(added: Mapping[str, Any]) -> Any:
            return await self.call(operation, params, query={**asked, **added})

        return AsyncWalk(fetch, lambda: PageWalk(direction, first))

    def sandbox(self, identifier: str) -> AsyncSandbox:
        """The simulated system of a sandbox, by the sandbox's id (`listSandboxes`)."""
        return AsyncSandbox(self._core, self._driver, identifier)

    async def wait_for_audit(self, benchmark_id: str, version: int, *, timeout: float = 600.0) -> Any:
        """Waits until the audit of a published version is done, and returns the version: `runnable`, `audit`."""
        params = {"id": benchmark_id, "version": version}
        pause, waited = 0.05, 0.0
        while True:
            read = await self.call("getBenchmarkVersion", params)
            if read["audit"] != "pending":
                return read
            if waited >= timeout:
                raise ClientError("timeout", f"The audit of version {version} took longer than {timeout:g} s.")
            await anyio.sleep(pause)
            waited, pause = waited + pause, min(2 * pause, 2.0)

    async def tasks_of(self, benchmark: str) -> dict[str, dict[str, Any]]:
        """Returns the tasks of `name@version` in their order: their items by name, as far as they still exist."""
        name, _, version = read_text("/benchmark", benchmark).rpartition("@")
        if name == "" or not (version.isascii() and version.isdecimal()):
            message = f"must be a benchmark with its version, such as 'prior-auth@1', got {benchmark!r}."
            raise InputError("/benchmark", message)
        names: list[str] = []
        async for entry in self.iterate("listBenchmarks", query={"limit": 100}):
            if entry["name"] == name:
                read = await self.wait_for_audit(entry["id"], int(version))
                query = {"benchmark_id": entry["id"], "limit": 100}
                items_of = {task["name"]: task["task_item"] async for task in self.iterate("listTasks", query=query)}
                tasks = [task["name"] for task in items(member(read["audit"], "tasks"))]
                return {name: items_of.get(name) or {} for name in tasks}
            names.append(entry["name"])
        known = ", ".join(names) or "none"
        raise InputError("/benchmark", f"the organization has no benchmark {name!r}; it has {known}.")

    async def recording(self, task_run_id: str) -> Recording:
        """Fetches the sealed record of a task run that has ended, whole."""
        record = await self.call("getTaskRunRecord", {"id": task_run_id}, query={"self_contained": True})
        return Recording.from_json(record, task_run_id)

    async def cancel(self, task_run_id: str) -> None:
        """Cancels a task run; one that has ended stays as it is."""
        with contextlib.suppress(ApiError):
            await self.call("cancelTaskRun", {"id": task_run_id})

"""Sends requests. Generators decide what is sent, retried and read; a sync and an async driver run them."""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar
from urllib.parse import urlsplit

import anyio
import httpx

from ._json import parse_json
from ._rules import (
    KEY_HEADER,
    Retry,
    RetryPolicy,
    check_idempotency_key,
    create_idempotency_key,
    is_number,
    merge_headers,
    read_base_url,
    read_token,
)
from .errors import ApiError, ClientError, InputError, api_error_from, member

T = TypeVar("T")

_MAX_BODY = 512 * 1024 * 1024
"""Bytes of a response, unpacked: more than the largest record has."""


@dataclass(frozen=True)
class Options:
    """Options of one call."""

    timeout: float | None = None
    """Seconds for all attempts together; None for the client's."""
    headers: Mapping[str, str] | None = None
    """Additional headers; `authorization` is always the client's own."""
    idempotency_key: str | None = None
    """For calls that create something; None for a random key. Other calls ignore it."""


@dataclass(frozen=True)
class Request:
    """A request before its token, its key and the caller's headers are added."""

    method: str
    path: str
    defaults: Mapping[str, str]
    fixed: Mapping[str, str]
    body: bytes | None
    idempotent: bool
    creates: bool = False

    @property
    def name(self) -> str:
        """The call in errors: without the query, which may be long and contain patient data."""
        return f"{self.method} {self.path.split('?', 1)[0]}"


@dataclass(frozen=True)
class Send:
    """Asks the driver for one exchange."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None
    timeout: float


@dataclass(frozen=True)
class Pause:
    """Asks the driver to wait."""

    seconds: float


@dataclass(frozen=True)
class Response:
    """A response whose body has been read; header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Fault:
    """An exchange without a response. `unsent`: no connection was open, so it may be sent again, whatever it does."""

    kind: Literal["unsent", "untrusted", "lost", "timeout"]
    reason: str


@dataclass(frozen=True)
class Answer:
    """A response with its body as JSON, text or bytes; None if it is empty."""

    status: int
    headers: Mapping[str, str]
    body: Any


Steps: TypeAlias = Generator["Send | Pause", "Response | Fault | None", T]


class Core:
    """The options of a client, and its token, which is kept out of errors and of `repr`."""

    def __init__(
        self,
        url: str,
        token: str,
        token_name: str,
        *,
        timeout: float,
        retry: Retry,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.url = read_base_url(url)
        self._token = read_token(token_name, token)
        self._timeout = _read_timeout(timeout)
        self._policy = RetryPolicy(retry)
        self._clock = clock

    def with_token(self, token_name: str, token: str) -> Core:
        """A core to the same service with another token, and the same budget of retries."""
        other = object.__new__(Core)
        other.__dict__.update(self.__dict__, _token=read_token(token_name, token))
        return other

    def send(self, request: Request, options: Options) -> Steps[Answer]:
        """Sends a request, with retries if permitted and necessary. Raises a ClientError without a usable response."""
        given = options.idempotency_key
        if given is not None:
            check_idempotency_key(given)
        key = None
        if request.creates:
            key = given or (create_idempotency_key() if self._policy.retries > 0 else None)
        defaults = {**request.defaults, **({} if key is None else {KEY_HEADER: key})}
        headers = merge_headers(defaults, options.headers, request.fixed)
        repeatable = request.idempotent or (request.creates and KEY_HEADER in headers)
        timeout = self._timeout if options.timeout is None else _read_timeout(options.timeout)
        deadline = self._clock() + timeout
        late = ClientError("timeout", f"{request.name} got no complete response within {timeout:g} s.")
        authorized = {**headers, "authorization": f"Bearer {self._token}"}
        attempt = 0
        while True:
            attempt += 1
            left = deadline - self._clock()
            if left <= 0:
                raise late
            outcome = yield Send(request.method, self.url + request.path, authorized, request.body, left)
            assert outcome is not None
            delay = self._delay(outcome, attempt, repeatable)
            if delay is None:
                if isinstance(outcome, Response):
                    return self._read(request.name, outcome)
                raise late if outcome.kind == "timeout" else self._connection_error(request.name, outcome)
            if self._clock() + delay >= deadline:
                raise late
            yield Pause(delay)

    def _delay(self, outcome: Response | Fault, attempt: int, repeatable: bool) -> float | None:
        if isinstance(outcome, Response):
            retry_after = outcome.headers.get("retry-after") if outcome.status >= 400 else None
            return self._policy.delay_after(attempt, outcome.status, retry_after) if repeatable else None
        may_pass = outcome.kind == "unsent" or (repeatable and outcome.kind == "lost")
        return self._policy.delay_after(attempt, None, None) if may_pass else None

    def _connection_error(self, call: str, fault: Fault) -> ClientError:
        reason = fault.reason.replace(self._token, "[token]")
        return ClientError("connection", f"{call} got no response from {self.url}: {reason}")

    def _read(self, call: str, response: Response) -> Answer:
        status, headers, body = response.status, response.headers, response.body
        if status >= 400:
            # An error response may quote the token, which must not get into an error.
            body = body.replace(self._token.encode(), b"[token]")
        media_type = headers.get("content-type", "").split(";")[0].strip().lower()
        if body == b"":
            return Answer(status, headers, None)
        if re.fullmatch(r"[^/\s]+/(?:[^/\s]+\+)?json", media_type):
            try:
                return Answer(status, headers, parse_json(body))
            except (ValueError, RecursionError):
                # The parser's message may quote the text, which may contain a token.
                message = f"{call} was answered {status} with a malformed JSON body."
                raise ClientError("unexpected_answer", message, status) from None
        if re.match(r"image/|audio/|application/(?:pdf|octet-stream|zip)", media_type):
            return Answer(status, headers, body)
        try:
            return Answer(status, headers, body.decode())
        except UnicodeDecodeError:
            return Answer(status, headers, body)


def service_error(answer: Answer) -> ApiError | None:
    """Returns the service's error in a response; None if the response is not from the service."""
    return api_error_from(answer.body, answer.headers)


def unexpected_answer(call: str, answer: Answer) -> ClientError:
    """Returns the error for a response that is neither that of the operation nor a known error of the service."""
    status, code = answer.status, member(member(answer.body, "error"), "code")
    if 300 <= status < 400:
        what = "with a redirect, which is not followed: check that the URL is that of the service itself."
    elif isinstance(code, str):
        message = member(member(answer.body, "error"), "message")
        what = f'with the error code "{code}", which this client does not know: {message}'
    else:
        media = answer.headers.get("content-type", "no declared media type")
        body = "an empty body" if answer.body is None else f"a body of {media}"
        what = f"with {body} that the service would not send: check the URL."
    return ClientError("unexpected_answer", f"{call} was answered {status} {what}", status)


def _read_timeout(timeout: object) -> float:
    if is_number(timeout) and 0 < timeout <= 2_147_483:
        return float(timeout)
    raise InputError("/timeout", f"must be seconds above 0 up to 2147483, got {timeout!r}.")


class SyncDriver:
    """Runs steps with `httpx.Client`."""

    def __init__(self, core: Core, ca: str | None, transport: httpx.BaseTransport | None = None) -> None:
        self._http = httpx.Client(transport=transport, **_client_settings(core.url, ca))

    def run(self, steps: Steps[T]) -> T:
        """Runs steps to their end and returns their result."""
        outcome: Response | Fault | None = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as stop:
                return stop.value
            if isinstance(step, Pause):
                time.sleep(step.seconds)
                outcome = None
            else:
                outcome = self._exchange(step)

    def _exchange(self, send: Send) -> Response | Fault:
        ends = time.monotonic() + send.timeout
        try:
            with self._http.stream(**_httpx_arguments(send)) as response:
                body = bytearray()
                for chunk in response.iter_bytes():
                    body += chunk
                    if len(body) > _MAX_BODY:
                        return _too_long()
                    if time.monotonic() > ends:
                        return Fault("timeout", "the body was not complete in time")
                return Response(response.status_code, _header_map(response), bytes(body))
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError) as error:
            return fault_of(error)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()


class AsyncDriver:
    """Runs steps with `httpx.AsyncClient`."""

    def __init__(self, core: Core, ca: str | None, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._http = httpx.AsyncClient(transport=transport, **_client_settings(core.url, ca))

    async def run(self, steps: Steps[T]) -> T:
        """Runs steps to their end and returns their result."""
        outcome: Response | Fault | None = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as stop:
                return stop.value
            if isinstance(step, Pause):
                await anyio.sleep(step.seconds)
                outcome = None
            else:
                outcome = await self._exchange(step)

    async def _exchange(self, send: Send) -> Response | Fault:
        try:
            with anyio.fail_after(send.timeout):
                async with self._http.stream(**_httpx_arguments(send)) as response:
                    body = bytearray()
                    async for chunk in response.aiter_bytes():
                        body += chunk
                        if len(body) > _MAX_BODY:
                            return _too_long()
                    return Response(response.status_code, _header_map(response), bytes(body))
        except TimeoutError:
            return Fault("timeout", "the response was not complete in time")
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError) as error:
            return fault_of(error)

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()


def _too_long() -> Fault:
    return Fault("untrusted", f"the body has more than {_MAX_BODY} bytes")


def fault_of(error: Exception) -> Fault:
    """Returns what is known of an exchange that failed."""
    reason = str(error) or type(error).__name__
    if "CERTIFICATE_VERIFY_FAILED" in reason:
        hint = "pass the file of its certificate as `ca`, or set CAREBENCH_CA"
        return Fault("untrusted", f"the certificate of the server is not trusted; {hint} ({reason})")
    if isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)):
        return Fault("unsent", reason)
    return Fault("timeout" if isinstance(error, httpx.TimeoutException) else "lost", reason)


def _header_map(response: httpx.Response) -> Mapping[str, str]:
    return {name.lower(): value for name, value in response.headers.items()}


def _httpx_arguments(send: Send) -> dict[str, Any]:
    # httpx would take text as ASCII; headers may be Latin-1. It keeps what the URL has percent-encoded.
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in send.headers.items()]
    arguments = {"method": send.method, "url": send.url, "headers": headers}
    return {**arguments, "content": send.body, "timeout": send.timeout}


def _client_settings(url: str, ca: str | None) -> dict[str, Any]:
    parts = urlsplit(url)
    verify: ssl.SSLContext | bool = True
    if parts.scheme == "https" and ca is not None:
        try:
            verify = ssl.create_default_context(cafile=ca)
        except (OSError, ValueError, TypeError) as error:
            message = f"must be a PEM file with the certificate to trust; {ca!r} cannot be read as one: {error}"
            raise InputError("/ca", message) from None
    local = parts.hostname in ("localhost", "::1") or (parts.hostname or "").startswith("127.")
    # A proxy in the environment does not reach this machine's loopback.
    return {"verify": verify, "follow_redirects": False, "trust_env": not local}

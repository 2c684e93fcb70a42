"""Errors of this package. Switch on their class and `code`, never on the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast


class CarebenchError(Exception):
    """Base of every error of this package."""


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with an input."""

    path: str
    """JSON Pointer to the invalid member, even if it is missing or unknown."""
    message: str


class InputError(CarebenchError, ValueError):
    """An argument is invalid, and nothing was sent. `path` is the JSON Pointer of the argument."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.errors = (Finding(path, message),)


class ServerError(CarebenchError):
    """A local server could not be started; the message has what it printed."""


class FileError(CarebenchError):
    """A file or folder is not what it is read as. `file` names it, `path` is the JSON Pointer in it."""

    def __init__(self, file: str, path: str, message: str) -> None:
        super().__init__(f"{file}{'' if path == '' else f' at {path}'}: {message}")
        self.file = file
        self.path = path


class ClientError(CarebenchError):
    """A call got no usable response."""

    def __init__(self, code: ClientErrorCode, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.code: ClientErrorCode = code
        self.status = status


ClientErrorCode = Literal["connection", "timeout", "unexpected_answer"]


class PageError(CarebenchError):
    """A list cannot be continued from a page: a cursor came twice, or the page is malformed."""

    def __init__(self, code: Literal["not_advancing", "malformed"], message: str) -> None:
        super().__init__(message)
        self.code = code


class SimulatedSystemError(CarebenchError):
    """A simulated system refused a call with its own payload, such as an OperationOutcome; see `body`."""

    def __init__(self, call: str, status: int, body: Any, request_id: str | None) -> None:
        reason = _reason_in(body)
        super().__init__(f"{call} was answered {status} by the simulated system{f': {reason}' if reason else '.'}")
        self.status = status
        self.body = body
        self.request_id = request_id


class ApiError(CarebenchError):
    """The service refused a call. `errors` has a JSON Pointer for each invalid member of the request."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        errors: Sequence[Finding] = (),
        headers: Mapping[str, str] | None = None,
        beside: Mapping[str, Any] | None = None,
        request_id: str | None = None,
    ) -> None:
        details = "".join(f"\n  {finding.path or '/'}: {finding.message}" for finding in errors)
        super().__init__(f"{code}: {message}{details}")
        self.code = code
        self.status = STATUS_OF_CODE[code]
        self.message = message
        self.errors = tuple(errors)
        self.headers = dict(headers or {})
        self.beside = dict(beside or {})
        self.request_id = request_id

    @property
    def retry_after(self) -> int | None:
        """Seconds to wait before the next attempt; None if the service did not say."""
        text = self.headers.get("retry-after", "")
        return int(text) if text.isascii() and text.isdecimal() else None


class InvalidRequestError(ApiError):
    """The request has the wrong shape, size or media type: 400, 413, 415. See `errors`."""


class AuthenticationError(ApiError):
    """The token is missing, unknown, revoked, expired, or of the wrong kind: 401."""


class NotFoundError(ApiError):
    """The resource does not exist, or not for this token: 404."""


class ConflictError(ApiError):
    """The current state does not permit the request, or a name is taken: 409."""


class RateLimitError(ApiError):
    """Too many calls: 429. See `retry_after`."""


class ServiceFailureError(ApiError):
    """The service failed, or is temporarily unavailable: 5xx."""


STATUS_OF_CODE = {
    "INVALID_REQUEST": 400,
    "INVALID_CURSOR": 400,
    "HTTPS_REQUIRED": 400,
    "UNAUTHORIZED": 401,
    "RESOURCE_NOT_FOUND": 404,
    "METHOD_NOT_ALLOWED": 405,
    "CONFLICT": 409,
    "PAYLOAD_TOO_LARGE": 413,
    "UNSUPPORTED_MEDIA_TYPE": 415,
    "RATE_LIMITED": 429,
    "HEADERS_TOO_LARGE": 431,
    "INTERNAL": 500,
    "NOT_IMPLEMENTED": 501,
    "UNAVAILABLE": 503,
}

_CLASS_OF_STATUS: Mapping[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    404: NotFoundError,
    409: ConflictError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    429: RateLimitError,
}


def api_error_from(body: Any, headers: Mapping[str, str]) -> ApiError | None:
    """Reads the error body of the service; None if the body is not one, or has a code that is not known."""
    error = member(body, "error")
    code, message = member(error, "code"), member(error, "message")
    if not isinstance(code, str) or not isinstance(message, str) or code not in STATUS_OF_CODE:
        return None
    status = STATUS_OF_CODE[code]
    error_class = _CLASS_OF_STATUS.get(status, ServiceFailureError if status >= 500 else ApiError)
    request_id = member(error, "request_id")
    return error_class(
        code,
        message,
        errors=[
            Finding(path, text)
            for path, text in ((member(one, "path"), member(one, "message")) for one in items(member(error, "errors")))
            if isinstance(path, str) and isinstance(text, str)
        ],
        headers={name: headers[name] for name in ("allow", "retry-after") if name in headers},
        beside={name: value for name, value in body.items() if name != "error"},
        request_id=request_id if isinstance(request_id, str) else headers.get("x-request-id"),
    )


def is_object(value: Any) -> bool:
    """Whether a value is a JSON object."""
    return isinstance(value, dict)


def member(value: Any, name: str) -> Any:
    """The member of a JSON object; None if the value is not an object or lacks it."""
    return cast("dict[str, Any]", value).get(name) if isinstance(value, dict) else None


def items(value: Any) -> list[Any]:
    """The items of a JSON array; none if the value is not one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def _reason_in(body: Any) -> str | None:
    issue = next(iter(items(member(body, "issue"))), None)
    error = next(iter(items(member(body, "errors"))), None)
    candidates = (
        member(issue, "diagnostics"),
        member(member(issue, "details"), "text"),
        member(error, "message"),
    )
    reason = next((text for text in candidates if isinstance(text, str) and text != ""), None)
    return reason if reason is None or len(reason) <= 300 else f"{reason[:300]}…"

"""Rules of requests and retries: those of `@carebench/client`, as the vectors in packages/client/vectors check."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard, cast
from urllib.parse import quote, urlencode, urlsplit

from .errors import InputError

KEY_HEADER = "idempotency-key"

_PASSING = frozenset({429, 502, 503, 504})
_FULL_BUDGET, _COST, _REFUND = 200, 10, 1


@dataclass(frozen=True)
class Retry:
    """Options of retries; delays are in seconds."""

    retries: int = 2
    """Maximum number of retries of a call; 0 for none."""
    base_delay: float = 0.25
    """Maximum delay before the first retry; it doubles with each further one."""
    max_delay: float = 8.0
    """Maximum delay before any retry, unless the service asks for more."""
    random: Callable[[], float] = field(default=random.random, repr=False)
    """Returns a number from 0 up to 1, for the jitter."""

    def __post_init__(self) -> None:
        if not _is_whole(self.retries) or not 0 <= self.retries <= 10:
            raise InputError("/retry/retries", f"must be an integer from 0 to 10, got {self.retries!r}.")
        for name, value in (("base_delay", self.base_delay), ("max_delay", self.max_delay)):
            if not is_number(value) or not 0 <= value <= 3600:
                raise InputError(f"/retry/{name}", f"must be seconds from 0 to 3600, got {value!r}.")


class RetryPolicy:
    """Decides which calls of one client are retried and when.

    The budget prevents a failing service from getting several times its load: when it is used up, calls fail at once
    until others have succeeded.
    """

    def __init__(self, options: object) -> None:
        if not isinstance(options, Retry):
            raise InputError("/retry", f"must be a carebench.Retry, got {options!r}.")
        self._options = options
        self._budget = _FULL_BUDGET

    @property
    def retries(self) -> int:
        """Maximum number of retries of a call."""
        return self._options.retries

    def delay_after(self, attempt: int, status: int | None, retry_after: str | None) -> float | None:
        """Seconds to wait before the next attempt; None if there is none. `attempt` counts from 1."""
        if status is not None and status not in _PASSING:
            self._budget = min(_FULL_BUDGET, self._budget + _REFUND)
            return None
        if attempt > self._options.retries or self._budget < _COST:
            return None
        self._budget -= _COST
        most = min(self._options.max_delay, self._options.base_delay * 2 ** (attempt - 1))
        # In the upper half of the interval, so that callers that failed together do not retry together.
        return max(most * (0.5 + self._options.random() / 2), _read_retry_after(retry_after))


def _read_retry_after(value: str | None) -> float:
    """The seconds of a `retry-after` in whole seconds; 0 for a date, and for an invalid value."""
    return float(value) if value is not None and re.fullmatch(r"\s*[0-9]{1,6}\s*", value) else 0.0


def create_idempotency_key() -> str:
    """A key that no other call has: 128 random bits in hex."""
    return f"{random.SystemRandom().getrandbits(128):032x}"


def check_idempotency_key(key: object) -> None:
    """Raises an InputError, which does not quote the key, unless it can be sent."""
    if not isinstance(key, str) or re.fullmatch(r"[ -~]{1,128}", key) is None:
        message = "must be 1 to 128 printable ASCII characters, such as a UUID."
        raise InputError("/idempotency_key", message)


def read_token(name: str, token: object) -> str:
    """Returns a token that can be sent in a header. Raises an InputError that reveals nothing about it."""
    if isinstance(token, str) and re.fullmatch(r"[\x21-\x7e]+", token):
        return token
    message = "must be visible ASCII characters without white space. Trim what was read from a file."
    raise InputError(f"/{name}", message)


def read_base_url(url: object) -> str:
    """Returns the base URL without trailing slashes. Raises an InputError unless it is one of http or https."""
    try:
        parts = urlsplit(url) if isinstance(url, str) else None
        valid = parts is not None and parts.scheme in ("http", "https") and bool(parts.hostname)
        # Reading the port validates it.
        valid = valid and parts is not None and (parts.port is None or parts.port > 0)
    except ValueError:
        parts, valid = None, False
    if parts is None or not valid or re.search(r"[\x00-\x20\x7f]", cast("str", url)):
        raise InputError("/url", f'must be an absolute URL like "https://127.0.0.1:8443", got {url!r}.')
    if parts.username is not None or parts.password is not None:
        raise InputError("/url", "must not contain credentials; pass the key as an argument of its own.")
    if parts.query != "" or parts.fragment != "":
        raise InputError("/url", "must not have a query or a fragment.")
    return cast("str", url).rstrip("/")


def read_text(path: str, value: object) -> str:
    """Returns a text that UTF-8 can hold. Raises an InputError for anything else."""
    if isinstance(value, str):
        return _unicode(path, value)
    raise InputError(path, f"must be text, got {value!r}.")


def read_mapping(path: str, value: object) -> dict[str, Any]:
    """Returns a dict with texts as names, an empty one for None. Raises an InputError for anything else."""
    if value is None:
        return {}
    if isinstance(value, Mapping) and all(isinstance(name, str) for name in cast("Mapping[Any, Any]", value)):
        return dict(cast("Mapping[str, Any]", value))
    raise InputError(path, f"must be a dict with texts as names, got {value!r}.")


def path_segment(name: str, value: object) -> str:
    """Encodes one segment of a path. Raises an InputError for what would name another path."""
    text = str(value) if _is_whole(value) else value
    if not isinstance(text, str) or text in ("", ".", ".."):
        raise InputError(f"/{name}", f"must be a valid path segment, got {value!r}.")
    return quote(_unicode(f"/{name}", text), safe="!*'()~-._")


def query_string(query: Mapping[str, Any]) -> str:
    """`?name=value&…`, with the name repeated for each item of a list; None is left out."""
    pairs: list[tuple[str, str]] = []
    for name, value in read_mapping("/query", query).items():
        if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
            values = list(cast("Sequence[Any]", value))
        else:
            values = [value]
        pairs.extend((name, _query_text(name, one)) for one in values if one is not None)
    return f"?{urlencode(pairs, safe='*')}".replace("~", "%7E") if pairs else ""


def _query_text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _unicode(f"/query/{name}", value)
    if is_number(value):
        # Whole numbers are written as integers, as JavaScript writes them.
        return str(int(value)) if float(value).is_integer() else repr(value)
    raise InputError(f"/query/{name}", f"must be text, a number, a boolean or a list of them, got {value!r}.")


def merge_headers(
    defaults: Mapping[str, str], given: Mapping[str, str] | None, fixed: Mapping[str, str]
) -> dict[str, str]:
    """Merges headers in ascending precedence. The caller cannot set `authorization`."""
    merged: dict[str, str] = {}
    for name, value in [*defaults.items(), *read_mapping("/headers", given).items(), *fixed.items()]:
        if re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) is None:
            raise InputError("/headers", f"the header name {name!r} contains invalid characters.")
        if not isinstance(value, str) or re.fullmatch(r"[\t\x20-\x7e\x80-\xff]*", value) is None:
            raise InputError(f"/headers/{name}", "the value contains invalid characters.")
        merged[name.lower()] = value
    merged.pop("authorization", None)
    return merged


def json_bytes(body: Any, path: str = "/body") -> bytes:
    """Serializes JSON. Raises an InputError with the pointer of the first value that JSON cannot hold."""
    _assert_json(body, path, 0)
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _assert_json(value: Any, path: str, depth: int) -> None:
    if depth > 200:
        raise InputError(path[:200], "is nested more than 200 levels deep.")
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        _unicode(path, value)
    elif isinstance(value, dict):
        for name, one in cast("dict[Any, Any]", value).items():
            if not isinstance(name, str):
                raise InputError(path, f"must have strings as keys, got {name!r}.")
            escaped = _unicode(path, name).replace("~", "~0").replace("/", "~1")
            _assert_json(one, f"{path}/{escaped}", depth + 1)
    elif isinstance(value, (list, tuple)):
        for index, one in enumerate(cast("Sequence[Any]", value)):
            _assert_json(one, f"{path}/{index}", depth + 1)
    elif not is_number(value):
        raise InputError(path, f"must be JSON (None, bool, a finite number, str, list or dict), got {value!r}.")


def _unicode(path: str, text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(path, "contains half of a surrogate pair, which UTF-8 cannot hold.") from None
    return text


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a finite number."""
    return (isinstance(value, (int, float)) and not isinstance(value, bool)) and math.isfinite(value)

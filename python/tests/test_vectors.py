"""The rules that both clients share; `packages/client/src/shared-vectors.test.ts` reads the same file."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

import httpx
import pytest
from conftest import ROOT

import carebench
from carebench import _rules as rules  # pyright: ignore[reportPrivateUsage]

FILE = ROOT / "packages/client/vectors/rules.json"
VECTORS: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}

pytestmark = pytest.mark.skipif(not VECTORS, reason="there is no checkout of carebench around these tests")


def named(part: str) -> Any:
    vectors: list[dict[str, Any]] = VECTORS.get(part, [])
    return pytest.mark.parametrize("vector", vectors, ids=[one["name"] for one in vectors])


@named("retry")
def test_a_policy_of_retries(vector: dict[str, Any]) -> None:
    options, drawn = vector["options"], vector["random"]
    retry = rules.Retry(
        options["retries"], options["baseDelay"] / 1000, options["maxDelay"] / 1000, random=lambda: drawn
    )
    policy = rules.RetryPolicy(retry)
    delays = [policy.delay_after(*attempt[:3]) for attempt in vector["attempts"]]
    assert delays == [None if one[3] is None else pytest.approx(one[3] / 1000) for one in vector["attempts"]]


@pytest.mark.parametrize(
    ("part", "check"),
    [
        ("keys", rules.check_idempotency_key),
        ("segments", partial(rules.path_segment, "id")),
        ("urls", rules.read_base_url),
        ("tokens", partial(rules.read_token, "key")),
    ],
)
def test_texts_are_taken_or_refused(part: str, check: Callable[[str], Any]) -> None:
    for vector in VECTORS[part]["valid"]:
        pair = cast("list[str]", vector) if isinstance(vector, list) else [cast("str", vector)] * 2
        value, expected = pair
        assert check(value) in (expected, None)
    for value in VECTORS[part]["invalid"]:
        with pytest.raises(carebench.InputError):
            check(value)


def test_queries_are_written() -> None:
    for query, text in VECTORS["queries"]:
        assert rules.query_string(query) == text


class Script:
    """A transport that answers with the exchanges of a vector, one after another."""

    def __init__(self, exchanges: list[dict[str, Any]]) -> None:
        self.sent: list[httpx.Request] = []
        self._exchanges: Iterator[dict[str, Any]] = iter(exchanges)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        exchange = next(self._exchanges)
        fault = exchange.get("fault")
        if fault == "lost":
            raise httpx.ReadError("connection reset")
        if fault is not None:
            reason = "CERTIFICATE_VERIFY_FAILED" if fault == "untrusted" else "connection refused"
            raise httpx.ConnectError(reason)
        if "text" in exchange:
            return httpx.Response(exchange["status"], headers=exchange["headers"], text=None, content=exchange["text"])
        return httpx.Response(exchange["status"], headers=exchange["headers"], json=exchange["body"])


def clients(script: Script, retries: int) -> tuple[carebench.Carebench, carebench.AsyncCarebench]:
    retry = rules.Retry(retries=retries, base_delay=0)
    transport = httpx.MockTransport(script)
    arguments = ("https://service.example.org", "vk_1")
    return (
        carebench.Carebench(*arguments, retry=retry, transport=transport),
        carebench.AsyncCarebench(*arguments, retry=retry, transport=transport),
    )


def call(client: Any, vector: dict[str, Any]) -> Any:
    if "system" in vector:
        system = client.sandbox("sbx_1").system(vector["system"])
        return system.request(vector["method"], vector["path"], vector["body"])
    return client.call(
        vector["operation"],
        vector.get("params"),
        body=vector.get("body"),
        headers=vector.get("headers"),
        idempotency_key=vector.get("idempotency_key"),
    )


@pytest.mark.parametrize("surface", ["sync", "async"])
@named("calls")
def test_a_call(vector: dict[str, Any], surface: str) -> None:
    script = Script(vector["exchanges"])
    sync, other = clients(script, vector.get("retries", 2))
    expected = vector["expect"]

    def made() -> Any:
        return call(sync, vector) if surface == "sync" else asyncio.run(call(other, vector))

    if "error" in expected:
        with pytest.raises(carebench.CarebenchError) as caught:
            made()
        assert_error(caught.value, expected["error"])
    else:
        assert made() == expected["result"]
    assert len(script.sent) == expected["sent"]
    keys = {request.headers.get("idempotency-key") for request in script.sent}
    assert len(keys) <= 1
    key = expected.get("key")
    if key is True:
        assert all(one is not None and len(one) == 32 for one in keys)
    elif script.sent:
        assert keys == {key or None}


def assert_error(error: carebench.CarebenchError, expected: dict[str, Any]) -> None:
    if expected["class"] == "invalid":
        assert isinstance(error, carebench.InputError)
        return
    assert type(error).__name__ == expected["class"]
    for name in ("code", "status", "body"):
        assert name not in expected or getattr(error, name) == expected[name]
    if "errors" in expected:
        assert isinstance(error, carebench.ApiError)
        assert [{"path": one.path, "message": one.message} for one in error.errors] == expected["errors"]
    # What a user sees ends with our error, not with one of a library.
    assert error.__cause__ is None
    assert error.__suppress_context__ or error.__context__ is None


@pytest.mark.parametrize("surface", ["sync", "async"])
@named("lists")
def test_a_list(vector: dict[str, Any], surface: str) -> None:
    script = Script([{"status": 200, "headers": {}, "body": page} for page in vector["pages"]])
    sync, other = clients(script, 2)
    arguments: Any = {"cursor": vector.get("cursor"), "direction": vector.get("direction", "next")}

    def collected() -> list[Any]:
        query = {"limit": 2}
        if surface == "sync":
            return sync.iterate("listBenchmarks", query=query, **arguments).to_list()
        return asyncio.run(other.iterate("listBenchmarks", query=query, **arguments).to_list())

    if "error" in vector:
        with pytest.raises(carebench.PageError) as caught:
            collected()
        assert caught.value.code == vector["error"]
    else:
        assert collected() == vector["items"]
    assert [f"?{request.url.query.decode()}" for request in script.sent] == vector["sent"]

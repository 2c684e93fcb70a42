"""Servers and files of others."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest

import carebench
from carebench import _transport as transport  # pyright: ignore[reportPrivateUsage]

SEND = transport.Send("GET", "http://127.0.0.1/", {}, None, 5.0)


def test_a_body_that_unpacks_without_end_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "_MAX_BODY", 100_000)
    packed = gzip.compress(bytes(1_000_000))
    served = httpx.MockTransport(lambda _: httpx.Response(200, content=packed, headers={"content-encoding": "gzip"}))
    core = transport.Core("http://127.0.0.1", "token", "token", timeout=5, retry=carebench.Retry())
    outcomes = [
        transport.SyncDriver(core, None, served)._exchange(SEND),  # pyright: ignore[reportPrivateUsage]
        asyncio.run(transport.AsyncDriver(core, None, served)._exchange(SEND)),  # pyright: ignore[reportPrivateUsage]
    ]
    for outcome in outcomes:
        assert isinstance(outcome, transport.Fault)
        assert "more than 100000 bytes" in outcome.reason


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_is_no_score(tmp_path: Path, number: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(f'{{"kind": "task-run", "task": {{"name": "a"}}, "result": {{"score": {number}}}}}')
    with pytest.raises(carebench.FileError, match="is not JSON"):
        carebench.Recording.read(file)


def test_a_damaged_packed_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "record.json.gz"
    file.write_bytes(gzip.compress(b"{}")[:10] + b"\xff" * 20)
    with pytest.raises(carebench.FileError, match="cannot be read"):
        carebench.Recording.read(file)

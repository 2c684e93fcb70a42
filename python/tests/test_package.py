"""What the package is derived from."""

from __future__ import annotations

import json
import runpy
import urllib.request
from pathlib import Path

import pytest
from conftest import ROOT

import carebench

PACKAGE = Path(carebench.__file__).parent


def test_the_operations_are_those_of_the_server(server: carebench.Server) -> None:
    import ssl

    context = ssl.create_default_context(cafile=server.ca)
    with urllib.request.urlopen(f"{server.url}/openapi.json", context=context) as response:
        served = json.load(response)
    message = "the sources have changed since the package was built: pip install ./python"
    assert json.loads((PACKAGE / "openapi.json").read_text("utf-8")) == served, message


def test_the_sync_clients_are_derived_from_the_async_ones() -> None:
    script = ROOT / "python/unasync.py"
    if not script.exists():
        pytest.skip("there is no checkout of carebench around these tests")
    to_sync = runpy.run_path(str(script))["to_sync"]
    source = (ROOT / "python/src/carebench/_async.py").read_text("utf-8")
    assert (PACKAGE / "_sync.py").read_text("utf-8") == to_sync(source), "build the package again"


def test_operations_have_what_their_calls_need() -> None:
    table = carebench.operations()
    create, read = table["createBenchmark"], table["listTasks"]
    assert (create.method, create.path, create.creates, create.key) == ("POST", "/benchmarks", True, "organizationKey")
    assert (read.is_list, read.idempotent, read.query_names) == (True, True, ("benchmark_id", "tag", "limit", "cursor"))
    submit = table["runPortalSubmitPriorAuth"]
    assert (submit.group, submit.call, submit.idempotent) == ("portal", "submit_prior_auth", False)
    assert not table["waitInRun"].idempotent
    assert table["startTaskRun"].idempotent
    with pytest.raises(carebench.InputError, match="did you mean 'createBenchmark'"):
        carebench.Carebench("https://127.0.0.1:1", "vk_1").call("createBenchmarks")

"""Runs on a server of this checkout."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import os
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from scripted import FORM

import carebench

TASK = "Request the ordered MRI"


def test_an_agent_works_a_task(server: carebench.Server) -> None:
    with server.solver() as solver:
        run = solver.create_run("prior-auth@1", tasks=[TASK])
        with run.tasks[0].start() as task:
            assert task.fhir.search("Patient", family="Quintero", birthdate="1974-08-19")["total"] == 1
            patients = [one["id"] for one in task.fhir.search_all("Patient", {"_count": 7})]
            assert len(patients) == len(set(patients)) > 7
            assert task.fhir.read("Patient", "pat-9002")["id"] == "pat-9002"
            with pytest.raises(carebench.SimulatedSystemError) as caught:
                task.fhir.read("Patient", "nobody")
            assert (caught.value.status, caught.value.body["resourceType"]) == (404, "OperationOutcome")
            assert task.portal.submit_prior_auth(body=FORM)["status"]
            listed = [row["patient_member_id"] for row in task.portal.iterate("list_prior_auths")]
            assert FORM["patient_member_id"] in listed
            assert "submit_prior_auth" in dir(task.portal)
            missing: Any = task
            with pytest.raises(AttributeError, match=r"use system\('portl'\)"):
                missing.portl.list_prior_auths()
            assert task.clock()["mode"] == "real"
            result = task.complete({"note": "done"})
        assert (result["verdict"], result["score"], result["axes"]["safety"]["score"]) == ("pass", 1, 1)
        assert run.read()["verdict"] == "pass"


def test_a_task_is_completed_whatever_happens(server: carebench.Server) -> None:
    run = server.solver().create_run("prior-auth@1", tasks=[TASK])
    with pytest.raises(KeyError, match="agent"), run.tasks[0].start():
        raise KeyError("the agent failed")
    assert run.read()["status"] == "completed"


def test_the_async_client_does_the_same(server: carebench.Server) -> None:
    async def work() -> Any:
        async with server.async_solver() as solver, server.async_organization() as organization:
            run = await solver.create_run("prior-auth@1", tasks=[TASK])
            async with await run.tasks[0].start() as task:
                names = [tool.name for tool in await task.tools()]
                found = await task.call_tool("fhir_search_type", {"type": "Patient", "query": {"_count": "1"}})
                refused = await task.call_tool("portal_submit_prior_auth", {"body": {}})
                await task.portal.submit_prior_auth(body=FORM)
            assert names[:4] == ["start_task", "clock", "wait", "submit"]
            assert ('"Bundle"' in found.text, found.is_error, refused.is_error) == (True, False, True)
            assert list(await organization.tasks_of("prior-auth@1")) == [one async for one in task_names(organization)]
            return await organization.recording(task.id), task.completion

    recording, completion = asyncio.run(work())
    assert completion is not None
    assert (recording.task, recording.verdict, recording.score) == (TASK, "pass", completion["score"])
    assert [call.status for call in recording.calls] == [200, 422, 201]
    assert recording.calls[0].system == "FHIR"


async def task_names(organization: carebench.AsyncCarebench) -> AsyncIterator[str]:
    (benchmark,) = [one async for one in organization.iterate("listBenchmarks") if one["name"] == "prior-auth"]
    query = {"benchmark_id": benchmark["id"], "limit": 1}
    names = [task["name"] async for task in organization.iterate("listTasks", query=query)]
    for name in reversed(names):
        yield name


def test_refusals_have_pointers(server: carebench.Server) -> None:
    organization = server.organization()
    with pytest.raises(carebench.InvalidRequestError) as caught:
        organization.call("createBenchmark", body={"name": 5, "colour": 1})
    assert {finding.path for finding in caught.value.errors} == {"/name", "/colour"}
    with pytest.raises(carebench.NotFoundError):
        organization.call("getBenchmark", {"id": "bench_none"})
    with pytest.raises(carebench.AuthenticationError):
        carebench.Carebench(server.url, "vk_wrong", ca=server.ca).call("listBenchmarks")


def bad_calls() -> dict[str, Any]:
    client = carebench.Carebench("https://127.0.0.1:1", "vk_canary7", retry=carebench.Retry(retries=0))
    solver = carebench.CarebenchSolver("https://127.0.0.1:1", "vrl_slv_canary7")
    portal = client.sandbox("sbx_1").portal
    create = "createBenchmark"
    day: Any = datetime.date(2026, 3, 2)
    anything: Any = 5
    key = "vk canary7"
    return {
        "/body/due/0": lambda: client.call(create, body={"due": [day]}),
        "/body/a~1b": lambda: client.call(create, body={"a/b": float("inf")}),
        "/body/name": lambda: client.call(create, body={"name": "\ud800"}),
        "/id": lambda: client.call("getBenchmark"),
        "/colour": lambda: client.call("getBenchmark", {"id": "x", "colour": 1}),
        "/query/at": lambda: client.call("listBenchmarks", query={"at": day}),
        "/headers/x": lambda: client.call("listBenchmarks", headers={"x": anything}),
        "/timeout": lambda: client.call("listBenchmarks", timeout=-1),
        "/operation": lambda: client.call("runPortalListPriorAuths"),
        "/arguments": lambda: portal.read_prior_auth("a", "b"),
        "/auth_number": lambda: portal.read_prior_auth(),
        "/call": lambda: portal.iterate("list_nothing"),
        "/tasks": lambda: solver.create_run("prior-auth@1", tasks="Request"),
        "/key": lambda: carebench.Carebench("https://127.0.0.1:1", key),
        "/ca": lambda: carebench.Carebench("https://127.0.0.1:1", "vk_1", ca=__file__),
        "/retry/retries": lambda: carebench.Retry(retries=anything * 5),
        "/benchmark": lambda: client.tasks_of("prior-auth"),
    }


@pytest.mark.parametrize("path", bad_calls())
def test_bad_input_is_an_error_with_its_pointer(path: str) -> None:
    with pytest.raises(carebench.InputError) as caught:
        bad_calls()[path]()
    assert caught.value.path == path
    shown = "".join(traceback.format_exception(caught.value))
    assert "canary7" not in shown
    assert "site-packages/httpx" not in shown


def wrong_calls(wrong: Any) -> list[Callable[[], Any]]:
    client = carebench.Carebench("https://127.0.0.1:1", "vk_1", retry=carebench.Retry(retries=0))
    solver = carebench.CarebenchSolver("https://127.0.0.1:1", "vrl_slv_1", retry=carebench.Retry(retries=0))
    systems = client.sandbox("sbx_1")
    create, read = "createBenchmark", "listBenchmarks"
    return [
        *(partial(client.call, create, **{name: wrong}) for name in ("body", "query", "params", "headers", "timeout")),
        *(partial(client.iterate, read, **{name: wrong}) for name in ("query", "cursor")),
        *(partial(method, wrong) for method in (client.call, client.iterate, client.tasks_of, client.recording)),
        *(partial(method, wrong) for method in (client.sandbox, systems.system, systems.portal.iterate)),
        *(partial(systems.portal.request, "POST", "x", **{name: wrong}) for name in ("content_type", "accept", "body")),
        *(partial(systems.fhir.search, *arguments) for arguments in ((wrong,), ("Patient", wrong))),
        *(partial(method, wrong) for method in (systems.fhir.create, systems.fhir.update)),
        partial(systems.portal.request, "GET", wrong),
        partial(systems.portal.list_prior_auths, query=wrong),
        partial(systems.fhir.patch, "Patient", "1", wrong),
        partial(solver.create_run, "prior-auth@1", tasks=wrong),
        partial(carebench.results, wrong),
        partial(carebench.Recording.read, wrong),
        partial(carebench.Recording.from_json, wrong),
        partial(carebench.Carebench, "https://127.0.0.1:1", "vk_1", retry=wrong),
    ]


@pytest.mark.parametrize("wrong", [5, "\ud800", b"x", [None], {1: 2}, object()], ids=repr)
def test_an_argument_of_any_other_type_is_an_error_of_ours(wrong: Any) -> None:
    for call in wrong_calls(wrong):
        with contextlib.suppress(carebench.CarebenchError):
            call()


def test_a_server_that_is_not_there_is_a_client_error() -> None:
    client = carebench.Carebench("http://127.0.0.1:1", "vk_1", retry=carebench.Retry(retries=0))
    with pytest.raises(carebench.ClientError) as caught:
        client.call("listBenchmarks")
    assert (caught.value.code, caught.value.__suppress_context__ or caught.value.__context__ is None) == (
        "connection",
        True,
    )


def test_an_untrusted_certificate_says_what_to_do(server: carebench.Server) -> None:
    with pytest.raises(carebench.ClientError, match="pass the file of its certificate as `ca`"):
        carebench.Carebench(server.url, "vk_1").call("listBenchmarks")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ([sys.executable, "-c", "import sys; sys.exit('no benchmark x')"], "ended before it was ready.*no benchmark x"),
        ([sys.executable, "-c", "import time; time.sleep(60)"], r"was not ready within 0\.2 s"),
        (["carebench-that-is-not-there"], "could not be started"),
    ],
)
def test_a_start_that_fails_says_why(
    command: list[str], message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CAREBENCH_URL", raising=False)
    with pytest.raises(carebench.ServerError, match=f"(?s){message}"):
        carebench.start(command=command, timeout=10 if "exit" in command[-1] else 0.2)


def test_a_server_ends_with_the_process_that_started_it(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    program = f"import carebench, os; print(carebench.start(command={command!r}, benchmarks=['prior-auth']).url); "
    ended = subprocess.run(
        [sys.executable, "-u", "-c", program + "os.kill(os.getpid(), 9)"],
        env={name: value for name, value in os.environ.items() if name != "CAREBENCH_URL"},
        capture_output=True,
        text=True,
        check=False,
    )
    port = int(ended.stdout.rsplit(":", 1)[1])
    for _ in range(100):
        with socket.socket() as connection:
            if connection.connect_ex(("127.0.0.1", port)) != 0:
                return
        time.sleep(0.1)
    pytest.fail("the server is still there")


def test_an_address_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAREBENCH_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("CAREBENCH_SOLVER_KEY", "vrl_slv_1")
    monkeypatch.delenv("CAREBENCH_ORGANIZATION_KEY", raising=False)
    with carebench.start() as server:
        assert server.url == "http://127.0.0.1:9"
        server.solver().close()
        with pytest.raises(carebench.InputError, match="CAREBENCH_ORGANIZATION_KEY"):
            server.organization()

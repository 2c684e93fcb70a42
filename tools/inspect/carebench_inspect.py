"""Tasks of a carebench server as a task of Inspect.

    inspect eval carebench_inspect.py --model anthropic/claude-x -T benchmark=prior-auth@1 --epochs 3

The variables CAREBENCH_URL, CAREBENCH_SOLVER_KEY and CAREBENCH_ORGANIZATION_KEY say where the server is, and CAREBENCH_CA names the
PEM file of its certificate; the MCP client of Inspect reads SSL_CERT_FILE for the same. A sample is a task, an epoch is a trial: each
creates a scored run of one task, whose tools the model gets over MCP. Scores are copied from the server.
"""

import asyncio
import json
import os
import ssl
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass

from inspect_ai import Task, task
from inspect_ai.agent import as_solver, react
from inspect_ai.dataset import Sample
from inspect_ai.scorer import Score, mean, scorer, stderr
from inspect_ai.solver import solver
from inspect_ai.tool import mcp_server_http

PROMPT = (
    "Call the tool start_task of the MCP server clinic and follow the instruction that it returns. "
    "Use only tools of that server. When you are done, call submit."
)


class ServiceError(Exception):
    """The server refused a call, or did not do what its interface promises."""


class Service:
    """Calls of a carebench server with the keys of an organization."""

    def __init__(self, environment):
        try:
            self.url = environment["CAREBENCH_URL"].rstrip("/")
            self._solver_key = environment["CAREBENCH_SOLVER_KEY"]
            self._organization_key = environment["CAREBENCH_ORGANIZATION_KEY"]
        except KeyError as missing:
            raise ServiceError(f"Expected the variable {missing.args[0]} in the environment; it is not set.") from None
        self._context = ssl.create_default_context(cafile=environment.get("CAREBENCH_CA"))

    def tasks_of(self, benchmark):
        """The names of the tasks of name@version, in their order."""
        name, _, version = benchmark.rpartition("@")
        if not name or not version.isdecimal():
            raise ServiceError(f"Expected a benchmark with its version, such as prior-auth@1; got {benchmark!r}.")
        found = next((entry for entry in self._list("/benchmarks") if entry["name"] == name), None)
        if found is None:
            raise ServiceError(f"The organization has no benchmark {name!r} at {self.url}.")
        audit = self._as_organization("GET", f"/benchmarks/{found['id']}/versions/{version}").get("audit")
        if not isinstance(audit, dict):
            raise ServiceError(f"{benchmark} is still being audited; try again in a while.")
        return [entry["name"] for entry in audit["tasks"]]

    def create_run(self, benchmark, task_name):
        """Creates a scored run of one task."""
        body = {"benchmark": benchmark, "tasks": [task_name], "scored": True}
        created = self._call(self._solver_key, "POST", "/v1/benchmark-runs", body)
        return Run(created["benchmark_run_id"], created["task_runs"][0]["id"], created["bearer_token"])

    def finish(self, run):
        """Completes the task as the agent left it, unless it has handed in, and returns the task run with its verdict."""
        path = f"/task-runs/{run.task_run_id}"
        if self._as_organization("GET", path)["phase"] == "created":
            # The agent never began: the state as it was is scored.
            self._call(run.token, "POST", f"/v1/task-runs/{run.task_run_id}/start", {})
        if self._as_organization("GET", path)["phase"] == "started":
            self._call(run.token, "POST", f"/v1/task-runs/{run.task_run_id}/complete", {})
        return self._as_organization("GET", path)

    def _as_organization(self, method, path):
        return self._call(self._organization_key, method, path)

    def _list(self, path):
        query = {"limit": 100}
        while True:
            page = self._as_organization("GET", f"{path}?{urllib.parse.urlencode(query)}")
            yield from page["data"]
            cursor = (page.get("_meta") or {}).get("next")
            if not cursor:
                return
            query["cursor"] = cursor

    def _call(self, token, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, data=data, method=method, headers=headers)
        context = self._context if self.url.startswith("https:") else None
        try:
            with urllib.request.urlopen(request, context=context, timeout=120) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            text = error.read().decode(errors="replace")[:500]
            raise ServiceError(f"{method} {path} was answered {error.code}: {text}") from None


@dataclass(frozen=True)
class Run:
    """A run of one task. The token stays in memory: what a sample stores is written to the log."""

    run_id: str
    task_run_id: str
    token: str


def carebench_solver(service, benchmark, runs):
    """Gives the model the tools of a run of its own."""

    @solver(name="carebench")
    def create():
        async def solve(state, generate):
            run = await asyncio.to_thread(service.create_run, benchmark, state.metadata["task"])
            runs[state.uuid] = run
            tools = mcp_server_http(
                name="clinic",
                url=f"{service.url}/v1/benchmark-runs/{run.run_id}/mcp",
                headers={"Authorization": f"Bearer {run.token}"},
            )
            # The tools have a submit of their own.
            return await as_solver(react(tools=[tools], submit=False))(state, generate)

        return solve

    return create()


def carebench_scorer(service, runs):
    """Copies the verdict and the scores. Without a verdict the sample ends with an error, and is not a 0."""

    @scorer(name="carebench", metrics={"*": [mean(), stderr()]})
    def create():
        async def score(state, target):
            run = runs.pop(state.uuid, None)
            if run is None:
                raise ServiceError("The sample has no run: its solver failed before it was created.")
            return score_of(await asyncio.to_thread(service.finish, run))

        return score

    return create()


def score_of(task_run):
    """The score of a completed task run."""
    verdict, value = task_run["verdict"], task_run["score"]
    if verdict is None or value is None:
        raise ServiceError(f"The task run {task_run['id']} has no verdict: its verification is broken.")
    points = [
        f"- {'passed' if point['passed'] else 'not passed'}: {point['details']}" for point in task_run["criterion_runs"]
    ]
    return Score(
        value={"pass": 1 if verdict == "pass" else 0, "score": value},
        explanation="\n".join(points),
        metadata={"verdict": verdict, "status": task_run["status"], "task_run_id": task_run["id"]},
    )


@task
def carebench(benchmark: str = "prior-auth@1", tasks: str = ""):
    """A benchmark of a carebench server.

    Args:
        benchmark: Its name and version.
        tasks: Names of tasks, separated by semicolons; all if empty.
    """
    service = Service(os.environ)
    known = service.tasks_of(benchmark)
    names = [name.strip() for name in tasks.split(";") if name.strip()] or known
    unknown = [name for name in names if name not in known]
    if unknown:
        raise ServiceError(f"{benchmark} has no task {unknown[0]!r}; it has {', '.join(known)}.")
    runs = {}
    return Task(
        name=benchmark.rpartition("@")[0],
        version=int(benchmark.rpartition("@")[2]),
        dataset=[Sample(id=name, input=PROMPT, target="", metadata={"task": name}) for name in names],
        solver=carebench_solver(service, benchmark, runs),
        scorer=carebench_scorer(service, runs),
        fail_on_error=False,
    )

"""An environment of verifiers (https://github.com/PrimeIntellect-ai/verifiers): `load_environment(split="dev")`.

A task of a benchmark is a task, and an episode works it in a run of its own with the tools of the run. The reward is
the score of carebench, with the caps of what was broken. The tasks of the split `test` are refused: results are
reported on them, and what was trained on them can be compared with nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias, cast

import httpx
import verifiers.v1 as vf  # pyright: ignore[reportMissingTypeStubs]

from ._agents import MAX_TURNS, SHIPPED, SYSTEM_PROMPT, chosen, cut, family_of, task_message
from ._async import AsyncTaskRun
from ._server import shared_server
from .errors import InputError, items

_FROZEN_TEST_SEEDS = range(100_000, 104_000)
"""Seeds of the split `test` of carebench-1: 20 places of a family, with up to 200 seeds each."""


_Trace: TypeAlias = "vf.Trace[Any, Any, Any]"


class CarebenchConfig(vf.TasksetConfig):
    """Which tasks there are."""

    split: str = "dev"
    """Of carebench-1."""
    benchmark: str = ""
    """Another benchmark: a shipped one by its name, a folder, or `name@version` of the server at CAREBENCH_URL."""
    tasks: str = ""
    """Names of tasks, separated by semicolons; all if empty."""
    allow_test: bool = False
    """Takes the tasks of `test` too: to evaluate, never to train."""


class CarebenchData(vf.TaskData):
    """What an episode needs to start its run."""

    source: str | None = None
    benchmark: str
    family: str


class CarebenchTask(vf.Task[CarebenchData]):
    """Scores an episode as carebench does."""

    @vf.reward(weight=1.0)
    async def carebench_score(self, trace: _Trace) -> float:
        """The score from 0 to 1, with its caps."""
        return float(_completion(trace)["score"])

    @vf.metric
    async def carebench_result(self, trace: _Trace) -> dict[str, float]:
        """Whether it passed, the score before its caps, and that of each axis."""
        found = _completion(trace)
        axes = {f"axis_{axis}": float(one["score"]) for axis, one in found["axes"].items()}
        raw = float(found.get("raw_score", found["score"]))
        return {"passed": float(found["verdict"] == "pass"), "raw_score": raw, **axes}


def _completion(trace: _Trace) -> dict[str, Any]:
    found = trace.info.get("carebench")
    if found is None:
        raise RuntimeError("The episode has no score: its run was not completed. That is no reward of 0.")
    return found


class CarebenchTaskset(vf.Taskset[CarebenchTask, CarebenchConfig]):
    """The tasks of a benchmark."""

    def load(self) -> Iterator[CarebenchTask]:
        source, benchmark = _source(self.config)
        with shared_server(source).organization() as organization:
            found = organization.tasks_of(benchmark)
        names = chosen(list(found), self.config.tasks)
        if not self.config.allow_test:
            refuse_test(names)
        for name in names:
            about = {"source": source, "benchmark": benchmark, "family": family_of(name)}
            prompt = task_message(found[name] or {"instruction": name})
            data = {"id": name, "name": name, "prompt": prompt, "system_prompt": SYSTEM_PROMPT, **about}
            yield CarebenchTask(CarebenchData.model_validate(data), self.config.task)


def _source(config: CarebenchConfig) -> tuple[str | None, str]:
    """What a local server publishes, and the reference of the benchmark."""
    named = config.benchmark
    if named in SHIPPED:
        return named, f"{named}@1"
    if "@" in named:
        return None, named
    if named != "":
        file = Path(named, "benchmark.json")
        if not file.is_file():
            known = ", ".join(SHIPPED)
            raise InputError("/benchmark", f"must be one of {known}, name@version, or a folder; {file} is not there.")
        return str(Path(named).resolve()), f"{json.loads(file.read_text('utf-8'))['name']}@1"
    if config.split not in ("dev", "test"):
        raise InputError("/split", f"must be 'dev', got {config.split!r}.")
    if config.split == "test" and not config.allow_test:
        raise InputError("/split", _REASON)
    return f"carebench-1:{config.split}", f"carebench-1-{config.split}@1"


_REASON = (
    "the tasks of 'test' are what results are reported on, and a model that was trained on them can be compared with "
    "nothing. Train on 'dev', or on instances drawn from seeds outside of 100000 to 103999. To evaluate only, pass "
    "allow_test=True."
)


def refuse_test(names: list[str]) -> None:
    """Raises an InputError if one of the tasks is in the split `test` of carebench-1."""
    for name in names:
        seed = re.fullmatch(r"[a-z]+(?:-[a-z]+)+-([0-9]+)", name)
        if seed and int(seed[1]) in _FROZEN_TEST_SEEDS:
            raise InputError("/tasks", f"{name} is in 'test': {_REASON}")


class CarebenchHarness(vf.Harness[vf.HarnessConfig]):
    """Works a task in this process: the model's calls go through the endpoint of the episode, its tools to the run."""

    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: _Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
        tool_interception_url: str | None = None,
    ) -> vf.ProgramResult:
        if not isinstance(data, CarebenchData):
            raise TypeError("The harness carebench works tasks of the taskset carebench only.")
        system, prompt = self.resolve_prompt(data)
        messages: list[Any] = [{"role": "system", "content": system}, {"role": "user", "content": prompt}]
        headers = {"authorization": f"Bearer {secret}"}
        async with (
            shared_server(data.source).async_solver() as solver,
            httpx.AsyncClient(headers=headers, timeout=600, trust_env=False) as model,
        ):
            run = await solver.create_run(data.benchmark, tasks=[data.name or ""], scored=True)
            async with await run.tasks[0].start() as task:
                ended = await _work(task, messages, model, f"{endpoint.rstrip('/')}/chat/completions", ctx.model)
            trace.info["carebench"] = {**(task.completion or {}), "task_run_id": task.id}
        return ended


async def _work(
    task: AsyncTaskRun, messages: list[Any], model: httpx.AsyncClient, url: str, name: str
) -> vf.ProgramResult:
    tools = [
        {
            "type": "function",
            "function": {"name": one.name, "description": one.description, "parameters": one.parameters},
        }
        for one in await task.tools()
        if one.name != "start_task"
    ]
    for _ in range(MAX_TURNS):
        response = await model.post(url, json={"model": name, "messages": messages, "tools": tools})
        if response.status_code >= 400:
            return vf.ProgramResult(1, "", f"The model was answered {response.status_code}: {response.text[:500]}")
        message = response.json()["choices"][0]["message"]
        messages.append(message)
        calls = items(message.get("tool_calls"))
        for call in calls:
            function = call["function"]
            text = await _call(task, function["name"], function["arguments"])
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})
        if not calls or any(call["function"]["name"] == "submit" for call in calls):
            break
    return vf.ProgramResult(0, "", "")


async def _call(task: AsyncTaskRun, name: str, arguments: str) -> str:
    try:
        parsed = json.loads(arguments or "{}")
    except ValueError as error:
        return f"Nothing was sent. The arguments are not JSON: {error}."
    if not isinstance(parsed, dict):
        return "Nothing was sent. The arguments must be a JSON object."
    return cut((await task.call_tool(name, cast("dict[str, Any]", parsed))).text)


def load_environment(
    name: str = "carebench", *, split: str = "dev", benchmark: str = "", tasks: str = "", allow_test: bool = False
) -> vf.Env[Any]:
    """Returns the environment `carebench` of verifiers; see `CarebenchConfig` for the arguments."""
    if name != "carebench":
        raise InputError("/name", f"must be 'carebench', got {name!r}.")
    taskset = CarebenchConfig(id=name, split=split, benchmark=benchmark, tasks=tasks, allow_test=allow_test)
    _source(taskset)
    # The agent runs no code of its own: its calls go to the run, so it needs no sandbox.
    config = {"taskset": taskset.model_dump(), "agent": {"runtime": {"type": "subprocess"}}}
    load = cast("Callable[[Any], vf.Env[Any]]", vf.load_environment)  # pyright: ignore[reportUnknownMemberType]
    return load(vf.SingleAgentEnvConfig.model_validate(config))

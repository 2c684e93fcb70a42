"""Tasks of Inspect (https://inspect.aisi.org.uk): `inspect eval carebench/carebench_1 --model …`.

A sample is a task, an epoch is a trial. Each gets a scored run of its own, whose tools the model is offered; the score
is that of carebench, and the run is ended whatever happens. Without CAREBENCH_URL, a local server is started.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click
from inspect_ai import Task, task
from inspect_ai.agent import AgentPrompt, AgentState, as_solver, react
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolDef, ToolError, ToolParams

from ._agents import MAX_TURNS, SHIPPED, SYSTEM_PROMPT, chosen, cut, family_of, task_message
from ._async import AsyncCarebenchSolver, AsyncTaskRun
from ._calls import ToolDescription
from ._server import shared_server
from .errors import CarebenchError


@dataclass
class _Trial:
    client: AsyncCarebenchSolver
    run: AsyncTaskRun
    submitted: bool = False
    output: Any = None


# By the id of the sample's state: what a state stores is written to the log, and clients hold tokens.
_trials: dict[str, _Trial] = {}


@solver
def start_run(source: str | None, benchmark: str) -> Solver:
    """Starts a run of the sample's task, and gives the state its instruction and its tools."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        client = shared_server(source).async_solver()
        try:
            run = await client.create_run(benchmark, tasks=[state.metadata["task"]], scored=True)
            started = await run.tasks[0].start()
        except BaseException:
            await client.aclose()
            raise
        trial = _trials[state.uuid] = _Trial(client, started)
        state.metadata["task_run_id"] = started.id
        state.messages = [ChatMessageUser(content=task_message(started.item), source="input")]
        listed = await started.tools()
        state.tools = [_tool(trial, one).as_tool() for one in listed if one.name != "start_task"]
        return state

    return solve


def _tool(trial: _Trial, described: ToolDescription) -> ToolDef:
    async def execute(**arguments: Any) -> str:
        result = await trial.run.call_tool(described.name, arguments)
        if result.is_error:
            raise ToolError(cut(result.text))
        if described.name == "submit":
            trial.submitted, trial.output = True, arguments.get("output")
        return cut(result.text)

    properties: dict[str, Any] = described.parameters.get("properties") or {}
    # Inspect refuses a parameter without a description.
    named = {name: {"description": name, **schema} for name, schema in properties.items()}
    required: list[str] = described.parameters.get("required") or []
    parameters = ToolParams.model_validate({"properties": named, "required": required})
    # Our own limit of a result holds, as for `carebench run`.
    return ToolDef(execute, described.name, described.description, parameters, max_output=0)


@solver
def work_task() -> Solver:
    """Works the task with its tools until it is submitted, or the model answers without calling one."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        trial = _trials[state.uuid]

        async def goes_on(now: AgentState) -> bool | str:
            return bool(now.output.message.tool_calls) and not trial.submitted

        # Inspect would add a prompt of its own, and models would not be asked what `carebench run` asks them.
        prompt = AgentPrompt(instructions=SYSTEM_PROMPT, assistant_prompt=None)
        worker = react(prompt=prompt, tools=state.tools, submit=False, on_continue=goes_on)
        return await as_solver(worker)(state, generate)

    return solve


@scorer(metrics={"*": [mean(), stderr()]}, name="carebench")
def score_run(source: str | None) -> Scorer:
    """Completes the task as the agent left it, and copies the score. Without one, the sample has an error, not a 0."""

    async def score(state: TaskState, target: Target) -> Score:
        trial = _trials[state.uuid]
        completion = await trial.run.complete()
        # A scored run tells its agent no details; the organization reads them.
        async with shared_server(source).async_organization() as organization:
            found = await organization.call("getTaskRun", {"id": trial.run.id})
        labels = {check["criterion_id"]: check["label"] for check in completion["checks"]}
        criteria = [
            f"- {'passed' if one['passed'] else 'not passed'}: {labels.get(one['criterion_id'], '')}. {one['details']}"
            for one in found["criterion_runs"]
        ]
        about = {name: completion.get(name) for name in ("verdict", "raw_score", "capped_by", "axes")}
        return Score(
            value={"pass": 1 if completion["verdict"] == "pass" else 0, "score": completion["score"]},
            answer=None if trial.output is None else json.dumps(trial.output, ensure_ascii=False),
            # The viewer would typeset what is between two dollar signs as a formula.
            explanation="\n".join(criteria).replace("$", "\\$"),
            metadata={
                **about,
                "status": found["status"],
                "submitted": trial.submitted,
                "task_run_id": trial.run.id,
            },
        )

    return score


async def end_run(state: TaskState) -> None:
    """Ends the run of a sample that was not scored, for example because it was cancelled."""
    trial = _trials.pop(state.uuid, None)
    if trial is None:
        return
    async with trial.client, trial.run:
        pass


class TaskError(CarebenchError, click.ClickException):
    """A task could not be created, for example because of its arguments. Inspect's command shows its text alone."""


def create_task(benchmark: str, source: str | None, tasks: str = "") -> Task:
    """A task of Inspect for a benchmark; `source` is what a local server publishes, None for one on a server."""
    try:
        with shared_server(source).organization() as organization:
            items = organization.tasks_of(benchmark)
        names = chosen(list(items), tasks)
    except CarebenchError as error:
        raise TaskError(str(error)) from None
    samples = [
        Sample(
            id=name,
            input=task_message(items[name] or {"instruction": name}),
            metadata={"task": name, "family": family_of(name)},
        )
        for name in names
    ]
    return Task(
        name=benchmark.rpartition("@")[0],
        version=int(benchmark.rpartition("@")[2]),
        dataset=samples,
        setup=start_run(source, benchmark),
        solver=work_task(),
        scorer=score_run(source),
        cleanup=end_run,
        fail_on_error=False,
        turn_limit=MAX_TURNS,
    )


@task
def benchmark(name: str = "prior-auth@1", tasks: str = "") -> Task:
    """A benchmark of the server at CAREBENCH_URL, as `name@version`; `tasks` names some, separated by semicolons."""
    return create_task(name, None, tasks)


@task
def carebench_1(split: str = "dev", tasks: str = "") -> Task:
    """carebench-1: `dev` to develop on, `test` to report on."""
    if split not in ("dev", "test"):
        raise TaskError(f"/split: must be 'dev' or 'test', got {split!r}.")
    return create_task(f"carebench-1-{split}@1", f"carebench-1:{split}", tasks)


def _create_shipped(name: str) -> Callable[[str], Task]:
    @task(name=name.replace("-", "_"))
    def shipped(tasks: str = "") -> Task:
        """One of the benchmarks that every server comes with."""
        return create_task(f"{name}@1", name, tasks)

    return shipped


prior_auth, eligibility, lab_results, claims_followup, referral = map(_create_shipped, SHIPPED)

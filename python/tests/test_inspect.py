"""Tasks of Inspect, with models that are scripts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import carebench
from carebench._agents import SYSTEM_PROMPT

pytest.importorskip("inspect_ai", reason="inspect-ai is not installed: pip install './python[inspect]'")

from inspect_ai import eval as evaluate  # pyright: ignore[reportUnknownVariableType]
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model
from scripted import CALLS, scripted_model

TASK = "Request the ordered MRI"


@pytest.fixture
def logs(at_server: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("INSPECT_DISPLAY", "none")
    monkeypatch.setenv("INSPECT_LOG_DIR", str(tmp_path / "logs"))
    return tmp_path / "logs"


def model(*calls: tuple[str, dict[str, Any]]) -> Model:
    outputs = [ModelOutput.for_tool_call("mockllm/model", name, arguments) for name, arguments in calls]
    for output in [*outputs, last := ModelOutput.from_content("mockllm/model", "Nothing is left to do.")]:
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return get_model("mockllm/model", custom_outputs=[*outputs, last], memoize=False)


def run(tasks: str | list[str], *calls: tuple[str, dict[str, Any]], **options: Any) -> EvalLog:
    return evaluate("carebench/prior_auth", model=model(*calls), task_args={"tasks": tasks}, **options)[0]


def test_a_sample_is_scored_as_carebench_scores_it(logs: Path, server: carebench.Server) -> None:
    log = run(TASK, *CALLS)
    assert (log.status, log.eval.task, log.eval.dataset.sample_ids) == ("success", "prior-auth", [TASK])
    assert log.samples is not None
    sample = log.samples[0]
    score = (sample.scores or {})["carebench"]
    assert score.value == {"pass": 1, "score": 1}
    assert score.answer == '{"note": "done"}'
    assert "- passed: The ordered procedure is requested for the member. Found 1 of 1" in (score.explanation or "")
    assert [one.text for one in sample.messages if one.role == "system"] == [SYSTEM_PROMPT]
    assert (score.metadata or {})["submitted"] is True
    kinds = [event.event for event in sample.events]
    assert kinds.count("tool") == kinds.count("model") == len(CALLS)
    refused = [one.error.message for one in sample.messages if one.role == "tool" and one.error]
    assert len(refused) == 1
    assert "'patient_dob' is a required property" in refused[0]
    recording = server.organization().recording((score.metadata or {})["task_run_id"])
    # Inspect checks arguments against the schema of a tool before it calls it.
    assert [call.status for call in recording.calls] == [200, 201]
    token = "vrl_run_"
    assert token not in log.model_dump_json()


def test_runs_are_ended_however_a_sample_ends(logs: Path, server: carebench.Server) -> None:
    limited = run(TASK, *CALLS, turn_limit=1)
    idle = run(TASK)
    for log in (limited, idle):
        for sample in log.samples or []:
            assert (sample.scores or {})["carebench"].value == {"pass": 0, "score": 0}
    assert (limited.samples or [])[0].limit is not None
    failing = run(TASK, ("clock", {"unknown": 1}), solver=failing_solver())
    assert (failing.samples or [])[0].error is not None
    organization = server.organization()
    runs = organization.iterate("listBenchmarkRuns").to_list(4)
    assert {one["status"] for one in runs} == {"completed"}


def failing_solver() -> Any:
    from inspect_ai.solver import solver

    @solver
    def fail() -> Any:
        async def solve(state: Any, generate: Any) -> Any:
            raise RuntimeError("the solver failed")

        return solve

    return fail()


def test_the_command_line_runs_it(logs: Path) -> None:
    with scripted_model() as url:
        command = [sys.executable, "-m", "inspect_ai", "eval", "carebench/prior_auth", "-T", f"tasks={TASK}"]
        variables = {**os.environ, "SCRIPTED_BASE_URL": url, "SCRIPTED_API_KEY": "k"}
        ended = subprocess.run(
            [*command, "--model", "openai-api/scripted/m", "--epochs", "2"],
            env=variables,
            capture_output=True,
            text=True,
            check=False,
        )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    (file,) = logs.glob("*.eval")
    log = read_eval_log(str(file))
    assert [(sample.scores or {})["carebench"].value for sample in log.samples or []] == [{"pass": 1, "score": 1}] * 2


def test_a_task_that_is_not_there_is_refused(logs: Path) -> None:
    for tasks in ("none", ["none"]):
        with pytest.raises(carebench.CarebenchError, match="/tasks: there is no task 'none'; there are Request"):
            run(tasks)

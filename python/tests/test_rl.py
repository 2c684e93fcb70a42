"""The environment of verifiers, with a model that is a script."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scripted import scripted_model

import carebench

vf: Any = pytest.importorskip("verifiers.v1", reason="verifiers is not installed: pip install './python[verifiers]'")

TASK = "Request the ordered MRI"


pytestmark = pytest.mark.usefixtures("at_server")


def test_an_episode_is_rewarded_with_the_score(server: carebench.Server) -> None:
    env = carebench.load_environment("carebench", benchmark="prior-auth", tasks=TASK)

    async def play(url: str) -> Any:
        context = vf.ModelContext(model="m", client=vf.EvalClientConfig(base_url=url))
        (task,) = list(env.taskset)
        async with env.serving():
            return await env.run_episode(task, context)

    with scripted_model() as url:
        episode = asyncio.run(play(url))
    (trace,) = episode.traces
    assert trace.errors == []
    assert trace.reward == 1
    assert trace.metrics["passed"] == trace.metrics["axis_safety"] == 1
    recording = server.organization().recording(trace.info["carebench"]["task_run_id"])
    assert [call.status for call in recording.calls] == [200, 422, 201]


def test_its_own_command_evaluates_it(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("vf-eval")
    with scripted_model() as url:
        command = [str(program), "carebench", "--env.taskset.benchmark", "prior-auth", "--env.taskset.tasks", TASK]
        options = f"--env.agent.runtime.type subprocess -m m --client.base-url {url} -r 2 --no-push -o {tmp_path}"
        command += options.split()
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    (traces,) = tmp_path.rglob("traces.jsonl")
    assert len(traces.read_text().splitlines()) == 2
    assert "vrl_run_" not in traces.read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"split": "test"}, "/split: the tasks of 'test' are what results are reported on"),
        ({"split": "train"}, "/split: must be 'dev', got 'train'"),
        ({"benchmark": "nowhere"}, "/benchmark: must be one of prior-auth"),
        ({"name": "other"}, "/name: must be 'carebench'"),
    ],
)
def test_what_is_not_to_be_trained_on_is_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(carebench.InputError, match=message):
        carebench.load_environment(**options)


def test_frozen_seeds_are_refused_wherever_they_come_from() -> None:
    from carebench import rl

    rl.refuse_test(["pa-submit-1000", "pa-submit-104000", "Request the ordered MRI"])
    with pytest.raises(carebench.InputError, match="/tasks: pa-submit-100200 is in 'test'"):
        rl.refuse_test(["pa-submit-1000", "pa-submit-100200"])

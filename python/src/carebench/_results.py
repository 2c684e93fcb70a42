"""Results folders of `carebench run`, as data frames if pandas is there, else as lists of dicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from .errors import FileError, member
from .recording import Recording, read_json, read_lines, read_path


@dataclass(frozen=True)
class Trial:
    """One trial of a results folder that has a result."""

    folder: Path
    result: Mapping[str, Any]

    @property
    def recording(self) -> Recording:
        """Reads the sealed record of the attempt that counts. Raises a FileError if there is none."""
        return Recording.read(self._attempt / "record.json.gz")

    @property
    def trajectory(self) -> Mapping[str, Any] | None:
        """Reads the messages and calls of the agent (ATIF); None if it writes none."""
        file = self._attempt / "trajectory.json"
        return read_json(file) if file.exists() else None

    @property
    def _attempt(self) -> Path:
        return self.folder / f"attempt-{self.result['attempt']}"


class Results:
    """A results folder of `carebench run`."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = read_path(folder)
        if not (self.folder / "run.json").is_file():
            message = "expected the results folder of `carebench run`, with a file run.json in it."
            raise FileError(str(folder), "", message)

    @property
    def run(self) -> Mapping[str, Any]:
        """What was asked for, and the versions of the machine (`run.json`)."""
        return read_json(self.folder / "run.json")

    @property
    def lock(self) -> Mapping[str, Any]:
        """What decides results: digests of the benchmark and of each agent with its limits (`lock.json`)."""
        return read_json(self.folder / "lock.json")

    def __iter__(self) -> Iterator[Trial]:
        for file in sorted(self.folder.glob("trials/*/*/t*/result.json")):
            result = read_json(file)
            if not isinstance(member(result, "key"), dict) or not isinstance(member(result, "attempt"), int):
                raise FileError(str(file), "/key", "expected the result of a trial, with its key and its attempt.")
            yield Trial(file.parent, result)

    def trials(self) -> Any:
        """A row for each trial: agent, task, trial, verdict, score, axes, how it ended, cost, tokens and times.

        `score` is null for an unscored trial, which is neither a pass nor a fail. `invalidated_by` and
        `invalidated_reason` are null unless a person took the trial, or all trials of its task, out of the figures:
        leave the others out.
        """
        file = self.folder / "assessments.jsonl"
        assessments = read_lines(file) if file.exists() else []
        return _table([{**_trial_row(one.result), **_invalidation(one.result, assessments)} for one in self])

    def criteria(self) -> Any:
        """A row for each criterion of each scored trial. It reads all records, which takes long for large folders."""
        rows = [
            {**_key(trial.result), **_criterion_row(criterion)}
            for trial in self
            if trial.result.get("verdict") is not None
            for criterion in trial.recording.criteria
        ]
        return _table(rows)


def results(folder: str | Path) -> Results:
    """Opens the results folder of a run. Raises a FileError if it is not one."""
    return Results(folder)


def _key(result: Mapping[str, Any]) -> dict[str, Any]:
    key = result["key"]
    return {name: member(key, name) for name in ("benchmark", "agent", "task", "trial")}


def _trial_row(result: Mapping[str, Any]) -> dict[str, Any]:
    named = {
        "ended": ("kind", "reason"),
        "cost": ("usd",),
        "usage": ("input", "output", "cached", "reasoning"),
        "counts": ("steps", "llm_calls", "tool_calls", "tool_errors"),
        "time": ("wall_ms", "working_ms", "active_ms", "idle_ms"),
        "broken": ("critical", "major", "minor"),
    }
    axes: dict[str, Any] = member(result, "axes") or {}
    return {
        **_key(result),
        "attempt": result["attempt"],
        "verdict": result.get("verdict"),
        "passed": None if result.get("verdict") is None else result["verdict"] == "pass",
        "score": result.get("score"),
        **{f"axis_{axis}": member(axes[axis], "score") for axis in axes},
        **{f"{group}_{name}": member(result.get(group), name) for group, names in named.items() for name in names},
        "model": member(result.get("model"), "requested"),
        "seal_digest": result.get("seal_digest"),
        "started_at": result.get("started_at"),
        "ended_at": result.get("ended_at"),
    }


def _invalidation(result: Mapping[str, Any], assessments: list[Any]) -> dict[str, Any]:
    """Finds the person who took a trial out of the figures, and why. A list of tasks decides over single trials."""
    task = member(result["key"], "task")
    about = {**_key(result), "attempt": result["attempt"]}
    last: dict[str, Any] = {}
    for one in assessments:
        kind = member(one, "kind")
        if kind in ("left_out", "counted") and member(one, "task") == task:
            last["task"] = one
        elif kind in ("invalid", "valid") and all(member(one, name) == about[name] for name in _attempt_names):
            last["trial"] = one
    standing = (last.get(name) for name in ("task", "trial"))
    found = next((one for one in standing if member(one, "kind") in ("left_out", "invalid")), None)
    return {f"invalidated_{name}": member(found, name) for name in ("by", "reason")}


_attempt_names = ("agent", "task", "trial", "attempt")


def _criterion_row(criterion: Any) -> dict[str, Any]:
    names = ("label", "axis", "guard", "verdict", "passed", "score", "details")
    return {name: getattr(criterion, name) for name in names}


def _table(rows: list[dict[str, Any]]) -> Any:
    """Rows as a data frame if pandas is installed."""
    try:
        pandas: Any = import_module("pandas")
    except ModuleNotFoundError:
        return rows
    return pandas.DataFrame(rows)

"""Shapes of responses, with the names that they have on the wire."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Verdict = Literal["pass", "partial", "fail"]


class AxisScore(TypedDict):
    """The score of one axis."""

    score: float
    weight: float


class ItemScore(TypedDict):
    """The result of one item of a task."""

    verdict: Verdict
    score: float
    due: bool
    """False if it is due only after the task ends, so that it does not count."""


class _Details(TypedDict, total=False):
    details: str
    """Why, in words; absent on a scored run."""
    item: str
    """The key of the item that the criterion belongs to; absent if it belongs to the whole task."""


class Check(_Details):
    """The result of one criterion."""

    criterion_id: str
    label: str
    result: Verdict
    score: float
    axis: str


class _Caps(TypedDict, total=False):
    raw_score: float
    """The score before the caps of broken criteria."""
    capped_by: list[str]
    """The criteria that capped the score, by id."""
    items: dict[str, ItemScore]
    """By key; absent if the task has no items."""


class Completion(_Caps):
    """The result of a completed task."""

    task_run_id: str
    phase: Literal["completed"]
    verdict: Verdict
    score: float
    axes: dict[str, AxisScore]
    checks: list[Check]


class Benchmark(TypedDict):
    """A published version of a benchmark."""

    id: str
    name: str
    version: int


class TaskRunState(TypedDict):
    """The state of one task of a run."""

    id: str
    task_id: str
    name: str
    phase: Literal["created", "started", "completed"]
    status: Literal["active", "completed", "cancelled", "failed", "timed_out"]
    verdict: Verdict | None
    score: float | None


class RunState(TypedDict):
    """The state of a run, as its agent reads it."""

    benchmark_run_id: str
    benchmark: Benchmark
    scored: bool
    phase: Literal["created", "started", "completed"]
    status: Literal["active", "completed", "cancelled", "failed"]
    verdict: Verdict | None
    score: float | None
    task_runs: list[TaskRunState]


class PlaygroundClock(TypedDict):
    """The clock of a task's simulated systems."""

    now: str
    mode: Literal["real", "stepped"]


class Waited(TypedDict):
    """The end of a wait, and what happened without the agent."""

    now: str
    arrived: list[dict[str, Any]]

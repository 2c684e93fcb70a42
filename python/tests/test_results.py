"""Results folders and recordings."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import carebench


def test_trials_are_rows(run_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    results = carebench.results(run_folder)
    rows: list[dict[str, Any]] = results.trials()
    assert [(row["agent"], row["verdict"], row["passed"], row["score"]) for row in rows] == [
        ("good", "pass", True, 1),
        ("idle", "fail", False, 0),
    ]
    assert rows[0]["ended_kind"] == "completed"
    assert rows[0]["axis_safety"] == 1
    assert set(results.lock["agents"]) == {"good", "idle"}
    criteria: list[dict[str, Any]] = results.criteria()
    assert {row["agent"] for row in criteria} == {"good", "idle"}
    assert all(row["passed"] for row in criteria if row["agent"] == "good")


def test_trials_say_who_took_them_out_of_figures(
    run_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    folder = tmp_path / "copy"
    shutil.copytree(run_folder, folder)
    task = next(iter(carebench.results(folder))).result["key"]["task"]

    def rows() -> list[tuple[Any, Any]]:
        found: list[dict[str, Any]] = carebench.results(folder).trials()
        return [(row["invalidated_by"], row["invalidated_reason"]) for row in found]

    def decide(**more: Any) -> list[tuple[Any, Any]]:
        line = {"version": 1, "at": "2026-03-02T09:00:00.000Z", "by": "Ann", "task": task, "reason": "why", **more}
        with (folder / "assessments.jsonl").open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(line)}\n")
        return rows()

    nobody, ann = (None, None), ("Ann", "why")
    trial = {"agent": "idle", "trial": 1, "attempt": 1, "verdict": None}
    assert rows() == [nobody, nobody]
    assert decide(kind="note", **trial) == [nobody, nobody]
    assert decide(kind="invalid", **trial) == [nobody, ann]
    assert decide(kind="left_out") == [ann, ann]
    assert decide(kind="valid", **trial) == [ann, ann]
    assert decide(kind="counted") == [nobody, nobody]


def test_trials_are_a_frame_with_pandas(run_folder: Path) -> None:
    pytest.importorskip("pandas")
    frame = carebench.results(run_folder).trials()
    assert frame.groupby("agent")["score"].mean().to_dict() == {"good": 1, "idle": 0}


def test_trials_have_recordings(run_folder: Path) -> None:
    good, idle = carebench.results(run_folder)
    assert (good.recording.verdict, idle.recording.verdict) == ("pass", "fail")
    assert good.recording.seal_digest == good.result["seal_digest"]
    assert len(good.recording.calls) == good.result["counts"]["tool_calls"]
    assert idle.recording.calls == ()
    assert idle.trajectory is None


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        ("{", "", "is not JSON"),
        ("[]", "/kind", "expected 'task-run', got None"),
        ('{"kind": "task-run", "task": {"name": 5}}', "/task/name", "expected str, got int"),
    ],
)
def test_what_is_no_recording_is_refused(tmp_path: Path, text: str, path: str, message: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(text)
    with pytest.raises(carebench.FileError, match=message) as caught:
        carebench.Recording.read(file)
    assert caught.value.path == path
    with pytest.raises(carebench.FileError, match="there is no such file"):
        carebench.Recording.read(tmp_path / "none.json")
    with pytest.raises(carebench.FileError, match="results folder"):
        carebench.results(tmp_path)

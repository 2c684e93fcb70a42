"""Results folders and recordings."""

from __future__ import annotations

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

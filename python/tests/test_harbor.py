"""Tasks that `carebench export harbor` writes, read by Harbor's own models."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any, cast

import pytest

task_module = pytest.importorskip(
    "harbor.models.task.task", reason="harbor is not installed: pip install harbor (Python 3.12 or newer)"
)


def test_harbor_reads_the_tasks(command: list[str], tmp_path: Path) -> None:
    tomllib = pytest.importorskip("tomllib")
    folder = tmp_path / "tasks"
    subprocess.run([*command, "export", "harbor", "prior-auth", "--output", str(folder)], check=True)
    tasks = sorted(folder.iterdir())
    assert len(tasks) == 3
    for path in tasks:
        task = task_module.Task(path)
        (server,) = task.config.environment.mcp_servers
        assert (server.transport, server.url) == ("streamable-http", "http://desk:8080/mcp")
        assert "Call the tool start_task" in task.instruction
        written = tomllib.loads((path / "task.toml").read_text("utf-8"))
        assert unknown_fields(written, task.config.model_dump(mode="json")) == []


def unknown_fields(written: Any, read: Any, path: str = "") -> list[str]:
    """Members that Harbor's models drop: their names are wrong, or gone."""
    if isinstance(written, list):
        pairs = [(path, *pair) for pair in zip(cast("list[Any]", written), read, strict=True)]
    elif isinstance(written, dict):
        pairs = [(f"{path}/{name}", one, read.get(name)) for name, one in cast("dict[str, Any]", written).items()]
    else:
        return [] if read is not None else [path]
    return [found for pair in pairs for found in unknown_fields(pair[1], pair[2] or {}, pair[0])]

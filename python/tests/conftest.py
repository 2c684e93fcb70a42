"""Fixtures: the checkout, a server of its sources, and the results of a run."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import carebench

ROOT = Path(__file__).parents[2]
LAUNCHER = ROOT / "tools/launcher/carebench.mjs"


@pytest.fixture(scope="session")
def command() -> list[str]:
    """How to run carebench from the sources of this checkout."""
    if not LAUNCHER.exists():
        pytest.skip("there is no checkout of carebench around these tests")
    if shutil.which("node") is None:
        pytest.skip("node is not on the PATH")
    if not (ROOT / "node_modules/tsx").exists():
        pytest.skip("the checkout is not installed: npx -y pnpm@12 install")
    return ["node", str(LAUNCHER)]


@pytest.fixture(scope="session")
def server(command: list[str]) -> Iterator[carebench.Server]:
    """A server of this checkout with the benchmark prior-auth."""
    with carebench.start(command=command, benchmarks=["prior-auth"], seed=7) as started:
        yield started


@pytest.fixture
def at_server(server: carebench.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names the server in the environment, as for programs that start none."""
    keys: Any = server
    monkeypatch.setenv("CAREBENCH_URL", server.url)
    monkeypatch.setenv("CAREBENCH_CA", server.ca or "")
    for name, key in keys._keys.items():
        monkeypatch.setenv(f"CAREBENCH_{name.upper()}", key)
    monkeypatch.setattr("carebench._server._shared", {})


@pytest.fixture(scope="session")
def run_folder(command: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A results folder with two scripted agents."""
    folder = tmp_path_factory.mktemp("runs") / "mine"
    agents = ["--agent", "good", "--agent", "idle", "--no-pages", "--folder", str(folder)]
    task = ["--task", "Request the ordered MRI"]
    subprocess.run([*command, "run", "prior-auth", *task, *agents], check=True, capture_output=True)
    return folder

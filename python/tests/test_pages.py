"""The programs on pages run, and print what the pages say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT

import carebench


def blocks(page: str) -> list[tuple[str, str | None]]:
    """The programs of a page, with the output that follows at once."""
    text = (ROOT / page).read_text("utf-8")
    pattern = r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?"
    return [(code, output or None) for code, output in re.findall(pattern, text, re.DOTALL)]


@pytest.mark.parametrize("page", ["python/README.md", "docs/guides/python.md"])
def test_the_programs_run(
    page: str,
    at_server: None,
    run_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").symlink_to(run_folder.parent)
    found: dict[str, object] = {}
    for code, output in blocks(page):
        exec(compile(code, page, "exec"), found)
        printed = capsys.readouterr().out
        assert output is None or printed == output
        assert printed or "print" not in code
    assert found["carebench"] is carebench

"""Recordings: the sealed records of task runs, as typed objects over their JSON."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._json import parse_json
from ._types import Verdict
from .errors import FileError, InputError, items, member


@dataclass(frozen=True)
class RecordedCall:
    """A call of the agent to a simulated system."""

    seq: int
    at: str
    system: str
    """The type of the simulator, for example `FHIR`."""
    method: str
    path: str
    query: str
    body: Any
    status: int
    """The status of the response."""


@dataclass(frozen=True)
class CriterionResult:
    """The result of one criterion, with its evidence."""

    label: str
    verdict: Verdict
    passed: bool
    score: float
    axis: str
    guard: bool
    details: str
    json: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Recording:
    """The sealed record of one task run. `json` is the whole of it, for everything that has no attribute."""

    task: str
    item: Mapping[str, Any] = field(repr=False)
    """The task in the words of the benchmark, often with `instruction`."""
    verdict: Verdict
    score: float
    raw_score: float
    axes: Mapping[str, Mapping[str, float]]
    criteria: tuple[CriterionResult, ...] = field(repr=False)
    calls: tuple[RecordedCall, ...] = field(repr=False)
    seed: int | None
    seal_digest: str
    json: Mapping[str, Any] = field(repr=False)

    @classmethod
    def read(cls, file: str | Path) -> Recording:
        """Reads a record, packed (`record.json.gz`) or not. Raises a FileError with the pointer of what is wrong."""
        return cls.from_json(read_json(read_path(file)), str(file))

    @classmethod
    def from_json(cls, record: Any, source: str = "record") -> Recording:
        """Reads the JSON of a record of a task run; `source` names it in errors."""
        if member(record, "kind") != "task-run":
            raise FileError(source, "/kind", f"expected 'task-run', got {member(record, 'kind')!r}.")
        check = _Checked(record, source)
        return cls(
            task=check.at("/task/name", str),
            item=check.at("/task/task_item", dict, {}),
            verdict=check.at("/result/verdict", str),
            score=check.at("/result/score", float),
            raw_score=check.at("/result/raw_score", float, check.at("/result/score", float)),
            axes=check.at("/result/axes", dict),
            criteria=tuple(_criterion(one) for one in check.at("/result/criterion_runs", list)),
            calls=tuple(_call(one) for one in check.at("/log", list, []) if _is_agent_call(one)),
            seed=check.at("/seed", int, None),
            seal_digest=check.at("/seal/digest", str),
            json=record,
        )


_REQUIRED: Any = object()


class _Checked:
    """Reads members by their JSON Pointers, and says where one is missing or of another type."""

    def __init__(self, value: Any, source: str) -> None:
        self._value, self._source = value, source

    def at(self, pointer: str, kind: type, default: Any = _REQUIRED) -> Any:
        value = self._value
        for name in pointer.split("/")[1:]:
            value = member(value, name)
        if value is None and default is not _REQUIRED:
            return default
        kinds = (int, float) if kind is float else kind
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise FileError(self._source, pointer, f"expected {kind.__name__}, got {type(value).__name__}.")
        return value


def _criterion(run: Any) -> CriterionResult:
    return CriterionResult(
        label=member(run, "label") or "",
        verdict=member(run, "result") or ("pass" if member(run, "passed") else "fail"),
        passed=member(run, "passed") is True,
        score=member(run, "score") or 0.0,
        axis=member(run, "axis") or "",
        guard=member(run, "guard") is True,
        details=member(run, "details") or "",
        json=run,
    )


def _is_agent_call(entry: Any) -> bool:
    return member(entry, "actor") == "agent" and member(member(entry, "action"), "kind") == "call"


def _call(entry: Any) -> RecordedCall:
    action = member(entry, "action")
    call = member(action, "call")
    return RecordedCall(
        seq=member(entry, "seq"),
        at=member(entry, "at"),
        system=member(action, "simulator"),
        method=member(call, "method"),
        path=member(call, "path"),
        query=member(call, "query") or "",
        body=member(call, "body"),
        status=member(member(entry, "response"), "status"),
    )


def read_path(value: object) -> Path:
    """Returns the path of a file or folder. Raises an InputError for what cannot be one."""
    if isinstance(value, (str, Path)):
        return Path(value)
    raise InputError("/path", f"must be the path of a file or folder, got {value!r}.")


def read_json(file: Path) -> Any:
    """Reads a JSON file, packed if its name ends with `.gz`. Raises a FileError that says what is wrong with it."""
    try:
        data = file.read_bytes()
        return parse_json(gzip.decompress(data) if file.suffix == ".gz" else data)
    except FileNotFoundError:
        raise FileError(str(file), "", "there is no such file.") from None
    except (OSError, EOFError, zlib.error) as error:
        raise FileError(str(file), "", f"cannot be read: {error}") from None
    except (ValueError, RecursionError) as error:
        raise FileError(str(file), "", f"is not JSON: {error}") from None


def read_lines(file: Path) -> list[Any]:
    """Reads a file of JSON lines; the last one is left out if it is cut, as in a run at work."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(str(file), "", f"cannot be read: {error}") from None
    found: list[Any] = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(parse_json(line))
        except (ValueError, RecursionError) as error:
            if number < len(lines):
                raise FileError(str(file), "", f"line {number} is not JSON: {error}") from None
    return items(found)

"""Client of carebench: simulated healthcare systems for AI agents, with scored work.

import carebench

with carebench.start() as server:
    run = server.solver().create_run("prior-auth@1")
    with run.tasks[0].start() as task:
        print(task.fhir.search("Patient", family="Quintero")["total"])
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ._async import (
    AsyncCarebench,
    AsyncCarebenchSolver,
    AsyncFhirSystem,
    AsyncRun,
    AsyncSandbox,
    AsyncSystem,
    AsyncTask,
    AsyncTaskRun,
    AsyncWalk,
)
from ._calls import ToolDescription, ToolResult
from ._operations import Operation, operations
from ._results import Results, Trial, results
from ._rules import Retry
from ._server import Server, start
from ._sync import Carebench, CarebenchSolver, FhirSystem, Run, Sandbox, System, Task, TaskRun, Walk
from ._types import Check, Completion, RunState, Verdict
from .errors import (
    ApiError,
    AuthenticationError,
    CarebenchError,
    ClientError,
    ConflictError,
    FileError,
    Finding,
    InputError,
    InvalidRequestError,
    NotFoundError,
    PageError,
    RateLimitError,
    ServerError,
    ServiceFailureError,
    SimulatedSystemError,
)
from .recording import CriterionResult, RecordedCall, Recording

__all__ = [
    "ApiError",
    "AsyncCarebench",
    "AsyncCarebenchSolver",
    "AsyncFhirSystem",
    "AsyncRun",
    "AsyncSandbox",
    "AsyncSystem",
    "AsyncTask",
    "AsyncTaskRun",
    "AsyncWalk",
    "AuthenticationError",
    "Carebench",
    "CarebenchError",
    "CarebenchSolver",
    "Check",
    "ClientError",
    "Completion",
    "ConflictError",
    "CriterionResult",
    "FhirSystem",
    "FileError",
    "Finding",
    "InputError",
    "InvalidRequestError",
    "NotFoundError",
    "Operation",
    "PageError",
    "RateLimitError",
    "RecordedCall",
    "Recording",
    "Results",
    "Retry",
    "Run",
    "RunState",
    "Sandbox",
    "Server",
    "ServerError",
    "ServiceFailureError",
    "SimulatedSystemError",
    "System",
    "Task",
    "TaskRun",
    "ToolDescription",
    "ToolResult",
    "Trial",
    "Verdict",
    "Walk",
    "operations",
    "results",
    "start",
]

# verifiers finds a taskset and its harness by these names; they need the extra `verifiers`.
_ENVIRONMENT = ("CarebenchHarness", "CarebenchTaskset", "load_environment")
if find_spec("verifiers") is not None:
    __all__ += ["CarebenchHarness", "CarebenchTaskset", "load_environment"]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    if name not in _ENVIRONMENT:
        raise AttributeError(f"module 'carebench' has no attribute {name!r}")
    if find_spec("verifiers") is None:
        raise AttributeError(f"carebench.{name} needs verifiers: pip install 'carebench[verifiers]' (Python 3.12)")
    return getattr(import_module("carebench.rl"), name)

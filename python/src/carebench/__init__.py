"""Client of carebench: simulated healthcare systems for AI agents, with scored work.

import carebench

with carebench.start() as server:
    run = server.solver().create_run("prior-auth@1")
    with run.tasks[0].start() as task:
        print(task.fhir.search("Patient", family="Quintero")["total"])
"""

from __future__ import annotations

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

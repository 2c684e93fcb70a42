"""Servers: a local one that this process starts and ends, or one that is reached by its address."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import IO, Any

from ._agents import SHIPPED
from ._async import AsyncCarebench, AsyncCarebenchSolver
from ._rules import Retry
from ._sync import Carebench, CarebenchSolver
from .errors import InputError, ServerError


class Server:
    """A server with keys to it. As a context manager, it ends the local server at the end."""

    def __init__(
        self,
        url: str,
        *,
        solver_key: str | None,
        organization_key: str | None,
        ca: str | None,
        end: Callable[[], None] = lambda: None,
    ) -> None:
        self.url = url
        self.ca = ca
        self._keys = {"solver_key": solver_key, "organization_key": organization_key}
        self._end = end

    def solver(self, *, timeout: float = 60.0, retry: Retry | None = None) -> CarebenchSolver:
        """A client for agents."""
        return CarebenchSolver(self.url, self._key("solver_key"), ca=self.ca, timeout=timeout, retry=retry)

    def organization(self, *, timeout: float = 60.0, retry: Retry | None = None) -> Carebench:
        """A client for everything else: benchmarks, an organization's view of runs, sandboxes."""
        return Carebench(self.url, self._key("organization_key"), ca=self.ca, timeout=timeout, retry=retry)

    def async_solver(self, *, timeout: float = 60.0, retry: Retry | None = None) -> AsyncCarebenchSolver:
        """A client for agents, for `asyncio` and trio."""
        return AsyncCarebenchSolver(self.url, self._key("solver_key"), ca=self.ca, timeout=timeout, retry=retry)

    def async_organization(self, *, timeout: float = 60.0, retry: Retry | None = None) -> AsyncCarebench:
        """A client for everything else, for `asyncio` and trio."""
        return AsyncCarebench(self.url, self._key("organization_key"), ca=self.ca, timeout=timeout, retry=retry)

    def _key(self, name: str) -> str:
        key = self._keys[name]
        if key is not None:
            return key
        raise InputError(f"/{name}", f"is missing: pass it to start(), or set CAREBENCH_{name.upper()}.")

    def close(self) -> None:
        """Ends the local server, if this is one."""
        self._end()

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def start(
    url: str | None = None,
    *,
    benchmarks: Sequence[str] = (),
    seed: int | None = None,
    solver_key: str | None = None,
    organization_key: str | None = None,
    ca: str | None = None,
    command: Sequence[str] | None = None,
    timeout: float = 900.0,
) -> Server:
    """Starts a local server, or takes the address of one: `url`, else the variable CAREBENCH_URL.

    Args:
        url: The address of a running server. Its keys and certificate are the arguments, else the variables
            CAREBENCH_SOLVER_KEY, CAREBENCH_ORGANIZATION_KEY and CAREBENCH_CA, as `carebench serve` prints them.
        benchmarks: Of a local server: those to publish besides the ones that it comes with. A folder, or a split of an
            installed benchmark such as `carebench-1:dev`. The names of those that it comes with publish only these.
        seed: Of a local server: the seed of everything random.
        solver_key: The key of a running server for agents.
        organization_key: The key of a running server for everything else.
        ca: The PEM file of the certificate of a running server, if it made its own.
        command: How to run carebench. Default: the variable CAREBENCH_COMMAND, else `carebench` if it is on the PATH,
            else the one that `npx --no carebench` finds installed.
        timeout: Of a local server: seconds until it must be ready.

    Raises a ServerError with what the server printed if it does not start.
    """
    environment = os.environ
    address = url or environment.get("CAREBENCH_URL")
    if address:
        return Server(
            address,
            solver_key=solver_key or environment.get("CAREBENCH_SOLVER_KEY"),
            organization_key=organization_key or environment.get("CAREBENCH_ORGANIZATION_KEY"),
            ca=ca or environment.get("CAREBENCH_CA"),
        )
    words = _command(command)
    shipped = [name for name in benchmarks if name in SHIPPED]
    others = [name for name in benchmarks if name not in SHIPPED]
    arguments = [*words, "serve", "--port", "0", "--json"]
    arguments += ["--fixtures", *shipped] if shipped else []
    arguments += ["--benchmarks", *others] if others else []
    arguments += [] if seed is None else ["--seed", str(seed)]
    process, errors = _spawn(arguments)
    end = _end_once(process)
    atexit.register(end)
    try:
        ready = _await_ready(process, errors, timeout)
    except BaseException:
        end()
        raise
    return Server(
        ready["url"],
        solver_key=ready["solver_key"],
        organization_key=ready["organization_key"],
        ca=ready["ca_file"],
        end=end,
    )


_shared: dict[str | None, Server] = {}


def shared_server(source: str | None) -> Server:
    """The server at CAREBENCH_URL, else a local one, started once for each benchmark, which ends with the process."""
    if source is None and not os.environ.get("CAREBENCH_URL"):
        raise InputError("/url", "set CAREBENCH_URL to the address of a server, as `carebench serve` prints it.")
    if source not in _shared:
        _shared[source] = start(benchmarks=[] if source is None else [source])
    return _shared[source]


def _command(command: Sequence[str] | None) -> list[str]:
    if command is not None:
        return [*command]
    named = os.environ.get("CAREBENCH_COMMAND")
    if named:
        return shlex.split(named)
    if shutil.which("carebench"):
        return ["carebench"]
    if shutil.which("npx"):
        # Never installs: it would run whatever has this name on npm.
        return ["npx", "--no", "carebench"]
    message = "Expected carebench or npx on the PATH: install Node 20.19 or newer, or pass the url of a server."
    raise ServerError(message)


# Ends the server when this process has ended, however it did: the pipe of its input is closed then.
_KEEPER = """
import os, signal, subprocess, sys, threading
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
def watch():
    sys.stdin.buffer.read()
    os.killpg(0, signal.SIGTERM) if hasattr(os, "killpg") else child.terminate()
threading.Thread(target=watch, daemon=True).start()
sys.exit(child.wait())
"""


def _spawn(arguments: Sequence[str]) -> tuple[subprocess.Popen[str], IO[str]]:
    # The server may print more than a pipe holds, which would stop it: errors go to a file.
    errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 (closed with the process)
    if shutil.which(arguments[0]) is None:
        raise ServerError(f"{arguments[0]} could not be started: it is not on the PATH.")
    try:
        process = subprocess.Popen(
            [sys.executable, "-c", _KEEPER, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            # npx starts further processes, which end with their group.
            start_new_session=True,
        )
    except OSError as error:
        raise ServerError(f"{arguments[0]} could not be started: {error}") from None
    return process, errors


def _await_ready(process: subprocess.Popen[str], errors: IO[str], timeout: float) -> Mapping[str, Any]:
    lines: list[str] = []
    stdout = process.stdout
    assert stdout is not None
    reader = threading.Thread(target=lambda: lines.append(stdout.readline()), daemon=True)
    reader.start()
    reader.join(timeout)
    line = lines[0] if lines else ""
    with contextlib.suppress(ValueError):
        return json.loads(line)
    errors.seek(0)
    printed = (line + errors.read()).strip()[-2000:] or "nothing"
    why = f"was not ready within {timeout:g} s" if reader.is_alive() else "ended before it was ready"
    raise ServerError(f"The server {why}. It printed:\n{printed}")


def _end_once(process: subprocess.Popen[str]) -> Callable[[], None]:
    def end() -> None:
        atexit.unregister(end)
        if process.poll() is None:
            _signal(process, signal.SIGTERM)
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
                process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()

    return end


def _signal(process: subprocess.Popen[str], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)

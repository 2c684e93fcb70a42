"""What agents are told and offered, the same for all programs that run them and for `carebench run --model`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from .errors import InputError

SYSTEM_PROMPT = """\
You carry out one task in simulated healthcare systems.
You reach the systems by your tools only. Their descriptions say what they take and what they return.
A call that a system refuses returns the refusal; you may correct the call and repeat it.
The systems have a clock of their own: the tool clock reads it, and wait lets time pass, for example until a reply arrives.
When the task is done, call submit, with the output if the instruction asks for one.
Nobody answers questions: a message without a tool call ends the task as it stands."""  # noqa: E501

MAX_TURNS = 60
"""Responses of the model, unless the program sets another limit."""

MAX_RESULT = 32_000
"""Characters of a tool's result that a model is shown."""

SHIPPED = ("prior-auth", "eligibility", "lab-results", "claims-followup", "referral")
"""The benchmarks that every local server comes with."""


def task_message(item: Mapping[str, Any]) -> str:
    """The message with the task: its instruction, and all other members of its item as JSON."""
    instruction = item.get("instruction")
    if not isinstance(instruction, str):
        return json.dumps(item, indent=2, ensure_ascii=False)
    rest = {name: value for name, value in item.items() if name != "instruction"}
    return f"{instruction}\n\n{json.dumps(rest, indent=2, ensure_ascii=False)}" if rest else instruction


def family_of(task: str) -> str:
    """The family of a task: `pa-submit` of `pa-submit-1000`; the task itself if it is in none."""
    return re.sub(r"-[0-9]+$", "", task)


def cut(text: str, most: int = MAX_RESULT) -> str:
    """Cuts a text, and says how much of it is missing."""
    return text if len(text) <= most else f"{text[:most]}\n[{len(text) - most} more characters are not shown]"


def chosen(names: list[str], wanted: str | Sequence[str]) -> list[str]:
    """The tasks named in `wanted`, a list or separated by semicolons; all if it is empty. Raises an InputError."""
    listed: Sequence[object] = wanted.split(";") if isinstance(wanted, str) else wanted
    if not isinstance(listed, (list, tuple)):
        raise InputError("/tasks", f"must be names of tasks, separated by semicolons, got {wanted!r}.")
    asked = [name for name in (str(one).strip() for one in listed) if name]
    unknown = [name for name in asked if name not in names]
    if unknown:
        raise InputError("/tasks", f"there is no task {unknown[0]!r}; there are {', '.join(names)}.")
    return asked or names

"""Reads JSON of others."""

from __future__ import annotations

import json
from typing import Any, NoReturn


def parse_json(text: str | bytes) -> Any:
    """Reads JSON. Raises a ValueError for anything else, also for NaN and Infinity, which Python would take."""
    return json.loads(text, parse_constant=_refuse)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")

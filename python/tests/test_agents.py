from __future__ import annotations

import pytest

from carebench._agents import chosen
from carebench.errors import InputError


def test_chosen_ignores_blanks_between_semicolons() -> None:
    assert chosen(["a", "b"], "b; ; ") == ["b"]
    assert chosen(["a", "b"], " ; ") == ["a", "b"]
    assert chosen(["a", "b"], ["b"]) == ["b"]


def test_chosen_names_an_unknown_task() -> None:
    with pytest.raises(InputError, match="there is no task 'c'"):
        chosen(["a", "b"], "a; c")

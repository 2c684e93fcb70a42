"""Derives the sync clients from the async ones, so that there is one copy of both."""

import re

_REPLACEMENTS = (
    (r"\n\nfrom __future__", "\n\nfrom __future__"),
    (r'^""".*?"""', '"""Derived from `_async.py` by unasync.py. Do not edit."""'),
    (r"import anyio\nimport httpx", "import httpx"),
    (r"import contextlib\n", "import contextlib\nimport time\n"),
    (r"anyio\.CancelScope\(shield=True\)", "contextlib.nullcontext()"),
    (r"anyio\.sleep", "time.sleep"),
    (r"Awaitable, ", ""),
    (r"Awaitable\[Any\]", "Any"),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"__(a)(iter|enter|exit)__", r"__\2__"),
    (r"\baclose\b", "close"),
    (r"\bAsyncDriver\b", "SyncDriver"),
    (r"\bAsyncBaseTransport\b", "BaseTransport"),
    (r"\b(_?)Async([A-Z])", r"\1\2"),
)


def to_sync(text: str) -> str:
    """Returns the sync form of a module that is written for `asyncio`."""
    for pattern, replacement in _REPLACEMENTS:
        text = re.sub(pattern, replacement, text, flags=re.DOTALL)
    return text

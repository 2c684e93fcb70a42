"""A model that is a script: it solves `Request the ordered MRI`, over the interface of OpenAI. Nothing is drawn."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

FORM = {
    "patient_member_id": "EVM770900022",
    "patient_name": "Marisol Quintero",
    "patient_dob": "1974-08-19",
    "procedure_code": "72148",
    "diagnosis_codes": ["M54.16"],
    "provider_npi": "9900010031",
    "service_date": "2026-03-17",
    "urgency": "standard",
}

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("fhir_search_type", {"type": "Patient", "query": {"identifier": "MRN90020002"}}),
    ("portal_submit_prior_auth", {"body": {"patient_member_id": "EVM770900022"}}),
    ("portal_submit_prior_auth", {"body": FORM}),
    ("submit", {"output": {"note": "done"}}),
]


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        done = sum(message["role"] == "assistant" for message in request["messages"])
        message: dict[str, Any] = {"role": "assistant", "content": "Nothing is left to do."}
        if done < len(CALLS) and request.get("tools"):
            name, arguments = CALLS[done]
            function = {"name": name, "arguments": json.dumps(arguments)}
            message = {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": f"call_{done}", "type": "function", "function": function}],
            }
        reason = "tool_calls" if message.get("tool_calls") else "stop"
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        choices = [{"index": 0, "message": message, "finish_reason": reason}]
        answer = {"id": "r", "object": "chat.completion", "created": 0, "model": request["model"]}
        body = json.dumps({**answer, "choices": choices, "usage": usage}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def scripted_model() -> Generator[str, None, None]:
    """Serves the model while the context lasts; the value is its base URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()

"""Checks both MCP endpoints with the official Python client: check-mcp.py LINE, the line that `serve --json` prints.

The client checks each result with structured content against the `outputSchema` of its tool. Tools are called without
arguments other than an action, so that some calls are rejected; an error of a tool is a result too.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import sys
import urllib.request
from typing import Any

import httpx2
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client


def post(ready: dict[str, Any], path: str, token: str, body: object) -> dict[str, Any]:
    context = ssl.create_default_context(cafile=ready["ca_file"])
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(ready["url"] + path, json.dumps(body).encode(), headers, method="POST")
    with urllib.request.urlopen(request, context=context) as answer:
        return json.load(answer)


def actions_of(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Arguments for one call with each action or operation of a tool; one call without arguments if it has none."""
    actions = schema.get("properties", {}).get("action", schema.get("properties", {}).get("operation", {}))
    return [{key: value} for key in ("action", "operation") if key in schema.get("properties", {})
            for value in actions.get("enum", [])] or [{}]


async def check(ready: dict[str, Any], path: str, token: str) -> tuple[int, int, list[str]]:
    """Returns the numbers of tools and calls, and the findings."""
    verify = ssl.create_default_context(cafile=ready["ca_file"])
    findings: list[str] = []
    calls = 0
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, verify=verify) as http:
        async with streamable_http_client(ready["url"] + path, http_client=http) as (read, write, *_):
            async with ClientSession(read, write) as session:
                offered = (await session.initialize()).capabilities
                tools = (await session.list_tools()).tools
                for tool in tools:
                    if getattr(tool, "output_schema", None) is None:
                        findings.append(f"{path}: {tool.name} has no outputSchema")
                    for arguments in actions_of(tool.input_schema):
                        calls += 1
                        try:
                            result = await session.call_tool(tool.name, arguments)
                        except Exception as error:
                            findings.append(f"{path}: {tool.name} {arguments}: {str(error)[:200]}")
                            continue
                        if not result.is_error and result.structured_content is None:
                            findings.append(f"{path}: {tool.name} {arguments} has no structured content")
                resources = (await session.list_resources()).resources if offered.resources else []
                for resource in resources[:20]:
                    calls += 1
                    await session.read_resource(resource.uri)
    return len(tools), calls, findings


async def main() -> int:
    ready = json.loads(sys.argv[1])
    run = post(ready, "/v1/benchmark-runs", ready["solver_key"], {"benchmark": "referral@1"})
    token = run["bearer_token"]
    post(ready, run["task_runs"][0]["start_url"], token, {})
    found: list[str] = []
    for path, key in (("/mcp", ready["organization_key"]), (f"/v1/benchmark-runs/{run['benchmark_run_id']}/mcp", token)):
        tools, calls, findings = await check(ready, path, key)
        print(f"{path}: {tools} tools, {calls} calls, {len(findings)} findings")
        found += findings
    print("\n".join(sorted(set(found))))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))

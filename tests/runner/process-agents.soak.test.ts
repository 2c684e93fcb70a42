import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { createCommandAgent } from '../../packages/carebench/src/runner/processes/command-agent.js'
import { createSandbox, findSandboxProblem } from '../../packages/carebench/src/runner/processes/isolation/sandbox.js'
import { createMcpAgent } from '../../packages/carebench/src/runner/processes/mcp-agent.js'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'
import { createRunnerTestbed } from './runner-testbed.js'

const hasPython = spawnSync('/usr/bin/python3', ['--version']).status === 0

/** Reads the chart over HTTP, and answers. */
const overHttp = `
import json, os, sys, urllib.request
task = json.load(sys.stdin)
token = os.environ["CAREBENCH_TOKEN"]
request = urllib.request.Request(task["endpoints"]["fhir"] + "/Patient/p1", \
headers={"Authorization": "Bearer " + token})
patient = json.load(urllib.request.urlopen(request))
print(json.dumps({"output": {"city": patient["address"][0]["city"], "year": int(patient["birthDate"][:4])}}))
`

/** Does the same with the tools of the trial, and submits with one of them; what it prints does not count. */
const overMcp = `
import json, os, urllib.request
def use(tool, arguments):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, \
"arguments": arguments}})
    headers = {"Authorization": "Bearer " + os.environ["CAREBENCH_TOKEN"], "Content-Type": "application/json",
               "Accept": "application/json, text/event-stream"}
    request = urllib.request.Request(os.environ["CAREBENCH_MCP_URL"], data=body.encode(), headers=headers)
    return json.loads(json.load(urllib.request.urlopen(request))["result"]["content"][0]["text"])
task = use("start_task", {})
patient = use("fhir_read_resource", {"type": "Patient", "resource_id": "p1"})["body"]
use("submit", {"output": {"city": patient["address"][0]["city"], "year": int(patient["birthDate"][:4])}})
print('{"output": "something else"}')
`

it.skipIf(!hasPython)('programs work on real trials over HTTP and MCP (needs /usr/bin/python3)', async () => {
  const testbed = await createRunnerTestbed()
  const python = (code: string) => ['/usr/bin/python3', '-c', code] as const
  const agents = [
    createCommandAgent({
      name: 'http',
      command: python(overHttp),
      ...(findSandboxProblem() === null && { sandbox: createSandbox() }),
    }),
    createMcpAgent({ name: 'mcp', command: python(overMcp) }),
    createCommandAgent({ name: 'crash', command: ['/bin/sh', '-c', 'exit 1'] }),
    createCommandAgent({ name: 'evasive', command: ['/bin/sh', '-c', 'exit 75'] }),
    createCommandAgent({ name: 'unavailable', command: ['/bin/sh', '-c', 'exit 75'], trustExit: true }),
  ]
  const { summary } = await runTrials({ ...testbed.options(agents), tasks: ['City'], infrastructureRetries: 1 })
  expect(summary.agents.map(({ agent, scored, passed }) => [agent, scored, passed])).toEqual([
    ['http', 1, 1],
    ['mcp', 1, 1],
    ['crash', 1, 0],
    ['evasive', 1, 0],
    ['unavailable', 0, 0],
  ])
})

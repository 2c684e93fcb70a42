import { request as sendRequest } from 'node:http'
import type { JsonValue } from '@carebench/protocol'
import { beforeAll, expect, it } from 'vitest'
import type { Trial } from '../../packages/carebench/src/runner/agent.js'
import { createModuleAgent } from '../../packages/carebench/src/runner/agents/module-agent.js'
import { readIndex } from '../../packages/carebench/src/runner/results/read-folder.js'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'
import { createRunnerTestbed, type RunnerTestbed } from './runner-testbed.js'

let testbed: RunnerTestbed

beforeAll(async () => {
  testbed = await createRunnerTestbed()
})

interface Sent {
  readonly method?: string
  readonly token?: string
  readonly body?: string
}

/** Sends a request that `fetch` would reject, and resolves with the status of the response. */
function send(url: string, { method = 'POST', token = '', body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const request = sendRequest(
      url,
      { method, agent: false, headers: { ...json, authorization: `Bearer ${token}` } },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

const deep = '['.repeat(20_000) + ']'.repeat(20_000)

function makeCall(name: string, args: string, id = '1'): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`
}

/** What a hostile agent does, with the status of the response, if any, and how its trial ends. */
const hostile: Readonly<Record<string, { run: (trial: Trial) => unknown; status?: number; ended: string }>> = {
  'uses a method that clients refuse to send': {
    run: (trial) => send(`${trial.endpoints.fhir}/Patient/p1`, { method: 'TRACE', token: trial.token }),
    status: 405,
    ended: 'completed/done pass',
  },
  'gets a refusal without a body for what the system does not implement': {
    run: (trial) => send(`${trial.endpoints.fhir}/Patient/$unknown`, { method: 'HEAD', token: trial.token }),
    status: 501,
    ended: 'completed/done pass',
  },
  'hides a submission behind a byte order mark': {
    run: (trial) =>
      send(trial.mcpUrl, { token: trial.token, body: `\ufeff${makeCall('submit', '{"output":{"city":"Superior"}}')}` }),
    status: 400,
    ended: 'completed/done pass',
  },
  'submits with an id that cannot be written': {
    run: (trial) =>
      send(trial.mcpUrl, { token: trial.token, body: makeCall('submit', '{"output":{"city":"Duluth"}}', deep) }),
    status: 200,
    ended: 'completed/done pass',
  },
  'submits an output that cannot be written': {
    run: (trial) => send(`${trial.baseUrl}/hand-in`, { token: trial.token, body: `{"output":${deep}}` }),
    status: 200,
    ended: 'agent/bad_output fail',
  },
  'submits an output that cannot be written by tool': {
    run: (trial) => send(trial.mcpUrl, { token: trial.token, body: makeCall('submit', `{"output":${deep}}`) }),
    status: 200,
    ended: 'agent/bad_output fail',
  },
  'returns an output that cannot be written': { run: () => JSON.parse(deep), ended: 'agent/bad_output fail' },
  'returns what is no JSON': { run: () => 10n, ended: 'agent/bad_output fail' },
  'throws what cannot be described': { run: () => Promise.reject(Object.create(null)), ended: 'agent/crash fail' },
}

it('whatever an agent does, its trial is scored, and the run goes on', async () => {
  const statuses = new Map<string, number>()
  const names = Object.keys(hostile)
  const agents = Object.entries(hostile).map(([what, { run }], index) =>
    createModuleAgent({
      name: `agent-${index}`,
      identity: { what },
      run: async (trial) => {
        const result = await run(trial)
        if (typeof result !== 'number') return result as JsonValue
        statuses.set(what, result)
        return { city: 'Duluth' }
      },
    }),
  )
  const options = { ...testbed.options(agents), tasks: ['City'], infrastructureRetries: 0 }
  await runTrials(options)
  const ends = new Map(readIndex(options.folder).map(({ agent, ended, verdict }) => [agent, `${ended} ${verdict}`]))
  const found = names.map((what, index) => ({ what, status: statuses.get(what), ended: ends.get(`agent-${index}`) }))
  expect(found).toEqual(names.map((what) => ({ what, status: hostile[what]?.status, ended: hostile[what]?.ended })))
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isJsonObject, type JsonValue } from '@carebench/protocol'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Trajectory } from '../../packages/carebench/src/runner/agent.js'
import { createModelAgent, type ModelAgentOptions } from '../../packages/carebench/src/runner/models/model-agent.js'
import { openModel } from '../../packages/carebench/src/runner/models/providers/provider.js'
import { createReplayModel } from '../../packages/carebench/src/runner/models/replay-model.js'
import { readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import type { TrialResult } from '../../packages/carebench/src/runner/results/trial-result.js'
import type { RunOptions } from '../../packages/carebench/src/runner/runs/run-options.js'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'
import { findTrajectoryFaults, isTrajectory } from '../../packages/carebench/src/runner/trajectory/trajectory-faults.js'
import { createChosenModels } from '../../packages/carebench/src/running/chosen-models.js'
import type { SpokenRequest } from '../../packages/carebench/src/testing/model-dialect.js'
import { type ModelScript, providerUrl, startModelServer } from '../../packages/carebench/src/testing/model-server.js'
import { scriptedPace } from '../../packages/carebench/src/testing/scripted-pace.js'
import { createRunnerTestbed, type RunnerTestbed } from './runner-testbed.js'

let testbed: RunnerTestbed
beforeAll(async () => {
  testbed = await createRunnerTestbed()
})

const usage = { input: 1000, output: 100, cached: 600 }

/** Reads the chart, and reports the city. */
const solve: ModelScript = ({ turn, results }) => {
  if (turn === 0) {
    return {
      text: 'First the chart.',
      usage,
      calls: [{ name: 'fhir_read_resource', arguments: { type: 'Patient', resource_id: 'p1' } }],
    }
  }
  const city = /"city":"(\w+)"/.exec(results[0] ?? '')?.[1] ?? 'unknown'
  return { usage, calls: [{ name: 'submit', arguments: { output: { city } } }] }
}

async function open(script: ModelScript, provider = 'local') {
  const server = await startModelServer(script)
  onTestFinished(server.close)
  const baseUrl = providerUrl(server, provider)
  return { server, model: await openModel({ provider, model: 'm-1', apiKey: 'key-of-the-model', baseUrl }) }
}

interface Outcome {
  readonly result: TrialResult
  readonly trajectory: Trajectory
  readonly folder: string
}

/** Runs one trial of the task with the city. */
async function runOne(agent: Omit<ModelAgentOptions, 'name'>, options: Partial<RunOptions> = {}): Promise<Outcome> {
  const given = testbed.options([createModelAgent({ name: 'model', pace: scriptedPace(), ...agent })])
  await runTrials({ ...given, tasks: ['City'], infrastructureRetries: 0, seed: 7, ...options })
  const trials = join(given.folder, 'trials/model')
  const folder = join(trials, readdirSync(trials)[0] ?? '', 't01/attempt-1')
  const result = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) as TrialResult
  const trajectory = JSON.parse(readFileSync(join(folder, 'trajectory.json'), 'utf8')) as JsonValue
  expect(findTrajectoryFaults(trajectory)).toEqual([])
  if (!isTrajectory(trajectory)) throw new Error('There is no trajectory.')
  return { result, trajectory, folder }
}

function listResults({ steps }: Trajectory) {
  return steps.flatMap(({ observation }) =>
    isJsonObject(observation) && Array.isArray(observation.results) ? observation.results.filter(isJsonObject) : [],
  )
}

describe.each(['openai', 'anthropic', 'google', 'local'])('a model of %s', (provider) => {
  it('does a task with the tools of the trial', async () => {
    const { server, model } = await open(solve, provider)
    const price = { input: 2, output: 10, cacheRead: 0.5, source: 'test', asOf: '2026-11-22' }
    const { result, trajectory, folder } = await runOne({ model, provider, price })
    expect(result).toMatchObject({
      verdict: 'pass',
      ended: { kind: 'completed', reason: 'done' },
      isolation: 'model',
      model: { requested: 'm-1', responded: provider === 'google' ? [] : ['m-1'], provider },
      usage: { input: 2000, output: 200, cached: 1200 },
      counts: { steps: 2, llm_calls: 2, tool_calls: 2, tool_errors: 0, invalid_tool_calls: 0 },
    })
    expect(result.cost).toMatchObject({
      source: 'prices',
      usd: expect.closeTo((800 * 2 + 1200 * 0.5 + 200 * 10) / 1e6),
    })
    expect(result.ids.responses).toHaveLength(2)
    const record = JSON.parse(gunzipSync(readFileSync(join(folder, 'record.json.gz'))).toString('utf8'))
    const [read] = listResults(trajectory)
    const { log_seq: number } = isJsonObject(read?.extra) ? read.extra : {}
    const entry = record.log.find(({ seq }: { readonly seq: number }) => seq === number)
    expect(entry.action).toMatchObject({ kind: 'call', group: 'fhir', call: { path: 'Patient/p1' } })
    const [first] = server.requests
    expect(first?.tools).toEqual(expect.arrayContaining(['fhir_search_type', 'clock', 'wait', 'submit', 'give_up']))
    expect(first?.tools).not.toContain('start_task')
    const files = ['trajectory.json', 'result.json', 'agent/observations.jsonl']
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).not.toContain('key-of-the-model')
  })
})

it('leaves no key in the results of calls if the server of the model repeats it', async () => {
  const { server } = await open(({ turn }) =>
    turn === 0 ? { calls: [{ name: 'clock', arguments: { key: 'key-of-the-model' } }] } : { text: 'Done.' },
  )
  const choices = { model: ['local/m-1'], baseUrl: providerUrl(server, 'local') }
  const { agents } = await createChosenModels(choices, { LOCAL_API_KEY: 'key-of-the-model' })
  const options = testbed.options(agents)
  await runTrials({ ...options, tasks: ['City'], infrastructureRetries: 0 })
  const files = readdirSync(options.folder, { recursive: true, encoding: 'utf8' })
  const file = files.find((name) => name.endsWith('observations.jsonl')) ?? ''
  expect(JSON.parse(readFileSync(join(options.folder, file), 'utf8')).arguments).toEqual({ key: '[secret]' })
})

it('asks the provider to store nothing, to accept any arguments, and to cache what it can', async () => {
  const openai = await open(solve, 'openai')
  const anthropic = await open(solve, 'anthropic')
  const models = { openai: openai.model, anthropic: anthropic.model }
  const agents = Object.entries(models).map(([name, model]) =>
    createModelAgent({ name, model, settings: { temperature: 0.5, reasoningEffort: 'low' } }),
  )
  await runTrials({ ...testbed.options(agents), tasks: ['City'], infrastructureRetries: 0 })
  const { body } = openai.server.requests[1] ?? {}
  expect(body).toMatchObject({ store: false, tool_choice: 'auto' })
  expect(body?.tools).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'submit', strict: false })]))
  const asked = anthropic.server.requests[1]?.body
  const mark = { cache_control: { type: 'ephemeral' } }
  expect(asked).toMatchObject({ system: [mark], messages: [{}, {}, { content: [{ type: 'tool_result', ...mark }] }] })
})

describe('a trajectory', () => {
  it('replayed as a model leads to the same verdict, without a provider', async () => {
    const { model } = await open(solve)
    const first = await runOne({ model })
    const again = await runOne({ model: createReplayModel([first.trajectory]) })
    expect(again.result).toMatchObject({ verdict: 'pass', counts: first.result.counts })
    expect(again.result.model?.requested).toMatch(/^m-1@[0-9a-f]{12}$/)
    expect(listResults(again.trajectory)[0]).toEqual(listResults(first.trajectory)[0])
    const wrong = await runOne({
      model: createReplayModel([{ ...first.trajectory, steps: first.trajectory.steps.slice(0, 2) }]),
    })
    expect(wrong.result).toMatchObject({ verdict: 'fail', ended: { reason: 'no_tool_call' } })
  })

  it('of another task is not replayed', async () => {
    const { model } = await open(solve)
    const { trajectory } = await runOne({ model })
    const other = await runOne({ model: createReplayModel([trajectory]) }, { tasks: ['Year of birth'] })
    expect(other.result).toMatchObject({ verdict: null, ended: { kind: 'infra', reason: 'bad_request' } })
  })
})

it('a model does the same task over HTTP', async () => {
  const seen: string[] = []
  const { server, model } = await open(({ turn, results }) => {
    if (turn === 0) return { calls: ['fhir', 'faxes'].map((system) => ({ name: 'read_spec', arguments: { system } })) }
    if (turn === 1) seen.push(...results)
    return turn === 1
      ? {
          calls: ['/Patient', '/Patient/p1'].map((path) => ({
            name: 'http_request',
            arguments: { system: 'fhir', method: 'GET', path },
          })),
        }
      : {
          calls: [
            { name: 'submit', arguments: { output: { city: /"city":"(\w+)"/.exec(results[0] ?? '')?.[1] ?? '' } } },
          ],
        }
  })
  const { result, trajectory } = await runOne({ model, surface: 'http' })
  expect(result.verdict).toBe('pass')
  expect(server.requests[0]?.tools.toSorted()).toEqual([
    'clock',
    'give_up',
    'http_request',
    'read_spec',
    'submit',
    'wait',
  ])
  expect(JSON.parse(seen[0] ?? '')).toContainEqual(
    expect.objectContaining({ request: 'GET /{type}/{resource_id}', responses: { 200: expect.anything() } }),
  )
  expect(seen[1]).toBe('Nothing was sent. The only argument is system, one of fhir.')
  const [, , search, read] = listResults(trajectory)
  expect([search?.extra, read?.extra]).toMatchObject([
    { status: 200, log_seq: 1 },
    { status: 200, log_seq: 2 },
  ])
})

describe('a model that cannot be asked', () => {
  it('fills its context, and is scored', async () => {
    const { model } = await open(() => ({ status: 400, message: "This model's maximum context length is 8 tokens." }))
    const { result } = await runOne({ model })
    expect(result).toMatchObject({ verdict: 'fail', ended: { kind: 'limit', reason: 'context_window' } })
  })

  it.each([
    ['a lost connection', () => ({ cut: 'body' }), 'network'],
    ['a rate limit that stays', () => ({ status: 429, headers: { 'retry-after': '3600' } }), 'rate_limit'],
  ] satisfies [string, ModelScript, string][])('is unscored after %s', async (_, script, reason) => {
    const { model } = await open(script)
    const { result } = await runOne({ model })
    expect(result).toMatchObject({ verdict: null, ended: { kind: 'infra', reason } })
  })

  it('stops its agent once three requests in a row were malformed', async () => {
    const { server, model } = await open(() => ({ status: 400, message: 'Invalid schema for function x.' }))
    const options = testbed.options([createModelAgent({ name: 'model', model, pace: scriptedPace() })])
    const { stopped, summary } = await runTrials({ ...options, trials: 5, concurrency: 1 })
    expect([stopped, summary.agents[0]?.passed, server.requests.length]).toEqual(['agent', 0, 3])
  })

  it('a rate limit of five minutes changes no verdict', async () => {
    let refusals = 10
    const { model } = await open((request) =>
      refusals-- > 0 ? { status: 429, headers: { 'retry-after': '30' } } : solve(request),
    )
    const { result } = await runOne({ model })
    expect(result.verdict).toBe('pass')
  })
})

describe('what a model is shown', () => {
  it('faults of its calls, which are counted, and refusals of the systems', async () => {
    const seen: string[] = []
    const { model } = await open((request: SpokenRequest) => {
      seen.push(...request.results)
      if (request.turn > 0) return { calls: [{ name: 'give_up', arguments: {} }] }
      return {
        calls: [
          { name: 'find_patient', arguments: {} },
          { name: 'fhir_read_resource', arguments: '{"type": ' },
          { name: 'fhir_read_resource', arguments: { type: 'Patient', resource_id: 'p1', city: true } },
          { name: 'fhir_read_resource', arguments: { type: 'Patient', resource_id: 'p2' } },
          { name: 'fhir_read_resource', arguments: { type: 'Patient', resource_id: 'p1' } },
          // Only the bodies of the log differ: they have no server address in their links.
          { name: 'fhir_search_type', arguments: { type: 'Patient' } },
        ],
      }
    })
    const { result, trajectory } = await runOne({ model })
    expect(result.counts).toMatchObject({ steps: 2, tool_calls: 7, tool_errors: 4, invalid_tool_calls: 3 })
    expect(seen[0]).toContain('There is no tool find_patient. Tools: clock')
    expect(seen[1]).toContain('Nothing was sent. The arguments must be JSON')
    expect(seen[2]).toContain('Nothing was sent. city is not an argument of this tool')
    expect(seen[3]).toContain('"status":404')
    expect(seen[4]).toContain('"city":"Duluth"')
    expect(listResults(trajectory).map(({ extra }) => isJsonObject(extra) && extra.log_seq)).toEqual([
      undefined,
      undefined,
      undefined,
      1,
      2,
      3,
      undefined,
    ])
  })

  it('long results are cut for the model, and kept whole', async () => {
    const { model } = await open(({ turn, results }) =>
      turn === 0
        ? { calls: [{ name: 'fhir_read_resource', arguments: { type: 'Patient', resource_id: 'p1' } }] }
        : { text: results.join() },
    )
    const { result, folder } = await runOne({ model }, { limits: { observation: 40 } })
    expect(result.ended.message).toMatch(/^\{"status":200.{27}\n\[Cut: these are the first 40 of \d+ characters\./)
    const [line = ''] = readFileSync(join(folder, 'agent/observations.jsonl'), 'utf8').split('\n')
    expect(JSON.parse(line)).toMatchObject({ tool: 'fhir_read_resource', is_error: false })
    expect(line).toContain('Duluth')
  })
})

it('if the service dies during a trial, the model is not blamed', async () => {
  let isDead = false
  // Node rejects with such an error if a connection is lost.
  const lost = new TypeError('fetch failed', { cause: new Error('other side closed') })
  const { model } = await open((request) => {
    isDead = request.turn === 1
    return { calls: [{ name: 'fhir_read_resource', arguments: { type: 'Patient', resource_id: 'p1' } }] }
  })
  const options = testbed.options([createModelAgent({ name: 'model', model, pace: scriptedPace() })])
  const fetch: typeof options.service.fetch = (url, init) =>
    isDead && String(url).includes('/mcp') ? Promise.reject(lost) : testbed.fetch(url, init)
  const service = { ...options.service, fetch }
  const { summary } = await runTrials({ ...options, service, tasks: ['City'], infrastructureRetries: 0 })
  expect(summary.agents[0]).toMatchObject({ planned: 1, scored: 0 })
  expect(readResults(options.folder)).toEqual([])
})

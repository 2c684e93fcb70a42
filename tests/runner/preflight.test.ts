import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createModelAgent } from '../../packages/carebench/src/runner/models/model-agent.js'
import { openModel } from '../../packages/carebench/src/runner/models/providers/provider.js'
import { ProviderLimiter } from '../../packages/carebench/src/runner/models/providers/provider-limiter.js'
import { createHttpAgent } from '../../packages/carebench/src/runner/processes/http-agent.js'
import { createMcpAgent } from '../../packages/carebench/src/runner/processes/mcp-agent.js'
import { readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import { AgentsNotReadyError } from '../../packages/carebench/src/runner/runs/check-agents.js'
import type { RunEvent } from '../../packages/carebench/src/runner/runs/run-options.js'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'
import { type ModelScript, providerUrl, startModelServer } from '../../packages/carebench/src/testing/model-server.js'
import { scriptedPace } from '../../packages/carebench/src/testing/scripted-pace.js'
import { createRunnerTestbed, makeAgent, type RunnerTestbed } from './runner-testbed.js'

let testbed: RunnerTestbed
beforeAll(async () => {
  testbed = await createRunnerTestbed()
})

/** A check gives up after a minute. With this pace, a sleep of that length does not end by itself. */
const pace = scriptedPace(() => 0.5, 50_000)

const isCheck = (tools: readonly string[]) => tools.length === 1 && tools[0] === 'ready'

/** Passes the check, and submits the city without reading the chart. */
const guess: ModelScript = ({ tools }) =>
  isCheck(tools)
    ? { calls: [{ name: 'ready', arguments: {} }] }
    : { calls: [{ name: 'submit', arguments: { output: { city: 'Duluth' } } }] }

async function open(script: ModelScript, provider = 'local') {
  const server = await startModelServer(script)
  onTestFinished(server.close)
  const baseUrl = providerUrl(server, provider)
  return { server, model: await openModel({ provider, model: 'm-1', apiKey: 'key', baseUrl }) }
}

describe('a preflight', () => {
  it.each(['openai', 'anthropic', 'google'])('asks a model of %s to call a tool', async (provider) => {
    const { server, model } = await open(guess, provider)
    const settings = { temperature: 0.25 }
    const agent = createModelAgent({ name: 'm', model, provider, settings, pace })
    const check = await agent.check?.(new AbortController().signal)
    expect(check).toEqual({ message: 'm-1 answers and calls tools', cost: null })
    expect(JSON.stringify(server.requests[0]?.body)).toContain('0.25')
  })

  it('asks once, before anything begins, and not if all is scored', async () => {
    const { server, model } = await open(guess)
    const price = { input: 1, output: 1, source: 'test', asOf: '2026-11-22' }
    const agent = createModelAgent({ name: 'm', model, price, pace })
    const events: RunEvent[] = []
    const options = { ...testbed.options([agent]), tasks: ['City'], preflight: true }
    const outcome = await runTrials({ ...options, onEvent: (event) => events.push(event) })
    expect(outcome.summary.agents[0]).toMatchObject({ passed: 1 })
    expect(server.requests.map(({ tools }) => isCheck(tools))).toEqual([true, false])
    expect(events.map(({ kind }) => kind).slice(0, 2)).toEqual(['agent_checked', 'launch'])
    // The cost of the check is included.
    expect(outcome.costUsd).toBeCloseTo((2 * 110) / 1_000_000)
    await runTrials(options)
    expect(server.requests).toHaveLength(2)
  })

  it.each([
    [
      'a wrong key',
      { status: 401, message: 'Incorrect API key.' },
      /: m cannot work: auth: Incorrect API key\. .*Check the key/,
    ],
    ['an unknown model', { status: 404 }, /: m cannot work: model_not_found: .*Check the name of the model/],
    ['a server that fails', { status: 500 }, /: m cannot work: provider_5xx: .*Try again later\.$/],
    [
      'a model without tools',
      { text: 'I am ready.' },
      /expected to call .* but said "I am ready\."\. Servers of OpenAI's/,
    ],
    ['a model that answers nothing', { ends: 'length' }, /expected to call .* but ended with length/],
  ] satisfies [string, ReturnType<ModelScript>, RegExp][])('starts nothing after %s', async (_, answer, message) => {
    const { model } = await open(() => answer)
    const idle = makeAgent('idle', () => null)
    const options = testbed.options([createModelAgent({ name: 'm', model, pace }), idle])
    const refused = await runTrials({ ...options, preflight: true }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(AgentsNotReadyError)
    expect(String(refused)).toMatch(message)
    expect(readResults(options.folder)).toEqual([])
    // There must be no lock: with a corrected address, the agent would differ from the one in it.
    expect(existsSync(join(options.folder, 'lock.json'))).toBe(false)
  })

  it('reports all agents that cannot work, including remote agents and programs', async () => {
    const { model } = await open(() => ({ status: 403 }))
    const absent = createHttpAgent({ name: 'absent', url: 'http://127.0.0.1:9/tasks' })
    const silent = createMcpAgent({ name: 'silent', command: ['/bin/sh', '-c', 'echo no login >&2'] })
    const options = testbed.options([createModelAgent({ name: 'm', model, pace }), absent, silent])
    const agents = [
      { agent: 'm', ended: { reason: 'auth' } },
      { agent: 'absent', ended: { reason: 'network', message: expect.stringContaining('http://127.0.0.1:9/tasks') } },
      { agent: 'silent', ended: { reason: 'mcp_connect', message: expect.stringContaining('stderr: no login') } },
    ]
    await expect(runTrials({ ...options, preflight: true })).rejects.toMatchObject({ agents })
  })

  it('rejects limits that could never take effect because the provider reports no usage', async () => {
    const { model } = await open((request) => ({ ...guess(request), usage: null }) as Awaited<ReturnType<ModelScript>>)
    const price = { input: 1, output: 1, source: 'test', asOf: '2026-11-22' }
    const agents = [createModelAgent({ name: 'm', model, price, pace })]
    const options = { ...testbed.options(agents), tasks: ['City'], preflight: true }
    for (const limit of [{ budget: 1 }, { limits: { cost: 1 } }, { limits: { tokens: { total: 9 } } }]) {
      await expect(runTrials({ ...options, ...limit })).rejects.toThrow(/m cannot work: .* would never end a trial/)
    }
    expect((await runTrials(options)).summary.agents[0]).toMatchObject({ passed: 1 })
  })

  it('ends when the run is interrupted', async () => {
    const stop = new AbortController()
    const { model } = await open(() => {
      stop.abort()
      return { status: 503 }
    })
    const options = testbed.options([createModelAgent({ name: 'm', model })])
    const { stopped } = await runTrials({ ...options, preflight: true, stop: stop.signal })
    expect(stopped).toBe('interrupted')
  })
})

it('a task is not started before its model has a connection', async () => {
  const { server, model } = await open(guess)
  const limiter = new ProviderLimiter({ pace, connections: 1 })
  const release = await limiter.acquire()
  const agent = createModelAgent({ name: 'm', model, limiter })
  const options = { ...testbed.options([agent]), tasks: ['City'] }
  const calls: string[] = []
  const fetch: typeof options.service.fetch = (url, init) => {
    calls.push(`${init.method} ${new URL(url).pathname}`)
    return testbed.fetch(url, init)
  }
  let isStarted = () => {}
  const started = new Promise<void>((resolve) => {
    isStarted = resolve
  })
  const onEvent = ({ kind }: RunEvent) => {
    if (kind === 'trial_started') isStarted()
  }
  const running = runTrials({ ...options, service: { ...options.service, fetch }, onEvent })
  await started
  await new Promise((resolve) => setImmediate(resolve))
  expect([calls, server.requests]).toEqual([[], []])
  release()
  expect((await running).summary.agents[0]).toMatchObject({ passed: 1 })
  expect(limiter.active).toBe(0)
})

it('a trial that is stopped while it waits for a connection is unscored, and creates nothing', async () => {
  const { model } = await open(guess)
  const limiter = new ProviderLimiter({ pace, connections: 1 })
  await limiter.acquire()
  const stop = new AbortController()
  const options = { ...testbed.options([createModelAgent({ name: 'm', model, limiter })]), tasks: ['City'] }
  const results: RunEvent[] = []
  const onEvent = (event: RunEvent) => {
    if (event.kind === 'trial_started') setImmediate(() => stop.abort())
    if (event.kind === 'trial_ended') results.push(event)
  }
  const { summary } = await runTrials({ ...options, stop: stop.signal, onEvent })
  expect(summary.agents[0]).toMatchObject({ scored: 0 })
  expect(results).toMatchObject([{ result: { ended: { kind: 'interrupted', reason: 'signal' }, ids: { run: null } } }])
})

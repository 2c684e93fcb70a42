import { EventEmitter, once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { CarebenchSolver } from '@carebench/client'
import { callInMemory } from '@carebench/service'
import { checkRecord } from '@carebench/verifier'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Trial } from '../../packages/carebench/src/runner/agent.js'
import { TrialStopError } from '../../packages/carebench/src/runner/ended.js'
import { readIndex, readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import type { PlannedAttempt } from '../../packages/carebench/src/runner/runs/attempt-executor.js'
import { explainAttempt } from '../../packages/carebench/src/runner/runs/perform-attempt.js'
import type { RunEvent } from '../../packages/carebench/src/runner/runs/run-options.js'
import { type RunRequest, requestOfRun } from '../../packages/carebench/src/runner/runs/run-requests.js'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'
import {
  answerFromChart,
  createRunnerTestbed,
  makeAgent,
  makeProgram,
  type RunnerTestbed,
  readPatient,
} from './runner-testbed.js'

let testbed: RunnerTestbed

beforeAll(async () => {
  testbed = await createRunnerTestbed()
})

/** All files below a folder. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('a run', () => {
  it('sends its agents and its folder to the service as names, and scores if the service rejects names', async () => {
    const bodies: { agent?: string; group?: string }[] = []
    const older: typeof fetch = async (url, init) => {
      if (!String(url).endsWith('/v1/benchmark-runs')) return testbed.fetch(url, init)
      const body = JSON.parse(String(init?.body))
      bodies.push(body)
      if (body.agent === undefined) return testbed.fetch(url, init)
      const errors = [{ path: '/agent', message: 'is not a known field' }]
      const error = { code: 'INVALID_REQUEST', message: 'The body does not match its schema; see "errors".', errors }
      return Response.json({ error }, { status: 400 })
    }
    const options = { ...testbed.options([makeAgent('good', answerFromChart)]), tasks: ['City'] }
    const group = basename(options.folder)
    const known = await runTrials(options)
    const run = readResults(options.folder)[0]?.ids.run
    const service = callInMemory(testbed.service, options.service.organizationKey)
    expect(await service('getBenchmarkRun', { params: { id: run ?? '' } })).toMatchObject({ agent: 'good', group })
    const second = { ...testbed.options([makeAgent('good', answerFromChart)]), tasks: ['City'] }
    const unnamed = await runTrials({ ...second, service: { ...second.service, fetch: older } })
    expect([known, unnamed].map(({ summary }) => summary.agents[0]?.passed)).toEqual([1, 1])
    expect(bodies.map(({ agent }) => agent)).toEqual(['good', undefined])
  })

  it('scores each trial of each agent at each task, and keeps everything in its folder', async () => {
    const good = makeAgent('good', answerFromChart)
    const idle = makeAgent('idle', () => undefined)
    const options = { ...testbed.options([good, idle]), trials: 2 }
    const events: RunEvent[] = []
    const { summary, stopped } = await runTrials({ ...options, onEvent: (event) => events.push(event) })

    expect(stopped).toBeUndefined()
    const figures = summary.agents.map(({ agent, planned, scored, coverage, passed, bounds }) => ({
      agent,
      planned,
      scored,
      coverage,
      passed,
      bounds,
    }))
    expect(figures).toEqual([
      { agent: 'good', planned: 4, scored: 4, coverage: 1, passed: 4, bounds: { low: 1, high: 1 } },
      { agent: 'idle', planned: 4, scored: 4, coverage: 1, passed: 0, bounds: { low: 0, high: 0 } },
    ])
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['launch', 'trial_started', 'trial_ended', 'done']),
    )
    expect(readIndex(options.folder)).toHaveLength(8)
    const results = readResults(options.folder)
    expect(results).toHaveLength(8)
    for (const { seal_digest, ended, attempt } of results) {
      expect({ ended, attempt }).toEqual({ ended: { kind: 'completed', reason: 'done' }, attempt: 1 })
      expect(seal_digest).toMatch(/^[0-9a-f]{64}$/)
    }
    const files = filesBelow(options.folder)
    const records = files.filter((file) => file.endsWith('record.json.gz'))
    expect(records).toHaveLength(8)
    expect(checkRecord(JSON.parse(gunzipSync(readFileSync(records[0] ?? '')).toString('utf8'))).ok).toBe(true)
    const secrets = [options.service.solverKey, options.service.organizationKey]
    for (const file of files) {
      const bytes = file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file)
      for (const secret of secrets) expect(bytes.includes(secret), file).toBe(false)
      expect(/trial_[\w-]{32}|vrl_run_/.test(bytes.toString('utf8')), file).toBe(false)
    }
    expect(files.some((file) => file.endsWith('/pid'))).toBe(false)
  })

  it('continues in its folder: scored trials stay as they are, and more are added', async () => {
    const options = testbed.options([makeAgent('good', answerFromChart)])
    await runTrials(options)
    const before = readResults(options.folder)
    let calls = 0
    const counting = makeAgent('good', (trial) => {
      calls++
      return answerFromChart(trial)
    })
    const { summary } = await runTrials({ ...options, agents: [counting], trials: 2 })
    expect(calls).toBe(2)
    expect(summary.agents[0]).toMatchObject({ planned: 4, scored: 4, passed: 4 })
    expect(readResults(options.folder)).toEqual(expect.arrayContaining([...before]))
  })

  it('rejects a folder with results of another run, and says what differs', async () => {
    const options = { ...testbed.options([makeAgent('good', answerFromChart)]), tasks: ['City'] }
    await runTrials(options)
    const other = { ...makeAgent('good', answerFromChart), identity: { script: 'another' } }
    await expect(runTrials({ ...options, agents: [other] })).rejects.toThrow(
      '/agents/good/identity/script: was "good", is "another"',
    )
    const changed = { ...options, benchmark: { ...options.benchmark, digest: 'd2' } }
    await expect(runTrials(changed)).rejects.toThrow('/benchmark_digest: was "d1", is "d2"')
    // An agent of another name may be added.
    const added = await runTrials({ ...options, agents: [{ ...other, name: 'other' }] })
    expect(added.summary.agents[0]?.scored).toBe(1)
  })

  it('lets one process write to a folder', async () => {
    const options = testbed.options([])
    const again = makeAgent('again', () => runTrials({ ...options, agents: [again] }).then(() => 'ran', String))
    const { summary } = await runTrials({ ...options, agents: [again], tasks: ['City'] })
    expect(summary.agents[0]?.scored).toBe(1)
    const [end] = filesBelow(options.folder).filter((file) => file.endsWith('end.json'))
    expect(readFileSync(end ?? '', 'utf8')).toContain('FolderInUseError')
  })
})

it('an error of the machine, such as a full disk, ends the run once all running trials have ended', async () => {
  let working = 0
  const agent = makeAgent('good', async (trial, { signal }) => {
    working++
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    working--
    return answerFromChart(trial)
  })
  const options = { ...testbed.options([agent]), concurrency: 2 }
  const fault = new Error('No space is left on the device.')
  const onEvent = (event: RunEvent) => {
    if (event.kind === 'trial_started' && event.key.task !== 'City') throw fault
  }
  await expect(runTrials({ ...options, onEvent })).rejects.toBe(fault)
  expect(working).toBe(0)
})

it('another process may cancel a running trial, or restart it', async () => {
  let attempts = 0
  const options = { ...testbed.options([]), concurrency: 1 }
  const hanging = makeAgent('hanging', async (trial, { signal }) => {
    if (++attempts === 2) return answerFromChart(trial)
    const kind = attempts === 1 ? 'requeue' : 'cancel'
    requestOfRun(options.folder, { kind, agent: 'hanging', task: trial.task.name, trial: 1 })
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    return undefined
  })
  await runTrials({ ...options, agents: [hanging] })
  expect(readIndex(options.folder).map(({ task, ended, verdict }) => `${task}: ${ended} ${verdict}`)).toEqual([
    'City: interrupted/cancelled null',
    'City: completed/done pass',
    'Year of birth: interrupted/cancelled null',
  ])
})

it('stops as with a signal when another process asks it to, \
and not for one that asked an earlier process', async () => {
  const options = { ...testbed.options([]), concurrency: 1 }
  const stop = new AbortController()
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    stop.abort()
    return true
  })
  onTestFinished(() => kill.mockRestore())
  const hanging = makeAgent('hanging', async (_, { signal }) => {
    requestOfRun(options.folder, { kind: 'stop', pid: process.pid + 1, now: false })
    requestOfRun(options.folder, { kind: 'stop', pid: process.pid, now: true })
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    return undefined
  })
  const { stopped } = await runTrials({ ...options, agents: [hanging], stop: stop.signal })
  expect([stopped, kill.mock.calls]).toEqual(['interrupted', [[process.pid, 'SIGTERM']]])
})

it('another process may pause a run, raise its number of concurrent trials, and restart an unscored one', async () => {
  const options = { ...testbed.options([]), concurrency: 1, trials: 2, infrastructureRetries: 0 }
  const paused = new EventEmitter()
  const ask = (request: RunRequest) => requestOfRun(options.folder, request)
  let [working, most, begun] = [0, 0, 0]
  const agent = makeAgent('steady', async (trial) => {
    most = Math.max(most, ++working)
    if (++begun === 1) await once(paused, 'pace')
    await new Promise((resolve) => setTimeout(resolve, 5))
    working--
    if (most === 1) {
      ask({ kind: 'requeue', agent: 'steady', task: trial.task.name, trial: 1 })
      ask({ kind: 'pace', concurrency: 3 })
      throw new TrialStopError({ kind: 'infra', reason: 'service' })
    }
    return answerFromChart(trial)
  })
  const paces: number[] = []
  const onEvent = (event: RunEvent) => {
    if (event.kind === 'launch') ask({ kind: 'pace', concurrency: 0 })
    if (event.kind !== 'pace') return
    paces.push(event.concurrency)
    paused.emit('pace')
  }
  const { summary } = await runTrials({ ...options, agents: [agent], onEvent })
  expect([paces, most > 1, summary.agents[0]?.unscored]).toEqual([[0, 3], true, 0])
})

describe('outcomes', () => {
  it('an exception of the agent is a crash, and what it did is scored', async () => {
    const crashing = makeAgent('crashing', () => {
      throw new TypeError('No such member.')
    })
    const options = { ...testbed.options([crashing]), tasks: ['City'] }
    await runTrials(options)
    expect(readResults(options.folder)[0]).toMatchObject({
      verdict: 'fail',
      ended: { kind: 'agent', reason: 'crash', message: 'TypeError: No such member.' },
    })
  })

  it('a failure of the service counts against no agent: the trial is retried, and unscored if that fails', async () => {
    let left = 2
    const flaky: typeof fetch = (url, init) => {
      if (String(url).includes('/Patient/') && left-- > 0) {
        const error = { code: 'INTERNAL', message: 'An internal error.', request_id: 'r1' }
        return Promise.resolve(Response.json({ error }, { status: 500 }))
      }
      return testbed.fetch(url, init)
    }
    const base = testbed.options([makeAgent('good', answerFromChart)])
    const options = { ...base, tasks: ['City'], service: { ...base.service, fetch: flaky } }
    const { summary } = await runTrials(options)
    expect(summary.agents[0]).toMatchObject({ scored: 1, passed: 1, retries: 2 })
    expect(readIndex(options.folder).map(({ ended, verdict }) => `${ended} ${verdict}`)).toEqual([
      'infra/service null',
      'infra/service null',
      'completed/done pass',
    ])
    left = 1000
    const broken = await runTrials({ ...options, trials: 2, infrastructureRetries: 1 })
    expect(broken.summary.agents[0]).toMatchObject({
      planned: 2,
      scored: 1,
      coverage: 0.5,
      passed: 1,
      bounds: { low: 0.5, high: 1 },
      tasks: [{ task: 'City', trials: ['pass', 'unscored'] }],
    })
  })

  it('an output that the service rejects is the fault of the agent', async () => {
    const endless = makeAgent('endless', () => 'x'.repeat(3_000_000))
    const options = { ...testbed.options([endless]), tasks: ['City'] }
    const { summary } = await runTrials(options)
    expect(summary.agents[0]).toMatchObject({ scored: 1, passed: 0, retries: 0 })
    expect(readResults(options.folder)[0]?.ended).toMatchObject({ kind: 'agent', reason: 'bad_output' })
  })

  it('a rate limit that an agent runs into is passed on to it, and scored', async () => {
    const seen: unknown[] = []
    const limited: typeof fetch = (url, init) => {
      if (!/\/Patient\/|\/mcp$/.test(String(url))) return testbed.fetch(url, init)
      const error = { code: 'RATE_LIMITED', message: 'Too many requests.', request_id: 'r1' }
      return Promise.resolve(Response.json({ error }, { status: 429, headers: { 'retry-after': '0' } }))
    }
    const hasty = makeAgent('hasty', async (trial) => {
      const response = await fetch(`${trial.endpoints.fhir}/Patient/p1`, {
        headers: { authorization: `Bearer ${trial.token}` },
      })
      seen.push(response.status)
      const called = await fetch(trial.mcpUrl, {
        method: 'POST',
        headers: { authorization: `Bearer ${trial.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'clock', arguments: {} } }),
      })
      seen.push(await called.json())
      return null
    })
    const base = testbed.options([hasty])
    const options = { ...base, tasks: ['City'], service: { ...base.service, fetch: limited } }
    const { summary } = await runTrials(options)
    expect(seen).toMatchObject([429, { id: 1, result: { isError: true } }])
    expect(summary.agents[0]).toMatchObject({ scored: 1, retries: 0 })
  })

  it('an operation that a system lacks is no failure of the service', async () => {
    const seen: string[] = []
    const curious = makeAgent('curious', async (trial) => {
      for (const method of ['GET', 'HEAD']) {
        const headers = { authorization: `Bearer ${trial.token}` }
        const response = await fetch(`${trial.endpoints.fhir}/Patient/p1/$diff`, { method, headers })
        seen.push(`${response.status} ${(await response.text()).length > 0}`)
      }
      return answerFromChart(trial)
    })
    const options = { ...testbed.options([curious]), tasks: ['City'] }
    const { summary } = await runTrials(options)
    expect(seen).toEqual(['501 true', '501 false'])
    expect(summary.agents[0]).toMatchObject({ scored: 1, passed: 1, retries: 0 })
  })

  it('a slow call, or one that cannot be sent, is no failure of a service that is alive', async () => {
    const seen: number[] = []
    const slow: typeof fetch = (url, init) => {
      if (init?.method === 'PUT') return Promise.reject(new DOMException('The operation timed out.', 'TimeoutError'))
      if (init?.method === 'PATCH') return Promise.reject(new TypeError('Invalid header value.'))
      return testbed.fetch(url, init)
    }
    const hasty = makeAgent('hasty', async (trial) => {
      const path = `${new URL(trial.endpoints.fhir ?? '').pathname}/Patient/p1`
      for (const method of ['PUT', 'PATCH', 'TRACE']) {
        seen.push(await sendRaw(trial.baseUrl, { method, path, token: trial.token }))
      }
      return answerFromChart(trial)
    })
    const base = testbed.options([hasty])
    const options = { ...base, tasks: ['City'], service: { ...base.service, fetch: slow } }
    const { summary } = await runTrials(options)
    expect(seen).toEqual([504, 400, 405])
    expect(summary.agents[0]).toMatchObject({ scored: 1, passed: 1, retries: 0 })
  })

  it('calls that conflict with each other do not count as a failure of the service', async () => {
    let running = 0
    let most = 0
    const contended: typeof fetch = async (url, init) => {
      if (!String(url).includes('/Patient/')) return testbed.fetch(url, init)
      most = Math.max(most, ++running)
      const isAlone = running === 1
      await new Promise((resolve) => setImmediate(resolve))
      const error = { code: 'UNAVAILABLE', message: 'It is being changed by others.', request_id: 'r1' }
      const answer = isAlone && running === 1 ? testbed.fetch(url, init) : Response.json({ error }, { status: 503 })
      running--
      return answer
    }
    const hasty = makeAgent('hasty', async (trial) => {
      await Promise.all(Array.from({ length: 40 }, () => readPatient(trial)))
      return answerFromChart(trial)
    })
    const base = testbed.options([hasty])
    const options = { ...base, tasks: ['City'], service: { ...base.service, fetch: contended } }
    const { summary } = await runTrials(options)
    expect(summary.agents[0]).toMatchObject({ scored: 1, passed: 1, retries: 0 })
    expect(most).toBeLessThanOrEqual(16)
  })

  it('a missing key of a provider stops the agent, not the others', async () => {
    let tries = 0
    const refused = {
      ...makeAgent('refused', () => undefined),
      run: async () => {
        tries++
        const counts = { steps: 0, llmCalls: 0, toolCalls: 0, toolErrors: 0, invalidToolCalls: 0 }
        return { ended: { kind: 'infra', reason: 'auth' }, usage: null, cost: null, counts } as const
      },
    }
    const options = { ...testbed.options([refused, makeAgent('good', answerFromChart)]), trials: 3, concurrency: 1 }
    const { summary, stopped } = await runTrials(options)
    expect(tries).toBe(1)
    expect(stopped).toBe('agent')
    expect(summary.agents.map(({ scored, unscored }) => [scored, unscored])).toEqual([
      [0, 6],
      [6, 0],
    ])
  })

  it('an agent that outlasts its time limit is stopped and scored as it stands', async () => {
    const slow = makeAgent('slow', (_, { signal }) => {
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
    })
    const options = { ...testbed.options([slow]), tasks: ['City'], limits: { timeout: 0.05 } }
    await runTrials(options)
    expect(readResults(options.folder)[0]).toMatchObject({
      verdict: 'fail',
      ended: { kind: 'limit', reason: 'timeout' },
    })
  })

  it('time spent waiting for a provider does not count against the agent', async () => {
    const throttled = makeAgent('throttled', (trial, { signal }) => {
      trial.note({ kind: 'throttled', ms: 40 })
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
    })
    const options = { ...testbed.options([throttled]), tasks: ['City'], limits: { timeout: 0.05 } }
    await runTrials({ ...options, infrastructureRetries: 0 })
    expect(readIndex(options.folder).map(({ ended }) => ended)).toEqual(['infra/throttled'])
  })

  it('a budget that is used up ends the run, and running trials are unscored', async () => {
    const costly = makeAgent('costly', async (trial) => {
      trial.note({ kind: 'model', ms: 1, usage: null, cost: { usd: 0.4, source: 'prices' } })
      return answerFromChart(trial)
    })
    const options = { ...testbed.options([costly]), trials: 4, concurrency: 1, budget: 1 }
    const kinds: string[] = []
    const { stopped, costUsd, summary } = await runTrials({ ...options, onEvent: ({ kind }) => kinds.push(kind) })
    // The run ends, but no agent is reported as stopped for the costs that it has reported.
    expect(kinds).not.toContain('agent_stopped')
    expect({ stopped, scored: summary.agents[0]?.scored }).toEqual({ stopped: 'budget', scored: 2 })
    expect(costUsd).toBeCloseTo(1.2)
    // The cost of the unscored trial is included.
    expect(summary.agents[0]?.cost_usd).toBeCloseTo(0.8)
    expect(summary.agents[0]?.spent_usd).toBeCloseTo(1.2)
    // The budget is that of the whole run: with the same one nothing more starts, with a higher one the run continues.
    let checks = 0
    const checked = { ...costly, check: async () => ({ message: `check ${++checks}`, cost: null }) }
    const same = await runTrials({ ...options, agents: [checked], preflight: true })
    expect([same.stopped, same.costUsd, checks]).toEqual(['budget', costUsd, 0])
    expect(readIndex(options.folder)).toHaveLength(3)
    const { summary: all, costUsd: whole, stopped: none } = await runTrials({ ...options, budget: 100 })
    expect([all.agents[0]?.scored, none]).toEqual([8, undefined])
    expect(whole).toBeCloseTo(3.6)
  })
})

it('a budget includes costs that agents report at their end; trials that are scored by then stay scored', async () => {
  const free = makeAgent('late', answerFromChart)
  const late: typeof free = {
    ...free,
    run: async (trial) => ({ ...(await free.run(trial)), cost: { usd: 1, source: 'provider' } }),
  }
  const options = { ...testbed.options([late]), concurrency: 1, budget: 1 }
  const first = await runTrials(options)
  expect({ stopped: first.stopped, scored: first.summary.agents[0]?.scored }).toEqual({ stopped: 'budget', scored: 1 })
  // Nothing is left to do once all trials are scored.
  const last = await runTrials({ ...options, budget: 2 })
  expect({ stopped: last.stopped, scored: last.summary.agents[0]?.scored }).toEqual({ stopped: undefined, scored: 2 })
})

it('the cost that an agent reports can end its own trials, but never those of others', async () => {
  const claiming = (name: string, usd: number) => {
    const agent = makeAgent(name, answerFromChart)
    const cost = { usd, source: 'agent' } as const
    return { ...agent, run: async (trial: Trial) => ({ ...(await agent.run(trial)), cost }) }
  }
  const agents = [claiming('low', 0), claiming('high', 1000)]
  const options = { ...testbed.options(agents), trials: 2, concurrency: 1, budget: 1 }
  const first = await runTrials(options)
  expect(first.summary.agents.map(({ agent, scored }) => [agent, scored])).toEqual([
    ['low', 4],
    ['high', 1],
  ])
  expect(first.stopped).toBe('budget')
  // The index of the folder keeps which costs have counted.
  const again = await runTrials(options)
  expect(again.summary.agents.map(({ scored }) => scored)).toEqual([4, 1])
})

it.each([
  // With many processes, a program takes the processor from the runner, also from a sandbox.
  ['stalled', 'bwrap', 'model'],
  ['stalled', 'remote', 'model'],
  ['stalled', 'none', 'model'],
  ['disk', 'none', 'bwrap'],
] as const)(
  'tries %s again once with isolation %s, which can cause it, and as often as allowed with %s',
  async (...of) => {
    const [reason, causing, isolated] = of
    let runs = 0
    const tryWith = async (isolation: string) => {
      const agent = makeProgram(isolation, () => {
        runs++
        throw new TrialStopError({ kind: 'infra', reason, message: 'The runner could not go on.' })
      })
      const options = testbed.options([{ ...agent, isolation }])
      for (const _ of [1, 2]) await runTrials({ ...options, tasks: ['City'], infrastructureRetries: 1 })
    }
    await tryWith(causing)
    expect(runs).toBe(2)
    await tryWith(isolated)
    expect(runs).toBe(2 + 4)
  },
)

it('an agent without isolation can restart its own trial only once', async () => {
  let runs = 0
  const options = { ...testbed.options([]), tasks: ['City'] }
  const rolling = makeProgram('rolling', async (trial, { signal }) => {
    if (++runs < 5) requestOfRun(options.folder, { kind: 'requeue', agent: 'rolling', task: trial.task.name, trial: 1 })
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    return undefined
  })
  const { summary } = await runTrials({ ...options, agents: [rolling] })
  expect([runs, summary.agents[0]?.unscored]).toEqual([2, 1])
})

it('restarts a trial that has ended unscored only once if its agent could have caused that', async () => {
  const options = { ...testbed.options([]), tasks: ['City'], infrastructureRetries: 0, concurrency: 3 }
  const [begun, begins] = [new Map<string, number>(), new EventEmitter()]
  const failing = (name: string, isolation: string) => ({
    ...makeAgent(name, () => {
      begun.set(name, (begun.get(name) ?? 0) + 1)
      begins.emit(`${name} ${begun.get(name)}`)
      throw new TrialStopError({ kind: 'infra', reason: 'service', message: 'The service answered 500.' })
    }),
    isolation,
  })
  const operator = makeAgent('operator', async (trial) => {
    for (const times of [2, 3]) {
      const isBegun = once(begins, `isolated ${times}`)
      for (const agent of ['free', 'isolated']) {
        requestOfRun(options.folder, { kind: 'requeue', agent, task: 'City', trial: 1 })
      }
      await isBegun
    }
    return answerFromChart(trial)
  })
  await runTrials({ ...options, agents: [failing('free', 'none'), failing('isolated', 'bwrap'), operator] })
  expect(Object.fromEntries(begun)).toEqual({ free: 2, isolated: 3 })
})

it.each([
  ['/start', { deadline_at: 'never' }, 'with the deadline never'],
  ['/start', { deadline_at: '1970-01-01T00:00:00.000Z' }, 'with the deadline 1970'],
  ['/complete', { score: 5 }, '/score must be a number from 0 to 1'],
  ['/complete', { axes: { speed: 'high' } }, '/axes/speed must be an object'],
])('a service that answers %s with %j fails, and the folder stays readable', async (path, lie, message) => {
  const lying: typeof fetch = async (url, init) => {
    const response = await testbed.fetch(url, init)
    if (!String(url).endsWith(path)) return response
    return Response.json({ ...(await response.json()), ...lie }, { status: response.status })
  }
  const base = testbed.options([makeAgent('good', answerFromChart)])
  const service = { ...base.service, fetch: lying }
  await runTrials({ ...base, tasks: ['City'], service, infrastructureRetries: 0 })
  expect(readIndex(base.folder).map(({ ended, verdict }) => [ended, verdict])).toEqual([['infra/service', null]])
  const [file = ''] = filesBelow(base.folder).filter((name) => name.endsWith('attempt-1/result.json'))
  expect(readFileSync(file, 'utf8')).toContain(message)
  expect(readResults(base.folder)).toEqual([])
})

it('an agent without isolation that stops its runner gets one more trial, however often the run resumes', async () => {
  let runs = 0
  const options = { ...testbed.options([]), tasks: ['City'] }
  for (let process = 0; process < 4; process++) {
    const stop = new AbortController()
    const stopping = makeProgram('stopping', async () => {
      runs++
      stop.abort()
    })
    await runTrials({ ...options, agents: [stopping], stop: stop.signal })
  }
  expect(runs).toBe(2)
  expect(readIndex(options.folder).map(({ ended }) => ended)).toEqual(['interrupted/signal', 'interrupted/signal'])
})

it.each([
  ['the machine until its time is up', /\/complete$/, tooLate, 'infra/stalled'],
  ['its runner before it is completed', /\/(?:complete|task-runs\/tr_\w+)$/, killed, 'interrupted/signal'],
] as const)('an agent that holds up or ends %s gets one more trial', async (_, broken, answer, ended) => {
  let runs = 0
  const program = makeProgram('late', async () => {
    runs++
  })
  const base = testbed.options([program])
  const fetch: typeof globalThis.fetch = (url, init) =>
    broken.test(String(url)) ? answer(String(url)) : testbed.fetch(url, init)
  const options = { ...base, tasks: ['City'], service: { ...base.service, fetch }, infrastructureRetries: 1 }
  for (let process = 0; process < 4; process++) await runTrials(options)
  expect(runs).toBe(2)
  const counted = readIndex(base.folder).filter((line) => line.ended !== 'infra/service')
  expect(counted.map((line) => line.ended)).toEqual([ended, ended])
})

async function tooLate(): Promise<Response> {
  return Response.json({ error: { code: 'CONFLICT', message: 'The task run is timed_out.' } }, { status: 409 })
}

/** The service in the process of the runner is gone with it, and the next one does not know the task run. */
async function killed(url: string): Promise<Response> {
  if (url.endsWith('/complete')) throw new TypeError('fetch failed')
  return Response.json({ error: { code: 'RESOURCE_NOT_FOUND', message: 'No such task run.' } }, { status: 404 })
}

it('an attempt that workers gave up is not restarted if its agent can have killed them', async () => {
  const rolling = makeProgram('rolling', answerFromChart)
  const begun: number[] = []
  const execute = async (attempt: PlannedAttempt) => {
    begun.push(attempt.number)
    const { benchmark } = testbed.options([])
    return explainAttempt({ attempt, benchmark: benchmark.reference, agent: rolling, message: 'Two workers ended.' })
  }
  const executor = { execute, late: async () => [] }
  for (const isolation of ['none', 'bwrap']) {
    const options = { ...testbed.options([{ ...rolling, isolation }]), tasks: ['City'] }
    for (let process = 0; process < 2; process++) await runTrials({ ...options, executor })
  }
  expect(begun).toEqual([1, ...[1, 2, 3], ...[4, 5, 6]])
})

describe('the proxy of a trial', () => {
  it('works with an agent that follows the steps of a run itself, and shows it no result', async () => {
    const seen: unknown[] = []
    const client = makeAgent('client', async (trial) => {
      const solver = new CarebenchSolver({ baseUrl: trial.baseUrl, solverKey: trial.token })
      const run = await solver.runs.create({ benchmark: 'whatever@1' })
      const [task] = run.tasks
      if (task === undefined || run.tasks.length > 1) throw new Error('The run must have one task.')
      const session = await task.start()
      const { birthDate } = await session.fhir.read('Patient', 'p1')
      seen.push(await session.clock(), await run.read())
      const completion = await session.complete({ output: { year: Number(String(birthDate).slice(0, 4)) } })
      seen.push(completion, await run.read())
      await expect(session.fhir.read('Patient', 'p1')).rejects.toThrow('The trial is over')
      return undefined
    })
    const options = { ...testbed.options([client]), tasks: ['Year of birth'] }
    await runTrials(options)
    expect(readResults(options.folder)[0]).toMatchObject({ verdict: 'pass', ended: { kind: 'completed' } })
    expect(seen).toMatchObject([
      { mode: 'real' },
      { phase: 'started', verdict: null, score: null },
      { phase: 'completed', verdict: null, checks: [] },
      { phase: 'completed', verdict: null, score: null },
    ])
  })

  it('accepts a submission over MCP, which stores the output and ends the trial', async () => {
    const answers: unknown[] = []
    const overMcp = makeAgent('mcp', async (trial) => {
      const call = async (message: object | readonly object[]) => {
        const response = await fetch(trial.mcpUrl, {
          method: 'POST',
          body: JSON.stringify(message),
          headers: {
            authorization: `Bearer ${trial.token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
        })
        const { result, error } = JSON.parse(await response.text())
        return error ?? result.structuredContent ?? JSON.parse(result.content[0].text)
      }
      const tool = (name: string, args: object) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      })
      answers.push(await call(tool('start_task', {})))
      answers.push(await call(tool('fhir_read_resource', { type: 'Patient', resource_id: 'p1' })))
      answers.push(await call([tool('submit', { output: { city: 'hidden in a batch' } })]))
      answers.push(await call(tool('submit', { output: { city: 'Duluth' }, note: 1 })))
      answers.push(await call(tool('submit', { output: { city: 'Duluth' } })))
      answers.push(await call(tool('submit', { output: { city: 'Fargo' } })))
      answers.push(await call(tool('fhir_read_resource', { type: 'Patient', resource_id: 'p1' })))
      return { city: 'Fargo' }
    })
    const options = { ...testbed.options([overMcp]), tasks: ['City'] }
    await runTrials(options)
    expect(readResults(options.folder)[0]).toMatchObject({ verdict: 'pass' })
    expect(answers).toMatchObject([
      { name: 'City', phase: 'started' },
      { status: 200 },
      { code: -32600 },
      { error: { code: 'INVALID_REQUEST' } },
      { phase: 'completed', remaining: 0 },
      { phase: 'completed', remaining: 0 },
      { error: { code: 'CONFLICT' } },
    ])
  })

  it('accepts an output and its usage by the callback', async () => {
    const statuses: number[] = []
    const service = makeAgent('service', async (trial) => {
      const { city } = (await readPatient(trial)).address[0] ?? {}
      for (const body of ['{"city": 1}', { output: { city }, status: 'gave_up', usage: { input: 7, cost_usd: 0.5 } }]) {
        const response = await fetch(trial.callbackUrl, {
          method: 'POST',
          headers: { authorization: `Bearer ${trial.token}` },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        })
        statuses.push(response.status)
      }
      return { city: 'Fargo' }
    })
    const options = { ...testbed.options([service]), tasks: ['City'] }
    await runTrials(options)
    expect(statuses).toEqual([400, 200])
    expect(readResults(options.folder)[0]).toMatchObject({
      verdict: 'pass',
      ended: { kind: 'completed', reason: 'gave_up' },
      usage: { input: 7, output: null },
      cost: { usd: 0.5 },
    })
  })

  it('rejects calls that contain a secret, so that neither record nor output has one', async () => {
    const secret = 'sk-live-0123456789'
    const seen: unknown[] = []
    const careless = makeAgent('careless', async (trial) => {
      const headers = { authorization: `Bearer ${trial.token}`, 'content-type': 'application/json' }
      const post = async (url: string, body: object) =>
        (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
      seen.push(await post(`${trial.endpoints.fhir}/Patient`, { resourceType: 'Patient', name: [{ text: secret }] }))
      const params = { name: 'submit', arguments: { output: { city: secret } } }
      seen.push(await post(trial.mcpUrl, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
      return { city: secret }
    })
    const options = { ...testbed.options([careless]), tasks: ['City'], secrets: [secret] }
    await runTrials(options)
    expect(seen).toMatchObject([{ error: { code: 'INVALID_REQUEST' } }, { result: { isError: true } }])
    const [result] = readResults(options.folder)
    expect(result).toMatchObject({ verdict: 'fail', ended: { kind: 'completed' } })
    const [record = ''] = readdirSync(options.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('record.json.gz'),
    )
    const text = gunzipSync(readFileSync(join(options.folder, record))).toString('utf8')
    expect([text.includes(secret), text.includes('[secret]')]).toEqual([false, true])
  })

  it('forwards nothing but calls to the task of the trial', async () => {
    const statuses: Record<string, number> = {}
    const curious = makeAgent('curious', async (trial) => {
      const { pathname } = new URL(trial.endpoints.fhir ?? '')
      const run = pathname.replace(/\/fhir$/, '')
      const attempts: readonly (readonly [string, string, string?])[] = [
        ['GET', `${pathname}/Patient/p1`],
        ['GET', `${pathname}/Patient/p1`, 'trial_wrong'],
        ['GET', '/benchmarks'],
        ['POST', '/v1/benchmark-runs/run_other/fhir/Patient'],
        ['POST', '/v1/task-runs/tr_other/complete'],
        ['GET', `${run}/fhir/%2e%2e/%2e%2e/%2e%2e/%2e%2e/benchmarks`],
        ['GET', `${run}/../run_other/fhir/Patient`],
        ['GET', '//evil.test/x'],
        ['POST', '/task-runs/tr_other/complete'],
      ]
      for (const [method, path, token = trial.token] of attempts) {
        statuses[`${method} ${path.replace(run, '…')} ${token === trial.token}`] = await sendRaw(trial.baseUrl, {
          method,
          path,
          token,
        })
      }
      await readPatient(trial)
      return undefined
    })
    await runTrials({ ...testbed.options([curious]), tasks: ['City'] })
    expect(statuses).toEqual({
      'GET …/fhir/Patient/p1 true': 200,
      'GET …/fhir/Patient/p1 false': 401,
      'GET /benchmarks true': 404,
      'POST /v1/benchmark-runs/run_other/fhir/Patient true': 404,
      'POST /v1/task-runs/tr_other/complete true': 404,
      'GET …/fhir/%2e%2e/%2e%2e/%2e%2e/%2e%2e/benchmarks true': 404,
      'GET …/../run_other/fhir/Patient true': 404,
      'GET //evil.test/x true': 404,
      'POST /task-runs/tr_other/complete true': 404,
    })
  })
})

/** Sends a path as it is: `fetch` would resolve its dots. */
async function sendRaw(
  baseUrl: string,
  { method, path, token }: { readonly method: string; readonly path: string; readonly token: string },
): Promise<number> {
  const { request } = await import('node:http')
  const { port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

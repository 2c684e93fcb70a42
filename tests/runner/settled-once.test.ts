import { beforeAll, describe, expect, it } from 'vitest'
import { readIndex, readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'
import { answerFromChart, createRunnerTestbed, makeAgent, type RunnerTestbed } from './runner-testbed.js'

let testbed: RunnerTestbed

beforeAll(async () => {
  testbed = await createRunnerTestbed()
})

/** Options of a run of one task whose service fails at some calls, and a count of how often the agent has worked. */
function brokenAt(path: RegExp, answer: (real: Promise<Response>) => Promise<Response>) {
  const state = { isBroken: true, left: Number.POSITIVE_INFINITY, worked: 0 }
  const fetch: typeof globalThis.fetch = (url, init) => {
    const real = testbed.fetch(url, init)
    return state.isBroken && path.test(String(url)) && state.left-- > 0 ? answer(real) : real
  }
  const agent = makeAgent('good', (trial) => {
    state.worked++
    return answerFromChart(trial)
  })
  const base = testbed.options([agent])
  return { state, options: { ...base, tasks: ['City'], service: { ...base.service, fetch } } }
}

const breaks: Readonly<Record<string, (real: Promise<Response>) => Promise<Response>>> = {
  'the response is lost': async (real) => {
    await real
    throw new TypeError('fetch failed')
  },
  'something in between answers 502': async (real) => {
    await real
    return new Response('Bad gateway', { status: 502 })
  },
  'something in between answers with a page': async (real) => {
    await real
    return new Response('<html>Log in</html>')
  },
}

const places = { 'its completion': /\/complete$/, 'its record': /\/record\b/ }

describe.each(Object.entries(places))('a trial whose agent has ended, at %s', (_, path) => {
  it.each(Object.entries(breaks))('is not repeated if %s', async (_, answer) => {
    const { state, options } = brokenAt(path, answer)
    state.left = 1
    const { summary } = await runTrials(options)
    expect(summary.agents[0]).toMatchObject({ scored: 1, passed: 1, retries: 0 })
    expect(state.worked).toBe(1)
    expect(readIndex(options.folder).map(({ attempt, ended, verdict }) => [attempt, ended, verdict])).toEqual([
      [1, 'infra/service', null],
      [1, 'completed/done', 'pass'],
    ])
    expect(readResults(options.folder)[0]?.seal_digest).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is unscored while the service is unavailable, and its result is adopted once it is back', async () => {
    const { state, options } = brokenAt(path, () => Promise.reject(new TypeError('fetch failed')))
    for (const _ of [1, 2]) {
      const { summary } = await runTrials({ ...options, infrastructureRetries: 1 })
      expect(summary.agents[0]).toMatchObject({ scored: 0, unscored: 1 })
    }
    state.isBroken = false
    const { summary } = await runTrials(options)
    expect(summary.agents[0]).toMatchObject({ scored: 1, passed: 1 })
    expect(state.worked).toBe(1)
  })
})

it('an HTML page instead of the response to a creation is a fault of the service', async () => {
  const { options } = brokenAt(/\/v1\/benchmark-runs$/, async () => new Response('<html>Log in</html>'))
  await runTrials({ ...options, infrastructureRetries: 0 })
  const [line] = readIndex(options.folder)
  expect(line).toMatchObject({ ended: 'infra/service', verdict: null })
})

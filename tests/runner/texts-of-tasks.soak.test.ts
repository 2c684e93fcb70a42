import { fixtureNames } from '@carebench/fixtures/names'
import { systemClock } from '@carebench/protocol'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { createHurriedClock } from '../../packages/carebench/src/demo/hurried-clock.js'
import type { Trial } from '../../packages/carebench/src/runner/agent.js'
import { createModuleAgent } from '../../packages/carebench/src/runner/agents/module-agent.js'
import { defaultMcpPrompt } from '../../packages/carebench/src/runner/processes/mcp-agent.js'
import { createTaskDocument } from '../../packages/carebench/src/runner/processes/task-document.js'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'
import { openHere } from '../../packages/carebench/src/running/benchmark-source.js'
import { createSolutionAgent } from '../../packages/carebench/src/running/solution-agent.js'
import { silence } from '../../packages/carebench/src/terminal/progress.js'
import { processTerminal } from '../../packages/carebench/src/terminal/terminal.js'
import { makeFolder } from '../../packages/carebench/src/testing/make-trial.js'

/**
 * Words by which an agent would know that its work is judged, and the address of the service, which it cannot reach.
 */
const givingAway = /service\.invalid|carebench|benchmark|criteri|\bscor(?:e|ing)|task[ -]?run|evaluat|solver/gi

/**
 * Texts with such words that are allowed: names of the specification's wire format and of FHIR; and in the data of
 * benchmarks, whose digests must not change, systems of identifiers and what a payer says about its own criteria.
 */
const known = new RegExp(
  '/v1/(?:benchmark|task)-runs\\b|\\btask_run(?:_id|s)?\\b|' +
    'evaluated-resource|ImmunizationEvaluation|"criteria","type"|' +
    '\\\\?"criteria\\\\?":\\\\?"http:|https://carebench\\.example\\.org/|Criteria for [\\w ]+ met',
  'g',
)

/** Returns every text that an agent sees during a whole solution, by where it sees it. */
async function textsOfSolution(source: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const clock = createHurriedClock(systemClock)
  const { service, benchmark, tasks, solutions } = await openHere(source, {
    terminal: processTerminal(),
    progress: silence,
    clock,
  })
  if (solutions === undefined) throw new Error(`${source} has no solutions.`)
  const fetchOf = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await fetchOf(input, init)
    // The specification prescribes the response to the creation of a run, which speaks of benchmarks.
    if (init?.method === 'POST' && String(input).endsWith('/v1/benchmark-runs')) return response
    const path = new URL(String(input)).pathname.replace(/^\/v1\/benchmark-runs\/\w+/, '')
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    texts.set(`${init?.method} ${path} ${texts.size}`, `${headers}\n${await response.clone().text()}`)
    return response
  })
  onTestFinished(() => spy.mockRestore())
  const reference = createSolutionAgent({ solutions, wait: clock.wait })
  const agent = {
    ...createModuleAgent({ name: 'reference', identity: {}, run: async () => undefined }),
    run: async (trial: Trial) => {
      texts.set('the task', JSON.stringify(createTaskDocument(trial, { token: trial.token, callback: { url: '' } })))
      const get = (path: string, init: RequestInit = {}) => {
        const headers = { authorization: `Bearer ${trial.token}`, 'content-type': 'application/json' }
        return fetch(path, { method: 'GET', ...init, headers })
      }
      for (const url of Object.values(trial.endpoints)) await get(url)
      const bundle = await (await get(`${trial.endpoints.fhir}/Patient?_count=1`)).json()
      const next = bundle.link.find(({ relation }: { relation: string }) => relation === 'next')?.url
      expect(next).toContain(trial.endpoints.fhir)
      expect((await get(next)).status).toBe(200)
      await get(`${trial.endpoints.fhir}/metadata`)
      await get(`${trial.baseUrl}/openapi.json`)
      for (const [id, method] of ['initialize', 'tools/list', 'resources/list', 'prompts/list'].entries()) {
        const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
        const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
        await get(trial.mcpUrl, { method: 'POST', body })
      }
      return reference.run(trial)
    },
  }
  const { summary } = await runTrials({
    folder: makeFolder('texts-'),
    service,
    benchmark,
    tasks,
    agents: [agent],
    concurrency: 1,
  })
  // Only scored, not passed: it reads everywhere, which criteria against reading other charts do not allow.
  expect(summary.agents).toMatchObject([{ scored: tasks.length }])
  return texts
}

// A solution takes seconds: at a lower scale, as in CI, only two fixtures are read.
const played = inject('scale') < 10 ? fixtureNames.slice(0, 2) : fixtureNames

it.each(played)('no text of a whole solution of %s says that the work is judged', async (source) => {
  const texts = await textsOfSolution(source)
  texts.set('the prompt over MCP', defaultMcpPrompt)
  const found = [...texts].flatMap(([where, text]) => {
    const rest = text.replaceAll(known, '')
    return [...rest.matchAll(givingAway)].map(({ index }) => `${where}: …${rest.slice(index - 40, index + 40)}…`)
  })
  expect(texts.size).toBeGreaterThan(20)
  expect(found).toEqual([])
})

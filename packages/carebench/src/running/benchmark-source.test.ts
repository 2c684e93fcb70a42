import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createModuleAgent } from '../runner/agents/module-agent.js'
import { readResults } from '../runner/results/read-folder.js'
import { runTrials } from '../runner/runs/run-trials.js'
import { silence } from '../terminal/progress.js'
import { processTerminal } from '../terminal/terminal.js'
import { openHere } from './benchmark-source.js'

const criterion = {
  label: 'It is 42',
  assertion: { assert: 'output-match', fields: [{ path: 'answer', expected: 42 }] },
}

const definition = {
  name: 'answers',
  environment: { name: 'Desk', simulators: [{ type: 'Files', name: 'Inbox' }], datasets: [] },
  tasks: [{ name: 'Report six times seven', task_item: { instruction: 'Report' }, criteria: [criterion] }],
}

it('deletes the runs of ended trials only from the service in this process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-source-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source = join(folder, 'benchmark.json')
  writeFileSync(source, JSON.stringify(definition))
  const { service, benchmark, tasks } = await openHere(source, { terminal: processTerminal(), progress: silence })
  const runsOf = async () => {
    const headers = { authorization: `Bearer ${service.organizationKey}` }
    const response = await service.fetch(`${service.baseUrl}/benchmark-runs`, {
      method: 'GET',
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    return JSON.parse(await response.text()).data.length
  }
  const agentOf = (name: string, run: () => Promise<{ answer: number }>) =>
    createModuleAgent({ name, identity: {}, run })
  const agents = [
    agentOf('right', async () => ({ answer: 42 })),
    agentOf('crashing', () => Promise.reject(new Error('no answer'))),
  ]
  const options = { benchmark, tasks, agents, trials: 2, infrastructureRetries: 0 }

  const shared = join(folder, 'shared')
  await runTrials({ ...options, folder: shared, service: { ...service, isPrivate: false } })
  expect(await runsOf()).toBe(4)

  const results = join(folder, 'results')
  const { summary } = await runTrials({ ...options, folder: results, service })
  expect(summary.agents.map(({ agent, passed }) => [agent, passed])).toEqual([
    ['right', 2],
    ['crashing', 0],
  ])
  expect(readResults(results).map(({ record_sha256 }) => record_sha256)).not.toContain(null)
  expect(await runsOf()).toBe(4)

  await runTrials({ ...options, folder: results, service, trials: 3 })
  expect(readResults(results)).toHaveLength(6)
  expect(await runsOf()).toBe(4)

  // A run that cannot be deleted is not an error of its trial.
  const refusing: typeof service.fetch = (url, init) =>
    init.method === 'DELETE' ? Promise.reject(new TypeError('lost')) : service.fetch(url, init)
  const kept = join(folder, 'kept')
  await runTrials({ ...options, folder: kept, service: { ...service, fetch: refusing, retryDelays: [] } })
  expect(readResults(kept)).toHaveLength(4)
  expect(await runsOf()).toBe(8)
})

it('serves the workstation of a trial on the service in this process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-source-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source = join(folder, 'benchmark.json')
  writeFileSync(source, JSON.stringify(definition))
  const { service, benchmark, tasks } = await openHere(source, { terminal: processTerminal(), progress: silence })
  const pages: string[] = []
  const agent = createModuleAgent({
    name: 'browsing',
    identity: {},
    async run({ baseUrl, token, workstationUrl }) {
      const answer = await fetch(workstationUrl, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
      const { url } = (await answer.json()) as { readonly url: string }
      const page = await fetch(baseUrl + url)
      pages.push(`${answer.status} ${page.status} ${page.headers.get('content-type')}`)
      return { answer: 42 }
    },
  })
  const { summary } = await runTrials({ benchmark, tasks, agents: [agent], folder: join(folder, 'results'), service })
  expect(pages).toEqual(['201 200 text/html; charset=utf-8'])
  expect(summary.agents[0]?.passed).toBe(1)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RequirementId, requirements } from '@carebench/conformance'
import { beforeAll, describe, expect, it } from 'vitest'
import { smallBenchmark } from '../../packages/service/src/testing/small-benchmark.js'
import { workspaceRoot } from '../workspace-sources.js'
import {
  type AgentRun,
  at,
  type ContractTestbed,
  create,
  createContractTestbed,
  listAt,
  textAt,
} from './contract-testbed.js'

// Each row of docs/reference/deviations.md names a requirement. The tests here show what our service does instead.

const rows = readFileSync(join(workspaceRoot, 'docs/reference/deviations.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!section|-)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| |\|$/g, '').trim()))

let testbed: ContractTestbed
let foreign: AgentRun
let criterionRun: string
beforeAll(async () => {
  testbed = await createContractTestbed()
  const reference = await testbed.publish({ ...smallBenchmark(), visibility: 'Public' })
  foreign = await testbed.createRun(reference, { scored: true, key: testbed.other.solverKey })
  await foreign.start()
  expect((await foreign.complete()).status).toBe(200)
  const read = await testbed.other.call('GET', `/task-runs/${foreign.taskRuns[0]}`)
  criterionRun = textAt(listAt(read.body, 'criterion_runs')[0], 'id')
})

/** Functions that show what our service does, by the requirement that a row names. */
const shown: Readonly<Partial<Record<RequirementId, () => Promise<void>>>> = {
  'environments.fields': async () => {
    expect(await create(testbed.call, '/environments', { name: 'x' })).toMatch(/^env_[0-9a-z]{26}$/)
  },
  'create-run.task-run-urls': async () => {
    for (const one of listAt(foreign.created.body, 'task_runs')) {
      expect(textAt(one, 'start_url')).toMatch(/^\/v1\/task-runs\//)
      expect(textAt(one, 'complete_url')).toMatch(/^\/v1\/task-runs\//)
    }
  },
  'internal.get-run': async () => {
    const [one, other] = [
      await testbed.other.call('GET', `/runs/${foreign.id}`),
      await testbed.other.call('GET', `/benchmark-runs/${foreign.id}`),
    ]
    expect([one.status, one.body]).toEqual([200, other.body])
  },
  'internal.mcp': async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const refused = await testbed.call(method, '/mcp')
      expect([refused.status, refused.headers.allow]).toEqual([405, 'POST'])
    }
  },
  'scored.full-evidence-kept': async () => {
    const runner = await testbed.other.call('GET', `/criterion-runs/${criterionRun}`)
    expect([runner.status, at(runner.body, 'evidence'), at(runner.body, 'details')]).toEqual([200, null, null])
    const author = await testbed.call('GET', `/criterion-runs/${criterionRun}`)
    expect([author.status, at(author.body, 'evidence')]).toEqual([200, expect.any(Object)])
  },
  'pagination.envelope': async () => {
    const page = await testbed.call('GET', `/criterion-runs?task_run_id=${foreign.taskRuns[0]}&limit=1`)
    expect(textAt(page.body, 'next_cursor')).toBe(textAt(page.body, '_meta', 'next'))
  },
  'authentication.organization-scope': async () => {
    for (const target of [`/criterion-runs/${criterionRun}`, `/task-runs/${foreign.taskRuns[0]}/record`]) {
      expect((await testbed.call('GET', target)).status).toBe(200)
    }
    expect((await testbed.call('GET', `/benchmark-runs/${foreign.id}`)).status).toBe(404)
  },
  'authentication.solver-public-benchmarks': async () => {
    const benchmark = `${smallBenchmark().name}@1`
    expect((await testbed.call('POST', '/benchmark-runs', { benchmark })).status).toBe(201)
    expect((await testbed.other.call('POST', '/benchmark-runs', { benchmark })).status).toBe(404)
    expect((await testbed.as(testbed.other.solverKey)('POST', '/v1/benchmark-runs', { benchmark })).status).toBe(201)
  },
  'errors.body': async () => {
    const run = await testbed.createRun(`${smallBenchmark().name}@1`)
    const started = await run.start()
    const base = `/v1/benchmark-runs/${run.id}`
    const outcome = await run.call('GET', `${base}/fhir/Patient/none`)
    expect([outcome.status, at(outcome.body, 'resourceType')]).toEqual([404, 'OperationOutcome'])
    const rpc = await testbed.call('POST', '/mcp', new TextEncoder().encode('{'))
    expect([rpc.status, at(rpc.body, 'error', 'code')]).toEqual([400, -32700])
    const sandbox = (type: string) =>
      textAt(
        listAt(started.body, 'sandboxes').find((one) => at(one, 'type') === type),
        'id',
      )
    const token = await testbed.as(null)('POST', `/sandboxes/${sandbox('FHIR')}/fhir/auth/token`)
    expect([token.status, at(token.body, 'error')]).toEqual([400, 'invalid_request'])
    const page = await testbed.as(null)('PUT', `/portals/${sandbox('Payer')}/`)
    expect([page.status, page.headers['content-type']]).toEqual([405, expect.stringMatching(/^text\/html/)])
  },
  'json.open-values': async () => {
    const text = '{"type":"FHIR","name":"x","config":{"bundle":{"value":1.10}}}'
    const made = await testbed.call('POST', '/datasets', new TextEncoder().encode(text))
    expect([made.status, made.text]).toEqual([201, expect.stringContaining('{"bundle":{"value":1.1}}')])
  },
}

describe('a deviation', () => {
  it.each(rows)('of section %s is about %s', async (section, cell = '', says, does) => {
    const id = cell.replaceAll('`', '')
    const requirement = requirements.find((one) => one.id === id)
    expect(requirement, `${id} is not a requirement`).toBeDefined()
    if (section === '–') expect(requirement?.profile).toBe('extended')
    else expect(requirement).toMatchObject({ section: `Specification ${section}`, profile: 'core' })
    expect([says, does]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)])
    const show = shown[id as RequirementId]
    expect(show, `Show in this file what we do about ${id}`).toBeDefined()
    await show?.()
  })

  it('has a row for everything that is shown here, and one only', () => {
    expect(rows.map(([, cell]) => cell?.replaceAll('`', ''))).toEqual(Object.keys(shown))
  })
})

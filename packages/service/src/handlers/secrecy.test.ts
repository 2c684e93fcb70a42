import { type BenchmarkDefinition, listSystemOperations } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { createServiceUnderTest, type ServiceUnderTest } from '../testing/service-under-test.js'
import { approvableForm, smallBenchmark } from '../testing/small-benchmark.js'

/** Values that only the author may know. No action in these tests can produce them otherwise. */
const secrets = {
  expected: 'CANARY-EXPECTED',
  pattern: 'CANARY-PATTERN',
  correlated: 'CANARY-CORRELATED',
  rule: 'CANARY-RULE',
  reason: 'CANARY-REASON',
  entity: 'CANARY-ENTITY',
  solution: 'CANARY-SOLUTION',
  counter: 'CANARY-COUNTER',
  solutionBody: 'CANARY-CALL',
  solutionOutput: 'CANARY-OUTPUT',
  environment: 'CANARY-ENVIRONMENT',
  simulator: 'CANARY-SIMULATOR',
  dataset: 'CANARY-DATASET',
  step: 'CANARY-STEP',
  laterStep: 'CANARY-LATER',
}

/** Steps are visible once they have run, which those of the second task have not. */
const shownAtStart = [secrets.step]

function guardedBenchmark(): BenchmarkDefinition {
  const { environment, tasks } = smallBenchmark()
  const [finish, approval] = tasks
  if (finish === undefined || approval === undefined) throw new Error('The small benchmark has two tasks.')
  const rules = [
    { patient_member_id: secrets.rule, status: 'denied', reason: 'never' },
    { procedure_code: '70551', status: 'approved', reason: secrets.reason, delay_seconds: 3_000 },
  ]
  const simulators = [
    { type: 'FHIR', name: secrets.simulator },
    { type: 'Payer', name: 'Plan', config: { accept_unknown_members: true, determinations: rules } },
    {
      type: 'HL7',
      name: 'Interface',
      config: { reject: [{ where: { 'PID-3': secrets.rule }, code: 'AE', reason: 'no' }] },
    },
    { type: 'Files', name: 'Exchange' },
  ]
  const datasets = environment.datasets.map((dataset) => ({ ...dataset, name: secrets.dataset }))
  const criteria = [
    ...finish.criteria,
    {
      label: 'The note is right',
      assertion: {
        assert: 'fhir-resource-state',
        resource_type: 'Communication',
        search: {},
        fields: [
          { path: 'payload[0].contentString', expected: secrets.expected },
          { path: 'status', expected: { $regex: `${secrets.pattern}.*` } },
        ],
      },
    },
    {
      label: 'The request is right',
      assertion: {
        assert: 'portal-state-match',
        correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: secrets.correlated },
        assertions: [{ path: 'status', expected: { $entity: '/wanted' } }],
      },
    },
    {
      label: 'The answer is right',
      assertion: { assert: 'output-match', fields: [{ path: 'a', expected: secrets.expected }] },
    },
  ]
  const entity = { dataset: secrets.dataset, type: 'answer', ref: 'e', data: { wanted: secrets.entity } }
  const step = (id: string) => ({
    type: 'upsert_fhir' as const,
    resource: { resourceType: 'Basic', id, code: { text: 'Note' } },
  })
  const call = {
    method: 'PUT',
    path: 'fhir/Basic/x',
    body: { resourceType: 'Basic', id: 'x', code: { text: secrets.solutionBody } },
  }
  const counters = [
    { name: secrets.counter, after: secrets.solution, calls: [call], fails: [criteria[0]?.label ?? ''] },
  ]
  const solutions = [{ name: secrets.solution, calls: [call], output: secrets.solutionOutput }]
  return smallBenchmark({
    visibility: 'Public',
    concurrency: 2,
    environment: { name: secrets.environment, simulators, datasets },
    tasks: [
      { ...finish, criteria, entities: [entity], solutions, counters, scenario: { steps: [step(secrets.step)] } },
      { ...finish, name: 'again', solutions, scenario: { steps: [step(secrets.laterStep)] } },
    ],
  })
}

const idPattern = /\b(?:org|env|sim|ds|ent|bench|task|crit|slv|key|run|tr|crun|pg|sbx|ver|bp)_[0-9a-z]{26,40}\b/g
const templates = [...listSystemOperations(defaultSystems).values()].filter(({ auth }) => auth === 'organization')

/**
 * Reads everything that a key gives access to, with every id in any response so far; returns the responses by target.
 */
async function crawl(under: ServiceUnderTest, key: string, known: Set<string>): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  const rests = [
    'metadata',
    'Basic',
    'Communication',
    'Task',
    'prior-auths',
    'patients',
    'providers',
    'inbox',
    'outbound',
    'x/../y',
  ]
  const targetsFor = (id: string): string[] =>
    templates.flatMap((row) => {
      if (row.kind === 'proxy') return rests.map((rest) => row.path.replace('{id}', id).replace('*', rest))
      if (row.kind !== 'json' || row.method !== 'GET') return []
      const queries = Object.keys(row.query.properties).filter((name) => name.endsWith('_id'))
      const path = row.path.replace('{version}', '1').replaceAll(/\{\w+\}/g, id)
      return queries.length > 0 ? queries.map((name) => `${path}?${name}=${id}`) : [path]
    })
  const read = async (target: string) => {
    if (seen.has(target)) return
    const { text, headers } = await under.call(key, 'GET', target)
    seen.set(target, text + JSON.stringify(headers))
    for (const id of text.match(idPattern) ?? []) known.add(id)
  }
  await read('/')
  // Iterating over a set includes members that are added meanwhile.
  for (const id of known) for (const target of targetsFor(id)) await read(target)
  return seen
}

function leaksIn(answers: Iterable<readonly [string, string]>): string[] {
  const found: string[] = []
  for (const [target, text] of answers) {
    for (const secret of Object.values(secrets)) if (text.includes(secret)) found.push(`${secret} at ${target}`)
  }
  return found
}

describe('secrets of the author', () => {
  it('are in nothing that the agent and the organization of a scored run can read', async () => {
    const under = await createServiceUnderTest()
    const reference = await under.publish(guardedBenchmark(), { allowFindings: true })
    const guest = await under.service.provisionOrganization('Guest')
    const run = await under.createRun(reference, { solverKey: guest.solverKey, scored: true })
    const [first, second] = run.task_runs
    if (first === undefined || second === undefined) throw new Error('There are two tasks.')
    const known = new Set(JSON.stringify(run).match(idPattern) ?? [])
    const agent = new Map<string, string>([['create', JSON.stringify(run)]])
    const act = async (method: string, target: string, body?: unknown, headers: Record<string, string> = {}) => {
      const { text, headers: answered } = await under.call(run.bearer_token, method, target, body, headers)
      agent.set(`${agent.size} ${method} ${target}`, text + JSON.stringify(answered))
      for (const id of text.match(idPattern) ?? []) known.add(id)
    }
    const work = async () => {
      await act('GET', `/v1/benchmark-runs/${run.benchmark_run_id}`)
      for (const rest of ['metadata', 'Basic?_id=x', 'Communication', 'Task', 'Patient/p1/_history', 'Nothing', '%']) {
        await act('GET', `${run.endpoints.fhir}/${rest}`, undefined, { 'task-run-id': first.id })
      }
      for (const rest of ['prior-auths', 'patients', 'providers', 'nothing']) {
        await act('GET', `${run.endpoints.portal}/${rest}`, undefined, { 'task-run-id': first.id })
      }
      for (const path of [`${run.endpoints.hl7}/inbox`, `${run.endpoints.files}/inbox`, `${run.endpoints.files}/x`]) {
        await act('GET', path, undefined, { 'task-run-id': first.id })
      }
    }
    const guestSees = () => crawl(under, guest.organizationKey, known)
    await work()
    expect(leaksIn([...agent, ...(await guestSees())])).toEqual([])

    await act('POST', first.start_url)
    await act('POST', `${run.endpoints.fhir}/Communication`, { resourceType: 'Communication', status: 'completed' })
    await act('POST', `${run.endpoints.portal}/prior-auths`, approvableForm)
    await act('POST', `${run.endpoints.hl7}/outbound`, {
      payload: 'MSH|^~\\&|A|B|C|D|20260101||ADT^A01|1|P|2.5\rPID|1||M-1',
    })
    await work()
    const ofOthers = (found: string[]) =>
      found.filter((text) => !shownAtStart.some((secret) => text.startsWith(secret)))
    expect(ofOthers(leaksIn([...agent, ...(await guestSees())]))).toEqual([])

    await act('POST', first.complete_url, { output: { a: 'wrong' } })
    await act('POST', first.complete_url)
    await work()
    under.clock.advance(100_000_000)
    await under.service.settleDue()
    const after = await guestSees()
    expect(ofOthers(leaksIn([...agent, ...after]))).toEqual([])
    // The crawl has reached the places where a leak would show.
    expect(after.size).toBeGreaterThan(500)
    for (const shown of ['"passed":false', '"status":"timed_out"', 'prior_auth.submitted']) {
      expect([shown, [...after.values()].some((text) => text.includes(shown))]).toEqual([shown, true])
    }
    expect(leaksIn(await crawl(under, under.organizationKey, new Set(known))).join()).toContain(secrets.expected)
  })
})

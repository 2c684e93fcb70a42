import type { ScenarioStepInput } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { versions } from '../documents/collections/authoring.js'
import { taskRuns } from '../documents/collections/running.js'
import { buildBase } from '../playground/base-cache.js'
import { createAppendKeys } from '../playground/log/append-entries.js'
import { Playground } from '../playground/playground.js'
import { replayLog } from '../playground/replay/replay.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { approvableForm, smallBenchmark } from '../testing/small-benchmark.js'

const appendKey = createAppendKeys('one')

const scenarioSteps: ScenarioStepInput[] = [
  { type: 'upsert_fhir', resource: { resourceType: 'Task', id: 't2', status: 'requested', intent: 'order' } },
  { type: 'advance_clock', seconds: 3600 },
]

async function recordRun() {
  const under = await createServiceUnderTest()
  const reference = await under.publish(
    smallBenchmark({
      overrides: { seed: 42 },
      tasks: [
        {
          name: 'everything',
          scenario: { steps: scenarioSteps },
          criteria: smallBenchmark().tasks.flatMap(({ criteria }) => criteria),
        },
      ],
    }),
  )
  const run = await under.createRun(reference)
  const [taskRun] = run.task_runs
  if (taskRun === undefined) throw new Error('The run must have a task run.')
  const token = run.bearer_token
  await under.call(token, 'POST', taskRun.start_url)
  await under.call(token, 'GET', `${run.endpoints.fhir}/Patient?name=okafor`)
  await under.call(token, 'POST', `${run.endpoints.fhir}/Task`, {
    resourceType: 'Task',
    status: 'draft',
    intent: 'plan',
  })
  await under.call(token, 'POST', `${run.endpoints.portal}/prior-auths`, approvableForm)
  under.clock.advance(6_000)
  await under.call(token, 'GET', `${run.endpoints.portal}/prior-auths`)
  await under.call(token, 'DELETE', `${run.endpoints.fhir}/Task/t2`)
  await under.call(token, 'POST', `${run.endpoints.portal}/prior-auths`, { nonsense: true })
  const completed = await under.call(token, 'POST', taskRun.complete_url)
  const stored = await under.store.get(taskRuns, taskRun.id)
  const version = await under.store.get(versions, stored?.doc.version_id ?? '')
  if (stored === undefined || version === undefined) throw new Error('The run must be stored.')
  const entries = await under.store.log.read(stored.doc.playground_id)
  const listed = await under.call(under.organizationKey, 'GET', `/criterion-runs?task_run_id=${taskRun.id}`)
  const evidence = (listed.body.data as { evidence: unknown }[]).map((entry) => entry.evidence)
  return { under, stored: stored.doc, version: version.doc, entries, completed, evidence }
}

function makeBase(version: Parameters<typeof buildBase>[0]) {
  return buildBase(version, new Map(defaultSystems.map((simulator) => [simulator.type, simulator])))
}

describe('the log of a playground', () => {
  it('has the scenario, every call, and a seal', async () => {
    const { entries } = await recordRun()
    expect(entries.map(({ actor, action }) => `${actor} ${action.kind}`)).toEqual([
      'scenario scenario',
      'scenario scenario',
      'agent call',
      'agent call',
      'agent call',
      'agent call',
      'agent call',
      'agent call',
      'system seal',
    ])
    // The determination that had become due is an effect of the next entry.
    expect(entries[5]?.events.map(({ type }) => type)).toContain('prior_auth.determined')
    expect(entries[2]?.at).toBe('2026-01-05T10:00:00.000Z')
  })

  it('replays to the same effects, events and responses', async () => {
    const { version, stored, entries } = await recordRun()
    expect(replayLog(makeBase(version), stored.seed, entries)).toBeNull()
  })

  it('reveals a changed call, effect, response or seed when it is replayed', async () => {
    const { version, stored, entries } = await recordRun()
    const changed = (index: number, change: object) =>
      entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry))
    const replay = (recorded: typeof entries, seed = stored.seed) => replayLog(makeBase(version), seed, recorded)
    expect(replay(changed(3, { effects: [] }))).toMatchObject({ seq: 4, what: 'effects' })
    expect(replay(changed(5, { events: [] }))).toMatchObject({ seq: 6, what: 'events' })
    expect(replay(changed(2, { response: { status: 200, digest: 'x' } }))).toMatchObject({ seq: 3, what: 'response' })
    expect(replay(entries, stored.seed + 1)).toMatchObject({ seq: 4, what: 'effects' })
  })

  it('gives the verified evidence in a process that did not take part in the run', async () => {
    const { under, version, stored, entries } = await recordRun()
    const options = {
      id: 'pg',
      log: under.store.log,
      appendKey,
      now: () => 0,
      seed: stored.seed,
      base: makeBase(version),
    }
    const folded = new Playground({ ...options, entries: JSON.parse(JSON.stringify(entries)) })
    expect(folded.sealed).toBe(true)
    const { final, events } = folded.evidence()
    expect([...(final.fhir?.resources('Task') ?? [])].map(({ resource }) => resource.status)).toEqual([
      'requested',
      'draft',
    ])
    expect(final.portal?.prior_auth_requests).toMatchObject([{ status: 'approved' }])
    expect(events.map(({ seq }) => seq)).toEqual([...events.map(({ seq }) => seq)].sort((left, right) => left - right))
  })

  it('shares one copy of written data with the state', async () => {
    const { under, version } = await recordRun()
    const options = {
      id: 'pg_one',
      log: under.store.log,
      appendKey,
      now: () => 0,
      seed: 1,
      base: makeBase(version),
      entries: [],
    }
    const playground = new Playground(options)
    const call = {
      method: 'POST',
      path: 'Basic',
      query: '',
      headers: { 'content-type': 'application/fhir+json' },
      body: { json: { resourceType: 'Basic', code: { text: 'Note' } } },
    }
    await playground.call('FHIR', 'fhir', call, 'agent')
    const [logged] = await under.store.log.read('pg_one')
    expect(logged?.effects).toHaveLength(1)
    const [kept] = await playground.readEntries()
    expect(kept?.effects).toBe(logged?.effects)
    expect(kept?.events).toBe(logged?.events)
  })

  it('gives byte-identical evidence for the same version, seed, calls and times', async () => {
    const [first, other] = [await recordRun(), await recordRun()]
    expect(JSON.stringify(other.evidence)).toBe(JSON.stringify(first.evidence))
    expect(JSON.stringify(other.entries)).toBe(JSON.stringify(first.entries))
  })
})

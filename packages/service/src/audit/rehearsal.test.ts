import { type JsonValue, type SimulatorCall, systemClock } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { defaultSystems } from '@carebench/systems'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { type VersionDoc, versions } from '../documents/collections/authoring.js'
import { listArrivals } from '../playground/arrivals.js'
import { buildBase } from '../playground/base-cache.js'
import { createAppendKeys } from '../playground/log/append-entries.js'
import { Playground } from '../playground/playground.js'
import type { PlaygroundEvidence } from '../playground/playground-evidence.js'
import { replayLog } from '../playground/replay/replay.js'
import { scenarioSteps } from '../runs/scenario-steps.js'
import { toBlueprint } from '../runs/task-blueprint.js'
import { toClockPlan } from '../runs/task-clock.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { approvableForm, smallBenchmark } from '../testing/small-benchmark.js'
import { spamState, untouchedState } from './audit-states.js'
import { Rehearsal } from './rehearsal.js'

const appendKey = createAppendKeys('one')

const simulators = new Map(defaultSystems.map((simulator) => [simulator.type, simulator]))

async function publishEverything(): Promise<VersionDoc> {
  const under = await createServiceUnderTest({ knownAudits: [] })
  const { environment, tasks } = smallBenchmark()
  const more = [
    { type: 'HL7', name: 'Interface' },
    { type: 'Files', name: 'Exchange' },
  ]
  const scenario = {
    steps: [
      { type: 'upsert_fhir' as const, resource: { resourceType: 'Basic', id: 'b1', code: { text: 'Note' } } },
      { type: 'advance_clock' as const, seconds: 60 },
      { type: 'drop_file_inbox' as const, path: 'a.txt', content: 'a' },
    ],
  }
  await under.publish(
    smallBenchmark({
      overrides: { seed: 42 },
      environment: { ...environment, simulators: [...environment.simulators, ...more] },
      tasks: tasks.map((task) => ({ ...task, scenario })),
    }),
  )
  const [version] = (await under.store.page(versions, { limit: 1 })).docs
  if (version === undefined) throw new Error('A version was published.')
  return version
}

function writeText({ final, initial, events }: PlaygroundEvidence) {
  const show = ({ fhir, ...state }: PlaygroundEvidence['final']) => [
    state,
    [...(fhir?.resources() ?? [])].map(({ resource }) => resource),
  ]
  return JSON.stringify([show(final), show(initial), events])
}

function call(method: string, path: string, json?: object): SimulatorCall {
  return {
    method,
    path,
    query: '',
    headers: json === undefined ? {} : { 'content-type': 'application/json' },
    body: json === undefined ? null : { json: JSON.parse(JSON.stringify(json)) },
  }
}

const someCalls = [
  ['fhir', call('POST', 'Task', { resourceType: 'Task', status: 'draft', intent: 'order' })],
  ['fhir', call('GET', 'Task/t1')],
  ['fhir', call('DELETE', 'Task/t1')],
  ['portal', call('POST', 'prior-auths', approvableForm)],
  ['portal', call('GET', 'prior-auths')],
  ['portal', call('POST', 'prior-auths', {})],
  ['files', call('PUT', 'outbound/a.txt')],
  ['hl7', call('GET', 'inbox')],
] as const
const acts = fc.array(fc.record({ which: fc.nat(someCalls.length - 1), wait: fc.constantFrom(0, 1, 4, 6) }), {
  maxLength: 10,
})

it('gives the same result as a playground with its seed and clock, event for event', async () => {
  const version = await publishEverything()
  const base = buildBase(version, simulators)
  const [task] = version.tasks
  if (task === undefined) throw new Error('There is a task.')
  await fc.assert(
    fc.asyncProperty(acts, async (done) => {
      const rehearsal = new Rehearsal({ version, simulators, clock: systemClock, baseOf: () => base }, task)
      let now = Date.parse(version.created_at)
      const options = {
        id: 'real',
        log: createMemoryStore().log,
        appendKey,
        now: () => now,
        seed: 42,
        base,
        entries: [],
      }
      const playground = new Playground(options)
      await playground.runScenario(task.scenario?.steps as Parameters<Playground['runScenario']>[0])
      for (const { which, wait } of done) {
        const [group, made] = someCalls[which] ?? someCalls[0]
        rehearsal.wait(wait)
        now += wait * 1000
        const type = rehearsal.simulatorOf(group)?.type ?? 'FHIR'
        expect(await rehearsal.call(group, made)).toEqual(await playground.call(type, group, made, 'agent'))
      }
      const real = await playground.freeze(async ({ evidence }) => ({ committed: true, result: evidence }))
      expect(writeText(rehearsal.end())).toBe(writeText(real))
    }),
    { numRuns: 12 * inject('scale') },
  )
})

const note = { type: 'receive_hl7', payload: 'MSH|^~\\&|LAB|CLINIC|EHR|CLINIC|20260105090000||ORU^R01|7|P|2.5.1' }
const laterSteps = [
  { ...note, at_seconds: 7 },
  { ...note, after: { event: 'prior_auth.submitted', delay_seconds: 3, at_most_times: 2 } },
  { type: 'drop_file_inbox', path: 'late.txt', content: 'late', after: { event: 'hl7.received' } },
]
const actsInTime = fc.array(
  fc.oneof(fc.nat(someCalls.length - 1), fc.record({ milliseconds: fc.nat(20_000), untilEvent: fc.boolean() })),
  { maxLength: 12 },
)

it('gives the same result as a playground on a stepped clock with waits and later arrivals', async () => {
  const published = await publishEverything()
  const [first] = published.tasks
  if (first === undefined) throw new Error('There is a task.')
  const version: VersionDoc = { ...published, overrides: { seed: 42, clock: 'stepped', seconds_per_call: 2 } }
  const scenario = { steps: [...((first.scenario?.steps ?? []) as JsonValue[]), ...laterSteps] }
  const task = { ...first, scenario, starts_at: '1999-03-04T08:00:00.000Z' }
  const base = buildBase(toBlueprint(version, task), simulators)
  await fc.assert(
    fc.asyncProperty(actsInTime, async (done) => {
      const rehearsal = new Rehearsal({ version, simulators, clock: systemClock, baseOf: () => base }, task)
      const { log } = createMemoryStore()
      const options = { id: 'real', log, appendKey, now: () => 0, seed: 42, base, entries: [] }
      const more = { clock: toClockPlan(version, task), arrivals: listArrivals(task) }
      const playground = new Playground({ ...options, ...more })
      await playground.runScenario(scenarioSteps(task))
      for (const act of done) {
        if (typeof act !== 'number') {
          expect(rehearsal.waitFor(act)).toEqual(await playground.wait(act))
          continue
        }
        const [group, made] = someCalls[act] ?? someCalls[0]
        const type = rehearsal.simulatorOf(group)?.type ?? 'FHIR'
        expect(await rehearsal.call(group, made)).toEqual(await playground.call(type, group, made, 'agent'))
      }
      const entries = await log.read('real')
      expect(replayLog(base, 42, entries)).toBe(null)
      // Another process builds the same playground from the log.
      const rebuilt = new Playground({ ...options, ...more, entries })
      expect(await rebuilt.readClock()).toEqual(rehearsal.clock)
      const real = await rebuilt.freeze(async ({ evidence }) => ({ committed: true, result: evidence }))
      expect(writeText(rehearsal.end())).toBe(writeText(real))
    }),
    { numRuns: 25 * inject('scale') },
  )
})

it('writes noise to every simulated system without changing the seeded state', async () => {
  const version = await publishEverything()
  const base = buildBase(version, simulators)
  const [task] = version.tasks
  if (task === undefined) throw new Error('There is a task.')
  const setting = { version, simulators, clock: systemClock, baseOf: () => base }
  const before = writeText(await untouchedState(setting, task))
  const { initial, final, events } = await spamState(setting, task)
  for (const part of ['portal', 'hl7', 'files'] as const) {
    expect(JSON.stringify(final[part])).not.toBe(JSON.stringify(initial[part]))
  }
  const count = (state: PlaygroundEvidence['final']) => [...(state.fhir?.resources() ?? [])].length
  expect(count(final)).toBeGreaterThan(count(initial) + 100)
  expect(new Set(events.map(({ type }) => type.split('.')[0]))).toEqual(
    new Set(['fhir', 'hl7', 'file', 'prior_auth', 'portal', 'crd', 'dtr', 'pas', 'cdex']),
  )
  expect(writeText(await untouchedState(setting, task))).toBe(before)
})

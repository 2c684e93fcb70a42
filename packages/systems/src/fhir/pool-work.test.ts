import { createSeededRandom, isJsonObject, type JsonObject, type RecordedEvent } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, inject, it, vi } from 'vitest'
import type { SimulatorContext } from '../simulator.js'
import { fhirSimulator } from './behaviour.js'
import type { PoolConfig } from './model/pool-config.js'
import type { FhirState } from './state.js'

/** Monday at nine. */
const start = Date.UTC(2025, 2, 3, 9)
const minute = 60_000

function contextAt(time: number): SimulatorContext {
  return { at: new Date(time).toISOString(), random: createSeededRandom(1) }
}

const pool: PoolConfig = {
  owner: 'Organization/triage',
  members: [
    { reference: 'Practitioner/ana', hours: [{ days: ['mon'], open: '08:00', close: '10:00' }] },
    { reference: 'Practitioner/ben' },
  ],
  hours: [{ days: ['mon', 'tue'], open: '08:00', close: '17:00' }],
  receives_after_seconds: 60,
  decides_after_seconds: 600,
  completes_after_seconds: 3600,
  returns: [{ where: { 'for.reference': { $exists: false } }, reason: 'Whose task is this?' }],
  replies: [{ where: { 'code.text': 'call' }, text: 'Called; she will come on Thursday.' }],
}

const people = [
  { resourceType: 'Organization', id: 'triage', name: 'Triage' },
  { resourceType: 'Practitioner', id: 'ana' },
  { resourceType: 'Practitioner', id: 'ben' },
  { resourceType: 'Practitioner', id: 'me' },
  { resourceType: 'Patient', id: 'ida' },
]

function seeded(pools: readonly PoolConfig[] = [pool], more: readonly JsonObject[] = []): FhirState {
  const entry = [...people, ...more].map((resource) => ({ resource }))
  const config = { bundle: { resourceType: 'Bundle', type: 'collection', entry } }
  return fhirSimulator.seed({ pools: [...pools] }, [{ type: 'FHIR', config }], contextAt(start))
}

const task = {
  resourceType: 'Task',
  id: 't1',
  status: 'requested',
  intent: 'order',
  code: { text: 'call' },
  owner: { reference: 'Organization/triage' },
  requester: { reference: 'Practitioner/me' },
  for: { reference: 'Patient/ida' },
}

/** Lets a state go on to a time; the events of the pools since. */
function goOn(state: FhirState, time: number): readonly RecordedEvent[] {
  const { effects, events } = fhirSimulator.due(state, contextAt(time))
  for (const effect of effects) fhirSimulator.apply(state, effect)
  return events
}

function put(state: FhirState, time: number, resource: JsonObject): readonly RecordedEvent[] {
  const call = {
    method: 'PUT',
    path: `${resource.resourceType}/${resource.id}`,
    query: '',
    headers: {},
    body: { json: resource },
  }
  const { effects, events, response } = fhirSimulator.handle(state, 'fhir', call, contextAt(time))
  expect(response).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
  for (const effect of effects) fhirSimulator.apply(state, effect)
  return events
}

function read(state: FhirState, id = 't1'): JsonObject {
  return state.record.read('Task', id)?.resource ?? {}
}

function shown(events: readonly RecordedEvent[]): readonly string[] {
  return events.map(({ at, type, data }) => `${at?.slice(8, 16)} ${type} ${isJsonObject(data) ? data.by : ''}`)
}

describe('a pool', () => {
  it('receives a Task, accepts it, completes it and replies', () => {
    const state = seeded()
    expect(put(state, start, task).map(({ type }) => type)).toEqual(['fhir.create', 'task.requested'])
    expect(shown(goOn(state, start + 5 * 60 * minute))).toEqual([
      '03T09:01 task.received null',
      '03T09:11 task.accepted Practitioner/ana',
      // At 10:11 her hours are over; she continues in her next hours, a week later.
    ])
    const [reply] = [...state.record.resources('Communication')]
    expect(reply).toBeUndefined()
    expect(shown(goOn(state, start + 8 * 24 * 60 * minute))).toEqual(['10T08:00 task.completed Practitioner/ana'])
    const [communication] = [...state.record.resources('Communication')].map(({ resource }) => resource)
    expect(communication).toMatchObject({
      basedOn: [{ reference: 'Task/t1' }],
      subject: { reference: 'Patient/ida' },
      sender: { reference: 'Practitioner/ana' },
      recipient: [{ reference: 'Practitioner/me' }],
      sent: '2025-03-10T08:00:00.000Z',
      payload: [{ contentString: 'Called; she will come on Thursday.' }],
    })
    expect(read(state)).toMatchObject({
      status: 'completed',
      owner: { reference: 'Organization/triage' },
      meta: { versionId: '4', lastUpdated: '2025-03-10T08:00:00.000Z' },
      note: [{ text: 'Accepted.' }, { text: 'Completed.', authorReference: { reference: 'Practitioner/ana' } }],
      output: [{ valueReference: { reference: `Communication/${communication?.id}` } }],
    })
  })

  it('rejects a Task with a reason, and accepts it once the problem is corrected', () => {
    const state = seeded()
    const { for: _, ...nobodys } = task
    put(state, start, nobodys)
    expect(shown(goOn(state, start + 30 * minute)).at(-1)).toBe('03T09:11 task.rejected Practitioner/ana')
    expect(read(state)).toMatchObject({ status: 'rejected', statusReason: { text: 'Whose task is this?' } })
    const [answer] = [...state.record.resources('Communication')].map(({ resource }) => resource)
    expect(answer).toMatchObject({ payload: [{ contentString: 'Whose task is this?' }] })
    expect(goOn(state, start + 24 * 60 * minute)).toEqual([])
    expect(put(state, start + 24 * 60 * minute, task).at(-1)?.type).toBe('task.requested')
    expect(shown(goOn(state, start + 27 * 60 * minute))).toEqual([
      '04T09:01 task.received null',
      '04T09:11 task.accepted Practitioner/ben',
      '04T10:11 task.completed Practitioner/ben',
    ])
    expect([...state.record.resources('Communication')]).toHaveLength(2)
  })

  it('ignores Tasks that are withdrawn, deleted, drafts or owned by others', () => {
    const state = seeded()
    put(state, start, task)
    put(state, start, { ...task, status: 'cancelled' })
    put(state, start, { ...task, id: 't2', status: 'draft' })
    put(state, start, { ...task, id: 't3', owner: { reference: 'Practitioner/ben' } })
    put(state, start, { ...task, id: 't4' })
    fhirSimulator.apply(state, { op: 'delete', resourceType: 'Task', id: 't4', version: 2, at: contextAt(start).at })
    expect(goOn(state, start + 48 * 60 * minute)).toEqual([])
  })

  it('works on Tasks of the dataset from the beginning of the record on', () => {
    const state = seeded([pool], [{ ...task, meta: { lastUpdated: '2020-01-01T00:00:00Z' } }])
    expect(shown(goOn(state, start + 2 * minute))).toEqual(['03T09:01 task.received null'])
  })

  it('does the same work regardless of when its state is read', () => {
    const someLooks = fc.array(fc.integer({ min: 0, max: 14 * 24 * 60 }), { maxLength: 8 })
    fc.assert(
      fc.property(someLooks, fc.integer({ min: 0, max: 3000 }), (looks, later) => {
        const [once, often] = [seeded(), seeded()]
        const end = start + 14 * 24 * 60 * minute
        const events = [once, often].map((state) => {
          const seen: RecordedEvent[] = []
          put(state, start, task)
          const second = start + later * minute
          const before = looks.map((look) => start + look * minute).sort((a, b) => a - b)
          if (state === often) for (const look of before) if (look <= second) seen.push(...goOn(state, look))
          seen.push(...goOn(state, second))
          put(state, second, { ...task, id: 't2' })
          if (state === often) for (const look of before) if (look > second) seen.push(...goOn(state, look))
          seen.push(...goOn(state, end))
          return seen
        })
        expect(events[1]).toEqual(events[0])
        const records = [once, often].map(({ record }) => [...record.resources()].map(({ resource }) => resource))
        expect(records[1]).toEqual(records[0])
      }),
      { numRuns: 3 * inject('scale') },
    )
  })

  it.each([
    [{ ...pool, members: [{ reference: 'Practitioner/eve' }] }, 'pools[0]: expected Practitioner/eve in the record'],
    [{ ...pool, time_zone: 'Nowhere' }, 'pools[0].members[0].time_zone: expected a time zone'],
    [{ ...pool, returns: [{ where: { 'a[': 1 }, reason: 'x' }] }, 'pools[0].returns[0].where, at /a['],
    [{ ...pool, replies: [{ where: { a: { $never: 1 } }, text: 'x' }] }, 'pools[0].replies[0].where, at /a'],
  ])('is refused with what is wrong in it', (config, message) => {
    expect(() => seeded([config])).toThrow(message)
  })

  it('is rejected if another pool has the same owner', () => {
    expect(() => seeded([pool, pool])).toThrow('pools[1].owner: expected a unique owner')
  })
})

it('does not look up the hours of its members for each of hundreds of Tasks', () => {
  const state = seeded(
    [pool],
    Array.from({ length: 300 }, (_, index) => ({ ...task, id: `many${index}` })),
  )
  const looks = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  // All Tasks wait for the first member at the same instants, so the hours are looked up once for each instant.
  const { events } = fhirSimulator.due(state, contextAt(start + 7 * 24 * 60 * minute))
  expect(events).toHaveLength(900)
  expect(looks.mock.calls.length).toBeLessThan(3000)
  looks.mockRestore()
})

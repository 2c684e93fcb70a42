import type { SimulatorCall } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { type AnySimulator, defaultSystems, type RunningSimulator, type SimulatorContext } from '@carebench/systems'
import { expect, it } from 'vitest'
import { buildBase } from '../base-cache.js'
import { createAppendKeys } from '../log/append-entries.js'
import { entryContext } from '../log/entry-context.js'
import { Playground } from '../playground.js'
import { foldLog } from '../replay/fold-log.js'
import { replayLog } from '../replay/replay.js'
import { SimulatorSet } from '../simulator-set.js'
import { openErrands } from './errands.js'

const appendKey = createAppendKeys('one')

function call(method: string, path: string, json?: object): SimulatorCall {
  return {
    method,
    path,
    query: '',
    headers: {},
    body: json === undefined ? null : { json: JSON.parse(JSON.stringify(json)) },
  }
}

/**
 * Returns a counter that `POST` increments; `relay` makes the counter of type Files increment twice, and then reads it.
 */
function counter(type: 'Files' | 'HL7' | 'X12', count = 0): RunningSimulator {
  const state = { count }
  const simulator: AnySimulator = {
    type,
    group: null,
    calls: [],
    dataset: null,
    records: [],
    headers: [],
    scenarioSteps: [],
    configSchema: {},
    seed: () => counter(type),
    noise: function* () {},
  }
  const answer = (json: unknown, effects: number[] = []) => ({
    response: { status: 200, headers: {}, body: { json: JSON.parse(JSON.stringify(json)) } },
    effects,
    events: [{ type: `${type}.asked`, data: null }],
  })
  return {
    simulator,
    fork: () => counter(type, state.count),
    handle: (_, { method, path }, { ask }: SimulatorContext) => {
      if (path === 'itself') return answer(ask?.(type, type, call('GET', '')))
      if (path === 'around') return answer(ask?.(type === 'HL7' ? 'Files' : 'HL7', '', call('GET', 'around')))
      if (path === 'onward') return answer(ask?.('HL7', 'HL7', call('POST', 'relay')), [1])
      if (path !== 'relay') return answer({ count: state.count, asks: ask !== undefined }, method === 'POST' ? [1] : [])
      const answers = ['POST', 'POST', 'GET'].map((verb) => ask?.('Files', 'Files', call(verb, ''))?.body)
      return answer({ answers, absent: ask?.('Fax', 'Fax', call('GET', '')) ?? null }, [1])
    },
    due: () => ({ effects: [], events: [] }),
    inject: () => ({ effects: [], events: [] }),
    apply: () => {
      state.count++
    },
    evidence: () => ({}),
  }
}

function makeSet(...running: readonly RunningSimulator[]): SimulatorSet {
  return new SimulatorSet(running.map((system) => ({ running: system })))
}

function openOn(base: SimulatorSet) {
  const { log } = createMemoryStore()
  const playground = new Playground({ id: 'pg', log, appendKey, now: () => 0, seed: 1, base, entries: [] })
  return Object.assign(playground, { logged: () => log.read('pg') })
}

it('lets a simulator call another, each time in the state after the previous call, \
and records the changes of the called one first', async () => {
  const base = makeSet(counter('Files'), counter('HL7'))
  const playground = openOn(base)
  const answer = await playground.call('HL7', 'HL7', call('POST', 'relay'), 'agent')
  const seen = (count: number) => ({ json: { count, asks: true } })
  expect(answer?.body).toEqual({ json: { answers: [seen(0), seen(1), seen(2)], absent: null } })
  const [entry] = await playground.logged()
  expect(entry?.effects.map(({ simulator }) => simulator)).toEqual(['Files', 'Files', 'HL7'])
  // The call that changed nothing has left no event.
  expect(entry?.events.map(({ simulator, type }) => [simulator, type])).toEqual([
    ['Files', 'Files.asked'],
    ['Files', 'Files.asked'],
    ['HL7', 'HL7.asked'],
  ])
  const after = await playground.call('Files', 'Files', call('GET', ''), 'agent')
  expect(after?.body).toEqual({ json: { count: 2, asks: true } })
  expect(replayLog(base, 1, await playground.logged())).toBe(null)
})

it('lets a called simulator call others, and records the changes from the innermost call outwards', async () => {
  const base = makeSet(counter('Files'), counter('HL7'), counter('X12'))
  const playground = openOn(base)
  await playground.call('X12', 'X12', call('POST', 'onward'), 'agent')
  const [entry] = await playground.logged()
  expect(entry?.effects.map(({ simulator }) => simulator)).toEqual(['Files', 'Files', 'HL7', 'X12'])
  expect(replayLog(base, 1, await playground.logged())).toBe(null)
})

it('rejects calls of a simulator to itself, directly or through others', async () => {
  const playground = openOn(makeSet(counter('HL7'), counter('Files')))
  await expect(playground.call('HL7', 'HL7', call('GET', 'itself'), 'agent')).rejects.toThrow(
    'HL7 must not call itself',
  )
  await expect(playground.call('HL7', 'HL7', call('GET', 'around'), 'agent')).rejects.toThrow(
    'HL7 must not call itself',
  )
})

it('replays a clearinghouse that calls the chart and the payer, to the last byte', async () => {
  const simulators = new Map(defaultSystems.map((simulator) => [simulator.type, simulator]))
  const base = buildBase(
    {
      id: 'blueprint',
      created_at: '2026-01-05T09:00:00.000Z',
      simulators: [
        { type: 'X12', config: {} },
        { type: 'FHIR', config: {} },
        { type: 'Payer', config: { default_determination: { status: 'approved', delay_seconds: 0 } } },
      ],
      datasets: [{ type: 'FHIR', config: { generator: { seed: 3, patients: 2 } } }],
    },
    simulators,
  )
  const ids = [...(base.evidence().fhir?.resources() ?? [])].flatMap(({ resource }) =>
    resource.resourceType === 'Patient' ? [String(resource.id)] : [],
  )
  const playground = openOn(base)
  const made: unknown[] = []
  for (const patient_id of ids) {
    const asked = { patient_id, procedure_code: '72148', diagnosis_codes: ['M54.16'], service_date: '2026-02-14' }
    for (const [path, json] of [
      ['eligibility', { patient_id }],
      ['authorizations', asked],
    ] as const) {
      const answer = await playground.call('X12', 'clearinghouse', call('POST', path, json), 'agent')
      made.push(answer?.body !== null && answer?.body !== undefined && 'json' in answer.body ? answer.body.json : null)
    }
  }
  expect(made).toHaveLength(4)
  for (const [index, json] of made.entries()) {
    expect(json).toMatchObject({ status: index % 2 === 0 ? expect.stringMatching(/active$/) : 'approved', errors: [] })
  }
  expect(replayLog(base, 1, await playground.logged())).toBe(null)
  const folded = foldLog(base, 1, await playground.logged()).final
  expect([folded.portal, folded.x12]).toEqual([playground.evidence().final.portal, playground.evidence().final.x12])
  expect(folded.portal?.prior_auth_requests).toHaveLength(2)
  // Reads of the chart by the clearinghouse leave no events.
  const events = playground.evidence().events.map(({ type }) => type)
  expect(events.filter((type) => type.startsWith('fhir.'))).toEqual([])
  expect(events.filter((type) => type === 'prior_auth.submitted')).toHaveLength(2)
})

it('lets a simulator call another in steps, including the steps of the called one, with the same result', () => {
  const slow = counter('Files')
  const inSteps: RunningSimulator = {
    ...slow,
    *handleInSteps(group, asked, context) {
      yield
      yield
      return slow.handle(group, asked, context)
    },
  }
  const context = entryContext({ seed: 1, seq: 1, at: '2026-03-02T08:00:00.000Z' }, 'answer')
  const open = () => openErrands(makeSet(inSteps, counter('HL7')), 'X12', context)
  const [stepwise, atOnce] = [open(), open()]
  const steps = stepwise.ask.inSteps('Files', 'Files', call('POST', ''))
  expect([steps.next().done, steps.next().done]).toEqual([false, false])
  expect(steps.next()).toEqual({ done: true, value: atOnce.ask('Files', 'Files', call('POST', '')) })
  expect(stepwise.effects).toEqual([{ simulator: 'Files', effect: 1 }])
  expect([stepwise.effects, stepwise.events]).toEqual([atOnce.effects, atOnce.events])
})

import { finish, type JsonObject, type Steps } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { fhirSimulator } from '../fhir/behaviour.js'
import type { Ask } from '../simulator.js'
import { askWith } from '../testing/ask-with.js'
import { beginning, contextAt } from '../testing/simulator-host.js'
import * as recorded from './recorded-members.js'

function on(day: string) {
  return { day, organization: undefined }
}

const today = on('2026-01-05')

function recordedMember(...about: Parameters<typeof recorded.recordedMember>) {
  return finish(recorded.recordedMember(...about))
}

function recordedPatient(...about: Parameters<typeof recorded.recordedPatient>) {
  return finish(recorded.recordedPatient(...about))
}

/** Access to a record of these resources; counts the requests. */
function record(resources: readonly JsonObject[]) {
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) }
  const state = fhirSimulator.seed({}, [{ type: 'FHIR', config: { bundle } }], contextAt(beginning))
  const asked: string[] = []
  const ask = askWith((type, group, call) => {
    asked.push(`${call.path}?${call.query}`)
    return type === 'FHIR' ? fhirSimulator.handle(state, group, call, contextAt(beginning)).response : undefined
  })
  return { ask, asked }
}

function patient(id: string, more: JsonObject = {}): JsonObject {
  return { resourceType: 'Patient', id, ...more }
}

function coverage(id: string, beneficiary: string, more: JsonObject): JsonObject {
  return {
    resourceType: 'Coverage',
    id,
    status: 'active',
    beneficiary: { reference: `Patient/${beneficiary}` },
    payor: [{ display: 'Plan' }],
    ...more,
  }
}

it('finds the member with a number on any page, and by an identifier without reading all', () => {
  const many = Array.from({ length: 1001 }, (_, index) => coverage(`c${index}`, 'p1', { subscriberId: `M-${index}` }))
  const { ask, asked } = record([
    patient('p1', { name: [{ family: 'Okafor', given: ['Ada'] }] }),
    ...many,
    coverage('d', 'p1', { identifier: [{ system: 'urn:x', value: 'I-1' }] }),
  ])
  for (const number of ['M-0', 'M-500', 'M-1000']) {
    expect(recordedMember(ask, number, today)?.subscriber).toEqual({
      lastName: 'Okafor',
      firstName: 'Ada',
      memberId: number,
    })
  }
  asked.length = 0
  expect(recordedMember(ask, 'I-1', today)?.subscriber.memberId).toBe('I-1')
  expect(asked).toEqual(['Coverage?identifier=I-1&_count=1000', 'Patient/p1?'])
  expect(recordedMember(ask, 'M-1001', today)).toBe(undefined)
})

it('finds a member by any number, and reads no Coverage of another', () => {
  const numbers = ['M-1', 'a,b', 'urn:x|y', '$7', 'back\\slash', 'M-1 ', 'ß&=?#%']
  const { ask, asked } = record([
    patient('p1'),
    ...numbers.map((subscriberId, index) => coverage(`c${index}`, 'p1', { subscriberId })),
    coverage('i', 'p1', { identifier: [{ value: 'x|1,2' }] }),
  ])
  for (const number of [...numbers, 'x|1,2'])
    expect(recordedMember(ask, number, today)?.subscriber.memberId).toBe(number)
  for (const number of ['a', 'b', 'y', 'm-1', 'x', '']) expect(recordedMember(ask, number, today)).toBe(undefined)
  expect(asked.filter((query) => query.startsWith('Coverage?_count'))).toEqual([])
})

it('selects the active policy, otherwise the last one', () => {
  const period = (start: string, end: string) => ({ period: { start, end } })
  const { ask } = record([
    patient('p1'),
    coverage('a', 'p1', { subscriberId: 'M1', ...period('2024-01-01', '2024-12-31') }),
    coverage('b', 'p1', { subscriberId: 'M2', ...period('2026-01-01', '2026-12-31') }),
    coverage('c', 'p1', { subscriberId: 'M3', status: 'cancelled' }),
    patient('p2'),
  ])
  const idOn = (when: string) => recordedPatient(ask, 'p1', on(when))?.insured?.subscriber.memberId
  expect([idOn('2024-06-01'), idOn(today.day), idOn('2030-01-01')]).toEqual(['M1', 'M2', 'M3'])
  expect(recordedPatient(ask, 'p1', { ...today, memberId: 'M1' })?.insured?.subscriber.memberId).toBe('M1')
  expect(recordedPatient(ask, 'p1', { ...today, memberId: 'M9' })?.insured).toBe(undefined)
  expect(recordedPatient(ask, 'p2', today)).toEqual({ person: { lastName: 'UNKNOWN' }, insured: undefined })
  expect(recordedPatient(ask, 'p3', today)).toBe(undefined)
})

it('reports what the beneficiary pays, and skips what it cannot read', () => {
  const cost = (code: string, value: JsonObject) => ({ type: { coding: [{ code }] }, ...value })
  const { ask } = record([
    patient('p1', { birthDate: '1980', gender: 'other', name: [{ text: 'Ada Okafor' }] }),
    coverage('a', 'p1', {
      subscriberId: 'M1',
      period: { start: '2026', end: '2026-12-31T23:59:59Z' },
      costToBeneficiary: [
        cost('deductible', { valueMoney: { value: 500, currency: 'USD' } }),
        cost('copaypct', { valueQuantity: { value: 20 } }),
        cost('maxoutofpocket', { valueMoney: { currency: 'USD' } }),
        cost('televisit', { valueMoney: { value: 1 } }),
        { valueMoney: { value: 2 } },
      ],
    }),
  ])
  expect(recordedMember(ask, 'M1', today)).toEqual({
    subscriber: { lastName: 'Ada Okafor', gender: 'unknown', memberId: 'M1' },
    policy: {
      inForce: true,
      end: '2026-12-31',
      shares: [
        { code: 'C', coverageLevel: 'IND', serviceTypes: ['30'], amount: 500 },
        { code: 'A', coverageLevel: 'IND', serviceTypes: ['30'], percent: 0.2 },
      ],
    },
    dependents: [],
  })
})

describe('dependents', () => {
  const ends = (end: string) => ({ period: { start: '2020-01-01', end } })
  const family = [
    patient('ada', { name: [{ family: 'Okafor', given: ['Ada'] }] }),
    patient('ben', { name: [{ family: 'Okafor', given: ['Ben'] }], birthDate: '2019-05-04' }),
    coverage('b', 'ben', { subscriberId: 'M1', subscriber: { reference: 'Patient/ada' }, ...ends('2025-12-31') }),
  ]
  const ada = { lastName: 'Okafor', firstName: 'Ada', memberId: 'M1' }
  const ben = { lastName: 'Okafor', firstName: 'Ben', birthDate: '2019-05-04' }

  it('are covered under the number of the subscriber, each by a policy of their own', () => {
    const own = coverage('a', 'ada', { subscriberId: 'M1', subscriber: { reference: 'Patient/ada' } })
    const { ask } = record([...family, own])
    const member = recordedMember(ask, 'M1', today)
    expect(member).toMatchObject({ subscriber: ada, policy: { inForce: true }, dependents: [{ person: ben }] })
    expect([member?.policy.end, member?.dependents[0]?.policy.end]).toEqual([undefined, '2025-12-31'])
    expect(recordedPatient(ask, 'ben', today)?.insured).toEqual({ subscriber: ada, dependent: ben })
    expect(recordedPatient(ask, 'ada', today)?.insured).toEqual({ subscriber: ada })
  })

  it('identify the subscriber if the record has no policy of theirs', () => {
    expect(recordedMember(record(family).ask, 'M1', today)).toMatchObject({ subscriber: ada, dependents: [{}] })
  })
})

it('ignores policies of other payers if the payer is known', () => {
  const payor = (id: string) => ({ payor: [{ reference: `Organization/${id}` }] })
  const { ask } = record([
    patient('p1'),
    coverage('a', 'p1', { subscriberId: 'M1', ...payor('other'), status: 'active' }),
    coverage('b', 'p1', { subscriberId: 'M2', ...payor('own'), status: 'cancelled' }),
  ])
  const own = { ...today, organization: 'Organization/own' }
  expect(recordedPatient(ask, 'p1', own)?.insured?.subscriber.memberId).toBe('M2')
  expect(recordedPatient(ask, 'p1', today)?.insured?.subscriber.memberId).toBe('M1')
  expect([recordedMember(ask, 'M1', own), recordedMember(ask, 'M2', own)?.policy.inForce]).toEqual([undefined, false])
})

it('reads a large record in steps, a page or a Coverage each', () => {
  const many = Array.from({ length: 2500 }, (_, n) => coverage(`c${n}`, 'p1', { subscriberId: `M-${n}` }))
  const { ask } = record([patient('p1'), ...many])
  const stepsOf = (steps: Steps<unknown>): number => {
    let count = 0
    while (steps.next().done !== true) count++
    return count
  }
  // A search for each of the places that have the number.
  expect(stepsOf(recorded.recordedMember(ask, 'unknown', today))).toBe(2)
  expect(stepsOf(recorded.recordedPatient(ask, 'p1', today))).toBe(3 + many.length)
})

it('lets other work in while the record searches, since the first search of a type reads all of its resources', () => {
  const { ask } = record([patient('p1'), coverage('c', 'p1', { subscriberId: 'M1' })])
  const slow: Ask = Object.assign((...asked: Parameters<Ask>) => ask(...asked), {
    *inSteps(...asked: Parameters<Ask>) {
      for (let step = 0; step < 30; step++) yield
      return ask(...asked)
    },
  })
  const steps = [...recorded.recordedMember(slow, 'M1', today)]
  expect(steps.length).toBeGreaterThanOrEqual(30)
})

/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { FhirError } from '../resource/fhir-error.js'
import type { FhirResource } from '../resource/fhir-resource.js'
import { FhirStore } from '../store/store.js'

const store = FhirStore.fromResources([
  {
    resourceType: 'Patient',
    id: 'ann',
    identifier: [{ system: 'http://example.org/mrn', value: '1|2' }],
    name: [{ family: "O'Néill", given: ['Ann', 'Béa'] }],
    birthDate: '1980-03-31',
    telecom: [
      { system: 'phone', value: '555-0100' },
      { system: 'email', value: 'ann@example.org' },
    ],
    active: true,
  },
  {
    resourceType: 'Patient',
    id: 'bob',
    name: [{ family: 'Stone', given: ['Bob'] }],
    birthDate: '1980-04',
    active: false,
  },
  { resourceType: 'Patient', id: 'cem', name: [{ text: 'Cem Stone-Ann' }] },
  {
    resourceType: 'Encounter',
    id: 'e1',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
    subject: { reference: 'Patient/ann' },
    period: { start: '2026-01-05T08:00:00Z', end: '2026-01-05T09:00:00Z' },
  },
  {
    resourceType: 'Encounter',
    id: 'e2',
    class: { code: 'IMP' },
    subject: { reference: 'Group/ann' },
    period: { start: '2026-01-06T08:00:00+01:00' },
    serviceProvider: { identifier: { system: 'http://example.org/org', value: 'x' } },
  },
])

function find(type: string, ...parameters: [string, string][]): readonly unknown[] {
  return store.search(type, parameters).matches.map((match) => match.resource.id)
}

describe('search', () => {
  it.each<[string, string, readonly string[]]>([
    ['name', 'ann', ['ann']],
    ['name', 'ANN oneill', ['ann']],
    ['name', "ann o'neill", ['ann']],
    ['name', 'o neill, ann bea', ['ann']],
    ['name', 'stone', ['bob']],
    ['name:contains', 'stone', ['bob', 'cem']],
    ['name:exact', 'Stone', ['bob']],
    ['name:exact', 'stone', []],
    ['family', "o'neill,stone", ['ann', 'bob']],
    ['identifier', 'http://example.org/mrn|1\\|2', ['ann']],
    ['identifier', '1\\|2', ['ann']],
    ['identifier', 'http://example.org/mrn|', ['ann']],
    ['identifier', '|1\\|2', []],
    ['phone', '555-0100', ['ann']],
    ['phone', 'ann@example.org', []],
    ['active', 'true', ['ann']],
    ['active:not', 'true', ['bob', 'cem']],
    ['active:missing', 'true', ['cem']],
    ['birthdate', '1980', ['ann', 'bob']],
    ['birthdate', '1980-04-01', []],
    ['birthdate', 'ne1980-03-31', ['bob']],
    ['birthdate', 'gt1980-03-31', ['bob']],
    ['birthdate', 'lt1980-04', ['ann']],
    ['birthdate', 'le1980-04', ['ann', 'bob']],
    ['birthdate', 'ap1980-03-30', ['ann']],
    ['_id', 'bob,ann,none', ['ann', 'bob']],
    ['_id:missing', 'false', ['ann', 'bob', 'cem']],
    ['_id:missing', 'true', []],
  ])('Patient?%s=%s', (name, value, ids) => {
    expect(find('Patient', [name, value])).toEqual(ids)
  })

  it.each<[string, string, readonly string[]]>([
    ['patient', 'ann', ['e1']],
    ['patient', 'Patient/ann', ['e1']],
    ['patient', 'Group/ann', []],
    ['subject', 'ann', ['e1', 'e2']],
    ['subject:Group', 'ann', ['e2']],
    ['service-provider:identifier', 'http://example.org/org|x', ['e2']],
    ['class', 'AMB', ['e1']],
    ['class', '|IMP', ['e2']],
    ['date', '2026-01-05', ['e1']],
    ['date', 'gt2026-01-05', ['e2']],
    ['date', 'sa2026-01-05', ['e2']],
    ['date', 'ge2026-01-05T08:30:00Z', ['e1', 'e2']],
    ['date', 'eb2026-01-06', ['e1']],
    ['date', 'ap2026-01-05', ['e1', 'e2']],
  ])('Encounter?%s=%s', (name, value, ids) => {
    expect(find('Encounter', [name, value])).toEqual(ids)
  })

  it('requires all of several parameters to match', () => {
    expect(find('Patient', ['family', 'stone'], ['active', 'false'], ['birthdate', '1980'])).toEqual(['bob'])
    expect(find('Patient', ['family', 'stone'], ['active', 'true'])).toEqual([])
  })

  it('does not miss a reference with only a display, unless it states another target type', () => {
    const observations = FhirStore.fromResources(
      Object.entries({
        display: { display: 'Ann' },
        identifier: { identifier: { value: '1' } },
        group: { type: 'Group', display: 'All' },
        none: undefined,
      }).map(([id, subject]) => ({ resourceType: 'Observation', id, ...(subject && { subject }) })),
    )
    const found = (name: string, value: string) =>
      observations.search('Observation', [[name, value]]).matches.map(({ resource }) => resource.id)
    expect(found('subject:missing', 'false')).toEqual(['display', 'identifier', 'group'])
    expect(found('subject:missing', 'true')).toEqual(['none'])
    expect(found('patient:missing', 'false')).toEqual(['display', 'identifier'])
    expect(found('patient:missing', 'true')).toEqual(['group', 'none'])
  })

  it('finds codes with non-ASCII spaces', () => {
    const code = '\u00a0x\u2003\u2003y'
    const observations = FhirStore.fromResources([
      { resourceType: 'Observation', id: 'a', code: { coding: [{ system: 'urn:s', code }] } },
      { resourceType: 'Observation', id: 'b', code: { coding: [{ system: 'urn:s', code: 'x  y' }] } },
    ])
    for (const value of [code, `urn:s|${code}`]) {
      expect(observations.search('Observation', [['code', value]]).matches).toMatchObject([{ resource: { id: 'a' } }])
    }
  })

  it('sorts periods and dates by their start in both directions', () => {
    const periods = {
      long: { start: '2026-01-01', end: '2026-12-31' },
      running: { start: '2026-02-01' },
      short: { start: '2026-03-02', end: '2026-03-03' },
      unbegun: { end: '2026-01-31' },
      none: undefined,
    }
    const encounters = FhirStore.fromResources([
      ...Object.entries(periods).map(([id, period]) => ({
        resourceType: 'Encounter',
        id,
        ...(period && { period }),
      })),
      { resourceType: 'Observation', id: 'month', effectiveDateTime: '2026-03' },
      { resourceType: 'Observation', id: 'day', effectiveDateTime: '2026-03-15' },
      { resourceType: 'Observation', id: 'timing', effectiveTiming: { event: ['2026-01-01', '2026-04-01'] } },
    ])
    const sorted = (type: string, sort: string) =>
      encounters.search(type, [['_sort', sort]]).matches.map(({ resource }) => resource.id)
    expect(sorted('Encounter', 'date')).toEqual(['unbegun', 'long', 'running', 'short', 'none'])
    expect(sorted('Encounter', '-date')).toEqual(['short', 'running', 'long', 'unbegun', 'none'])
    expect(sorted('Observation', 'date')).toEqual(['timing', 'month', 'day'])
    expect(sorted('Observation', '-date')).toEqual(['timing', 'day', 'month'])
  })

  it('sorts matches without a value last, and pages through the sorted matches', () => {
    expect(find('Patient', ['_sort', '-birthdate'])).toEqual(['bob', 'ann', 'cem'])
    expect(find('Patient', ['_sort', 'birthdate'])).toEqual(['ann', 'bob', 'cem'])
    const first = store.search('Patient', [
      ['_sort', '-birthdate'],
      ['_count', '2'],
    ])
    expect(first.total).toBe(3)
    const second = store.search('Patient', [
      ['_sort', '-birthdate'],
      ['_count', '2'],
      ['_after', first.next ?? ''],
    ])
    expect(second.matches.map((match) => match.resource.id)).toEqual(['cem'])
    expect(second.next).toBeUndefined()
  })

  it.each<[string, string, string]>([
    ['nmae', 'ann', 'Patient has no search parameter "nmae". Did you mean "name"? Supported: _id, _lastUpdated'],
    ['name:near', 'ann', 'has no modifier ":near". Supported: :missing, :exact, :contains.'],
    [
      'general-practitioner.nmae',
      'ann',
      'None of Organization, Practitioner, PractitionerRole has a search parameter "nmae".',
    ],
    ['birthdate', 'yesterday', 'expected a date such as 2026-03-31'],
    ['birthdate', '2026-02-30', 'expected a date'],
    ['name', '', 'expected a value'],
    ['_count', '-1', 'expected a whole number'],
    ['_sort', 'shoe', 'has no "shoe"'],
    ['_id:missing', 'yes', 'expected true or false'],
    ['_id:not', 'ann', 'has no modifier ":not". Supported: :missing.'],
    ['_after', 'x', '"next" link'],
  ])('rejects Patient?%s=%s', (name, value, message) => {
    expect(() => store.search('Patient', [[name, value]])).toThrow(FhirError)
    expect(() => store.search('Patient', [[name, value]])).toThrow(message)
  })

  it('accepts canonical URLs with or without a version', () => {
    const profiled = FhirStore.fromResources([
      { resourceType: 'Patient', id: 'a', meta: { profile: ['http://example.org/p|2'] } },
      { resourceType: 'Patient', id: 'b', meta: { profile: ['http://example.org/p'], source: 'http://example.org/s' } },
    ])
    const ids = (name: string, value: string) =>
      profiled.search('Patient', [[name, value]]).matches.map(({ resource }) => resource.id)
    expect(ids('_profile', 'http://example.org/p')).toEqual(['a', 'b'])
    expect(ids('_profile', 'http://example.org/p\\|2')).toEqual(['a'])
    expect(ids('_profile', 'http://example.org/p|2')).toEqual(['a'])
    expect(ids('_profile', 'http://example.org/p|3')).toEqual([])
    expect(ids('_source', 'http://example.org/s')).toEqual(['b'])
  })

  it('forgets the dates and texts of earlier versions', () => {
    const fork = store.fork()
    for (const [birthDate, family] of [
      ['1999-01-01', 'Stonewall'],
      ['1970-01-01', 'Wall'],
    ]) {
      fork.apply({
        op: 'put',
        resource: { resourceType: 'Patient', id: 'bob', birthDate: birthDate ?? '', name: [{ family: family ?? '' }] },
      })
      fork.search('Patient', [['family', 'stone']])
    }
    for (const prefix of ['gt', 'ge', 'sa']) {
      expect(fork.search('Patient', [['birthdate', `${prefix}1990`]])).toMatchObject({ total: 0, matches: [] })
    }
    for (const prefix of ['lt', 'le', 'eb']) {
      expect(fork.search('Patient', [['birthdate', `${prefix}1975`]])).toMatchObject({ total: 1 })
    }
    expect(fork.search('Patient', [['family', 'stone']]).total).toBe(0)
    expect(fork.search('Patient', [['family', 'wall']]).total).toBe(1)
  })

  it('rejects an unknown resource type', () => {
    expect(() => store.search('patient', [])).toThrow('Expected a resource type')
  })
})

/*
 * Oracles: written only for these resources, as a full scan, without an index and without code of the engine.
 */
const days = [
  '2025-12-31',
  '2026-01-01',
  '2026-01',
  '2026',
  '2026-01-01T10:00:00Z',
  '2026-01-01T23:30:00-01:00',
] as const
const spans: Readonly<Record<string, readonly [string, string]>> = {
  '2025-12-31': ['2025-12-31T00:00:00Z', '2026-01-01T00:00:00Z'],
  '2026-01-01': ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
  '2026-01': ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
  '2026': ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  '2026-01-01T10:00:00Z': ['2026-01-01T10:00:00Z', '2026-01-01T10:00:01Z'],
  '2026-01-01T23:30:00-01:00': ['2026-01-02T00:30:00Z', '2026-01-02T00:30:01Z'],
}
function parseSpan(day: string): readonly [number, number] {
  const [start = '', end = ''] = spans[day] ?? []
  return [Date.parse(start), Date.parse(end)]
}

const compare: Readonly<
  Record<string, (actual: readonly [number, number], wanted: readonly [number, number]) => boolean>
> = {
  eq: (a, w) => w[0] <= a[0] && a[1] <= w[1],
  ne: (a, w) => w[0] > a[0] || a[1] > w[1],
  gt: (a, w) => a[1] > w[1],
  lt: (a, w) => a[0] < w[0],
  ge: (a, w) => a[1] > w[1] || (w[0] <= a[0] && a[1] <= w[1]),
  le: (a, w) => a[0] < w[0] || (w[0] <= a[0] && a[1] <= w[1]),
  sa: (a, w) => a[0] >= w[1],
  eb: (a, w) => a[1] <= w[0],
}

interface Sample {
  readonly status: string
  readonly system: string
  readonly code: string
  readonly text: string
  readonly subject: string
  readonly day: (typeof days)[number]
}

const samples: fc.Arbitrary<Sample> = fc.record({
  status: fc.constantFrom('final', 'amended'),
  system: fc.constantFrom('', 'http://loinc.org', 'http://example.org'),
  code: fc.constantFrom('a', 'b', 'a|b'),
  text: fc.constantFrom('Ann', 'anna', 'Hannah', 'Bob'),
  subject: fc.constantFrom('Patient/1', 'Patient/2', 'Group/1', 'urn:uuid:1'),
  day: fc.constantFrom(...days),
})

function toResource(sample: Sample, id: string): FhirResource {
  return {
    resourceType: 'Observation',
    id,
    status: sample.status,
    code: { coding: [{ ...(sample.system === '' ? {} : { system: sample.system }), code: sample.code }] },
    subject: { reference: sample.subject },
    effectiveDateTime: sample.day,
    valueString: sample.text,
  }
}

const questions: fc.Arbitrary<readonly [string, string, (sample: Sample) => boolean]> = fc.oneof(
  fc
    .constantFrom('final', 'amended')
    .map((status) => ['status', status, (sample: Sample) => sample.status === status] as const),
  fc
    .constantFrom('a', 'b', 'a|b')
    .chain((code) =>
      fc.constantFrom(
        ['code', code.replace('|', '\\|'), (sample: Sample) => sample.code === code] as const,
        ['code:not', code.replace('|', '\\|'), (sample: Sample) => sample.code !== code] as const,
        [
          'code',
          `http://loinc.org|${code.replace('|', '\\|')}`,
          (sample: Sample) => sample.code === code && sample.system === 'http://loinc.org',
        ] as const,
        [
          'combo-code',
          `|${code.replace('|', '\\|')}`,
          (sample: Sample) => sample.code === code && sample.system === '',
        ] as const,
      ),
    ),
  fc
    .constantFrom('ann', 'HAN', 'b', 'x')
    .chain((part) =>
      fc.constantFrom(
        ['value-string', part, (sample: Sample) => sample.text.toLowerCase().startsWith(part.toLowerCase())] as const,
        [
          'value-string:contains',
          part,
          (sample: Sample) => sample.text.toLowerCase().includes(part.toLowerCase()),
        ] as const,
      ),
    ),
  fc
    .constantFrom('Ann', 'ann')
    .map((text) => ['value-string:exact', text, (sample: Sample) => sample.text === text] as const),
  fc.constantFrom(
    ['subject', 'Patient/1', (sample: Sample) => sample.subject === 'Patient/1'] as const,
    ['subject', '1', (sample: Sample) => sample.subject === 'Patient/1' || sample.subject === 'Group/1'] as const,
    ['subject:Group', '1', (sample: Sample) => sample.subject === 'Group/1'] as const,
    ['patient', '1,2', (sample: Sample) => sample.subject.startsWith('Patient/')] as const,
    ['subject', 'urn:uuid:1', (sample: Sample) => sample.subject === 'urn:uuid:1'] as const,
  ),
  fc
    .tuple(fc.constantFrom(...Object.keys(compare)), fc.constantFrom(...days))
    .map(
      ([prefix, day]) =>
        [
          'date',
          prefix === 'eq' ? day : prefix + day,
          (sample: Sample) => compare[prefix]?.(parseSpan(sample.day), parseSpan(day)) ?? false,
        ] as const,
    ),
)

const runs = 60 * inject('scale')

describe('search, compared with a full scan', () => {
  it('finds the same, on a base and on a fork with changes, in the same order', () => {
    fc.assert(
      fc.property(
        fc.array(samples, { maxLength: 6 }),
        fc.array(fc.tuple(fc.nat({ max: 7 }), fc.option(samples)), { maxLength: 12 }),
        fc.array(questions, { minLength: 1, maxLength: 3 }),
        (seeded, changes, asked) => {
          const model = new Map(seeded.map((sample, index) => [`o${index}`, sample]))
          const fork = FhirStore.fromResources(seeded.map((sample, index) => toResource(sample, `o${index}`))).fork()
          const check = (): void => {
            const wanted = [...model]
              .filter(([, sample]) => asked.every(([, , test]) => test(sample)))
              .map(([id]) => id)
            const found = fork.search(
              'Observation',
              asked.map(([name, value]) => [name, value] as const),
            )
            expect(found.matches.map((match) => match.resource.id)).toEqual(wanted)
            expect(found.total).toBe(wanted.length)
          }
          check()
          for (const [place, sample] of changes) {
            const id = `o${place}`
            if (sample === null) {
              model.delete(id)
              fork.apply({ op: 'delete', resourceType: 'Observation', id, version: 2, at: '2026-01-05T09:00:00Z' })
            } else {
              model.set(id, sample)
              fork.apply({ op: 'put', resource: toResource(sample, id) })
            }
            check()
          }
        },
      ),
      { numRuns: runs },
    )
  })

  it('paging returns every resource that existed throughout exactly once, under inserts and deletes', () => {
    fc.assert(
      fc.property(
        fc.array(samples, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat({ max: 19 }), { maxLength: 6 }),
        fc.constantFrom(undefined, 'status', '-date', 'value-string,-status'),
        (seeded, count, deletions, sort) => {
          const walked = FhirStore.fromResources(seeded.map((sample, index) => toResource(sample, `o${index}`))).fork()
          const kept = new Set(seeded.map((_, index) => `o${index}`))
          const seen: string[] = []
          let after: string | undefined
          do {
            const page = walked.search('Observation', [
              ['_count', String(count)],
              ...(sort === undefined ? [] : [['_sort', sort] as const]),
              ...(after === undefined ? [] : [['_after', after] as const]),
            ])
            seen.push(...page.matches.map((match) => String(match.resource.id)))
            expect(page.matches.length).toBeLessThanOrEqual(count)
            after = page.next
            const gone = deletions.pop()
            if (gone !== undefined) {
              kept.delete(`o${gone}`)
              walked.apply({
                op: 'delete',
                resourceType: 'Observation',
                id: `o${gone}`,
                version: 2,
                at: '2026-01-05T09:00:00Z',
              })
              const first = seeded[0]
              if (first !== undefined)
                walked.apply({ op: 'put', resource: toResource(first, `new${deletions.length}`) })
            }
          } while (after !== undefined)
          expect(new Set(seen).size).toBe(seen.length)
          for (const id of kept) expect(seen).toContain(id)
        },
      ),
      { numRuns: runs },
    )
  })
})

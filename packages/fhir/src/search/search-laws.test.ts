/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { FhirStore } from '../store/store.js'
import { SearchEffort } from './matches/search-effort.js'

/*
 * Whatever is searched for, sorted by and left out, a search finds what a scan finds: on a base, on forks of it and
 * after changes, page by page. The scan is written only for these resources, without code of the engine.
 */

const day = 86_400_000
const begin = Date.UTC(2026, 0, 1)

/** When something happened, in days and not later than its end; a missing side is open. */
interface Span {
  readonly from: number | undefined
  readonly to: number | undefined
}

interface Sample {
  readonly status: string | undefined
  readonly code: string
  readonly system: string
  readonly patient: number
  /** A date, a period, or several dates. */
  readonly when: { readonly kind: 'day' | 'period' | 'events'; readonly spans: readonly Span[] } | undefined
  readonly value: number | undefined
  readonly updated: number
}

const days = fc.integer({ min: 0, max: 40 })
const spans = fc
  .record({ from: days, length: fc.integer({ min: 0, max: 20 }), open: fc.constantFrom('no', 'no', 'start', 'end') })
  .map(({ from, length, open }): Span => {
    return { from: open === 'start' ? undefined : from, to: open === 'end' ? undefined : from + length }
  })
const samples: fc.Arbitrary<Sample> = fc.record({
  status: fc.constantFrom(undefined, 'final', 'final', 'final', 'amended'),
  code: fc.constantFrom('a', 'b', 'c'),
  system: fc.constantFrom('urn:s', 'urn:t'),
  patient: fc.nat({ max: 3 }),
  when: fc.oneof(
    fc.constant(undefined),
    { arbitrary: days.map((at) => ({ kind: 'day' as const, spans: [{ from: at, to: at }] })), weight: 4 },
    spans.map((span) => ({ kind: 'period' as const, spans: [span] })),
    fc.array(days, { minLength: 1, maxLength: 3 }).map((list) => {
      return { kind: 'events' as const, spans: list.map((at) => ({ from: at, to: at })) }
    }),
  ),
  value: fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined }),
  updated: days,
})
/** If no resource has several dates, a search may begin in the middle of an order by date. */
const singleSamples = samples.filter(({ when }) => when?.kind !== 'events')

function formatDate(at: number): string {
  return new Date(begin + at * day).toISOString().slice(0, 10)
}

function toResource({ status, code, system, patient, when, value, updated }: Sample, id: string): FhirResource {
  const [first] = when?.spans ?? []
  return {
    resourceType: 'Observation',
    id,
    meta: { lastUpdated: `${formatDate(updated)}T00:00:00Z` },
    ...(status && { status }),
    code: { coding: [{ system, code }] },
    subject: { reference: `Patient/${patient}` },
    ...(when?.kind === 'day' && { effectiveDateTime: formatDate(first?.from ?? 0) }),
    ...(when?.kind === 'events' && {
      effectiveTiming: { event: when.spans.map(({ from = 0 }) => formatDate(from)) },
    }),
    ...(when?.kind === 'period' && {
      effectivePeriod: {
        ...(first?.from !== undefined && { start: formatDate(first.from) }),
        ...(first?.to !== undefined && { end: formatDate(first.to) }),
      },
    }),
    ...(value !== undefined && { valueQuantity: { value, code: 'mg', system: 'urn:units' } }),
  }
}

/** Converts a span to half-open form: `to` is the day after its last day, and a missing end is infinite. */
function listDays({ from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Span) {
  return { from, to: to + 1 }
}

const compare: Readonly<Record<string, (from: number, to: number, at: number) => boolean>> = {
  eq: (from, to, at) => from >= at && to <= at + 1,
  ne: (from, to, at) => from < at || to > at + 1,
  gt: (_, to, at) => to > at + 1,
  lt: (from, _, at) => from < at,
  ge: (from, to, at) => to > at + 1 || (from >= at && to <= at + 1),
  le: (from, to, at) => from < at || (from >= at && to <= at + 1),
  sa: (from, _, at) => from >= at + 1,
  eb: (_, to, at) => to <= at,
  ap: (from, to, at) => from < at + 2 && to > at - 1,
}

interface Question {
  readonly parameter: readonly [string, string]
  readonly test: (sample: Sample) => boolean
}

function ask(name: string, value: string, test: Question['test']): Question {
  return { parameter: [name, value], test }
}

const prefixes = fc.constantFrom(...Object.keys(compare))
const numberTests: Readonly<Record<string, (value: number, wanted: number) => boolean>> = {
  gt: (value, wanted) => value > wanted,
  ge: (value, wanted) => value >= wanted,
  lt: (value, wanted) => value < wanted,
  le: (value, wanted) => value <= wanted,
  eq: (value, wanted) => value === wanted,
  ne: (value, wanted) => value !== wanted,
}
const dateQuestions = fc.tuple(prefixes, days).map(([prefix, at]) =>
  ask('date', prefix + formatDate(at), ({ when }) =>
    (when?.spans ?? []).some((span) => {
      const { from, to } = listDays(span)
      return compare[prefix]?.(from, to, at) ?? false
    }),
  ),
)
const questions: fc.Arbitrary<Question> = fc.oneof(
  { arbitrary: dateQuestions, weight: 4 },
  fc
    .tuple(fc.constantFrom('ge', 'lt'), days)
    .map(([prefix, at]) =>
      ask('_lastUpdated', `${prefix}${formatDate(at)}`, ({ updated }) =>
        prefix === 'ge' ? updated >= at : updated < at,
      ),
    ),
  fc
    .tuple(fc.constantFrom(...Object.keys(numberTests)), fc.integer({ min: -6, max: 6 }), fc.boolean())
    .map(([prefix, wanted, united]) =>
      ask('value-quantity', `${prefix}${wanted}${united ? '|urn:units|mg' : ''}`, ({ value }) => {
        return value !== undefined && (numberTests[prefix]?.(value, wanted) ?? false)
      }),
    ),
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ask('status', 'final', ({ status }) => status === 'final'),
      ask('status:not', 'final', ({ status }) => status !== 'final'),
      ask('status:not', 'amended', ({ status }) => status !== 'amended'),
      ask('status:missing', 'true', ({ status }) => status === undefined),
      ask('date:missing', 'false', ({ when }) => when !== undefined),
      ask('value-quantity:missing', 'true', ({ value }) => value === undefined),
      ask('code', 'urn:s|', ({ system }) => system === 'urn:s'),
      ask('code', 'urn:t|a,b', ({ system, code }) => code === 'b' || (code === 'a' && system === 'urn:t')),
      ask('code:not', 'a,b', ({ code }) => code === 'c'),
      ask('patient', 'Patient/1', ({ patient }) => patient === 1),
      ask('code-value-quantity', 'a$ge0', ({ code, value }) => code === 'a' && value !== undefined && value >= 0),
      ask('date', `${formatDate(3)},gt${formatDate(30)}`, ({ when }) =>
        (when?.spans ?? []).map(listDays).some(({ from, to }) => (from >= 3 && to <= 4) || to > 31),
      ),
    ),
  },
)

type Value = number | string | undefined

function listStarts({ when }: Sample): readonly number[] {
  return (when?.spans ?? []).map((span) => listDays(span).from)
}

/** Each key as the value in ascending, and the one in descending order. */
const sortKeys: Readonly<Record<string, readonly [(sample: Sample) => Value, (sample: Sample) => Value]>> = {
  date: [
    (sample) => (sample.when === undefined ? undefined : Math.min(...listStarts(sample))),
    (sample) => (sample.when === undefined ? undefined : Math.max(...listStarts(sample))),
  ],
  _lastUpdated: [({ updated }) => updated, ({ updated }) => updated],
  status: [({ status }) => status, ({ status }) => status],
  'value-quantity': [({ value }) => value, ({ value }) => value],
}
const sorts = fc.constantFrom(
  ...['', '', 'date', '-date', '-date', '_lastUpdated', '-_lastUpdated', 'status,-date', '-status,_lastUpdated'],
  ...['-value-quantity', 'value-quantity,date'],
)

/** Returns the ids of those that match, in the order of the sort. `model` is in creation order. */
function scan(model: ReadonlyMap<string, Sample>, asked: readonly Question[], sort: string): readonly string[] {
  const found = [...model].filter(([, sample]) => asked.every(({ test }) => test(sample)))
  const keys = sort === '' ? [] : sort.split(',')
  return found
    .sort(([, left], [, right]) => {
      for (const key of keys) {
        const descending = key.startsWith('-')
        const value = sortKeys[descending ? key.slice(1) : key]?.[descending ? 1 : 0] ?? (() => undefined)
        const [one, other] = [value(left), value(right)]
        if (one === other) continue
        if (one === undefined) return 1
        if (other === undefined) return -1
        return one < other === descending ? 1 : -1
      }
      return 0
    })
    .map(([id]) => id)
}

/** Returns the ids on all pages, and the total of the first. */
function readPages(
  store: FhirStore,
  asked: readonly Question[],
  sort: string,
  count: number,
  total: boolean,
  most = Number.POSITIVE_INFINITY,
) {
  const ids: string[] = []
  let first: number | undefined
  let after: string | undefined
  do {
    const page = store.search('Observation', [
      ...asked.map(({ parameter }) => parameter),
      ...(sort === '' ? [] : [['_sort', sort] as const]),
      ...(total ? [] : [['_total', 'none'] as const]),
      ['_count', String(count)],
      ...(after === undefined ? [] : [['_after', after] as const]),
    ])
    if (after === undefined) first = page.total
    expect(page.matches.length).toBeLessThanOrEqual(count)
    ids.push(...page.matches.map(({ resource }) => String(resource.id)))
    after = page.next
  } while (after !== undefined && ids.length < most)
  return { ids, total: first }
}

const deleted = { op: 'delete', resourceType: 'Observation', version: 2, at: '2026-01-05T09:00:00Z' } as const

const searches = fc.record({
  asked: fc.array(questions, { maxLength: 3 }),
  sort: sorts,
  count: fc.integer({ min: 1, max: 4 }),
  total: fc.boolean(),
})

describe('any search finds what a scan finds', () => {
  it.each([
    ['with several dates', samples],
    ['with one date each', singleSamples],
  ])('%s: page by page, on forks and after changes', (_, arbitrary) => {
    fc.assert(
      fc.property(
        fc.array(arbitrary, { minLength: 20, maxLength: 60 }),
        // Some are changed again and again.
        fc.array(fc.tuple(fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 70 })), fc.option(arbitrary)), { maxLength: 8 }),
        fc.array(searches, { minLength: 3, maxLength: 3 }),
        (seeded, changes, asked) => {
          const base = FhirStore.fromResources(seeded.map((sample, index) => toResource(sample, `o${index}`)))
          const seed = new Map(seeded.map((sample, index) => [`o${index}`, sample]))
          const check = (store: FhirStore, model: ReadonlyMap<string, Sample>): void => {
            for (const { asked: list, sort, count, total } of asked) {
              const wanted = scan(model, list, sort)
              const found = readPages(store, list, sort, count, total)
              expect(found).toEqual({ ids: wanted, total: total ? wanted.length : undefined })
            }
          }
          check(base, seed)
          const fork = base.fork()
          const model = new Map(seed)
          for (const [place, sample] of changes) {
            const id = `o${place}`
            if (sample === null) {
              model.delete(id)
              fork.apply({ ...deleted, id })
            } else {
              model.set(id, sample)
              fork.apply({ op: 'put', resource: toResource(sample, id) })
            }
            check(fork, model)
          }
          check(fork.fork(), model)
          check(base, seed)
        },
      ),
      { numRuns: 2 * inject('scale') },
    )
  })

  it('when there are many candidates', () => {
    fc.assert(
      fc.property(
        fc.array(samples, { minLength: 20, maxLength: 30 }),
        fc.array(questions, { minLength: 2, maxLength: 3 }),
        sorts,
        (drawn, asked, sort) => {
          const many = Array.from({ length: 400 }, (_, index) => drawn[(index * index) % drawn.length]).filter(
            (sample) => sample !== undefined,
          )
          const store = FhirStore.fromResources(many.map((sample, index) => toResource(sample, `o${index}`)))
          const wanted = scan(new Map(many.map((sample, index) => [`o${index}`, sample])), asked, sort)
          expect(readPages(store, asked, sort, 100, true)).toEqual({ ids: wanted, total: wanted.length })
          const [id = ''] = wanted
          const [first] = readPages(store, asked, sort, 1, false, 1).ids
          expect(first ?? '').toBe(id)
          // So many changes are counted by an index of their own.
          const fork = store.fork()
          const changed = many.map((sample, index) => (index % 9 === 0 ? (many[index + 1] ?? sample) : sample))
          for (const [index, sample] of changed.entries()) {
            if (index % 9 === 0) fork.apply({ op: 'put', resource: toResource(sample, `o${index}`) })
          }
          for (const list of [asked, asked.slice(1, 2)]) {
            const now = scan(new Map(changed.map((sample, index) => [`o${index}`, sample])), list, sort)
            expect(readPages(fork, list, sort, 100, true)).toEqual({ ids: now, total: now.length })
          }
        },
      ),
      { numRuns: inject('scale') },
    )
  })
})

describe('in records that changed much', () => {
  const size = 90
  /** A stretch of the record is written again as it was, written as something else, or deleted. */
  const stretches = fc.record({
    from: fc.nat({ max: size - 1 }),
    length: fc.constantFrom(5, 20, 40, size),
    kind: fc.constantFrom('same', 'other', 'deleted'),
  })

  const ofPatient = ask('patient', 'Patient/1', ({ patient }) => patient === 1)
  const isFinal = ask('status', 'final', ({ status }) => status === 'final')

  it('any search of a fork finds what a scan finds, page by page, also after more changes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ arbitrary: singleSamples, weight: 3 }, samples), { minLength: 10, maxLength: 20 }),
        fc.array(stretches, { minLength: 2, maxLength: 4 }),
        fc.array(searches, { minLength: 3, maxLength: 3 }),
        (drawn, changes, given) => {
          const asked = [
            ...given,
            { asked: [], sort: '-_lastUpdated', count: 4, total: true },
            { asked: [ofPatient], sort: '', count: 1, total: false },
            { asked: [isFinal], sort: '', count: 2, total: false },
          ]
          const draw = (place: number): Sample => drawn[(place * place) % drawn.length] as Sample
          const seed = new Map(Array.from({ length: size }, (_, index) => [`o${index}`, draw(index)]))
          const base = FhirStore.fromResources([...seed].map(([id, sample]) => toResource(sample, id)))
          const check = (store: FhirStore, model: ReadonlyMap<string, Sample>): void => {
            for (const { asked: list, sort, count, total } of asked) {
              const wanted = scan(model, list, sort)
              const found = readPages(store, list, sort, 10 * count, total)
              expect(found).toEqual({ ids: wanted, total: total ? wanted.length : undefined })
            }
          }
          check(base, seed)
          const fork = base.fork()
          const model = new Map(seed)
          for (const { from, length, kind } of changes) {
            for (let place = from; place < Math.min(size, from + length); place++) {
              const id = `o${place}`
              const sample = kind === 'same' ? model.get(id) : draw(place + 1)
              // A resource that is written again after its deletion is new.
              if (kind !== 'deleted' && sample !== undefined && model.has(id)) {
                model.set(id, sample)
                fork.apply({ op: 'put', resource: toResource(sample, id) })
              } else if (kind === 'deleted' && model.delete(id)) fork.apply({ ...deleted, id })
            }
            check(fork, model)
            check(base, seed)
          }
          check(fork.fork(), model)
        },
      ),
      { numRuns: 4 * inject('scale') },
    )
  })

  it('the indexes of a record that is written and searched in turn are up to date', () => {
    const rare = fc.tuple(samples, fc.constantFrom('amended', 'final')).map(([sample, status]): Sample => {
      return { ...sample, status, code: 'a', system: 'urn:s' }
    })
    const common = [isFinal, ask('code', 'a', ({ code }) => code === 'a'), ofPatient]
    fc.assert(
      fc.property(
        fc.array(rare, { minLength: 40, maxLength: 40 }),
        fc.array(fc.tuple(fc.nat({ max: 2 }), fc.option(rare)), { minLength: 6, maxLength: 10 }),
        fc.array(dateQuestions, { minLength: 2, maxLength: 2 }),
        (drawn, changes, dates) => {
          const asked = [...dates.flatMap((date) => common.map((one) => [one, date])), common.slice(0, 2)]
          const store = FhirStore.fromResources([])
          const model = new Map<string, Sample>()
          const put = (id: string, sample: Sample): void => {
            model.set(id, sample)
            store.apply({ op: 'put', resource: toResource(sample, id) })
          }
          for (const [index, sample] of drawn.entries())
            put(`o${index}`, index < 38 ? { ...sample, status: 'final' } : sample)
          for (const [place, sample] of changes) {
            const id = `o${place}`
            if (sample !== null) put(id, sample)
            else if (model.delete(id)) store.apply({ ...deleted, id })
            for (const list of asked) {
              const wanted = scan(model, list, '-date')
              expect(readPages(store, list, '-date', 10, true)).toEqual({ ids: wanted, total: wanted.length })
            }
          }
        },
      ),
      { numRuns: 5 * inject('scale') },
    )
  })
})

describe('a total is what a scan counts', () => {
  const common = fc.constantFrom(
    ask('status', 'final', ({ status }) => status === 'final'),
    ask('status:not', 'amended', ({ status }) => status !== 'amended'),
    ask('status:missing', 'false', ({ status }) => status !== undefined),
    ask('code', 'urn:s|', ({ system }) => system === 'urn:s'),
    ask('code:not', 'b', ({ code }) => code !== 'b'),
    ask('code', 'a,b', ({ code }) => code !== 'c'),
  )
  const size = 600
  const places = (maxLength: number, minLength = 0) => {
    return fc.uniqueArray(fc.nat({ max: size - 1 }), { minLength, maxLength })
  }
  /** Some fail one condition, some several. */
  const rareSamples = fc.tuple(samples, fc.boolean()).map(([sample, isOther]): Sample => {
    return isOther ? { ...sample, status: 'amended', code: 'b', system: 'urn:t' } : sample
  })

  it('where almost all resources satisfy conditions, on forks with few and many changes', () => {
    fc.assert(
      fc.property(
        fc.array(samples, { minLength: 20, maxLength: 30 }),
        fc.array(rareSamples, { minLength: 5, maxLength: 5 }),
        places(12, 4),
        fc.tuple(fc.oneof(questions, common), common, fc.option(common)),
        fc.oneof(places(8), places(40, 20)),
        (drawn, rare, rareAt, [first, second, third], changed) => {
          const many = Array.from({ length: size }, (_, index): Sample => {
            const sample = drawn[(index * index) % drawn.length] as Sample
            return { ...sample, status: 'final', code: 'a', system: 'urn:s' }
          })
          for (const place of rareAt) many[place] = rare[place % rare.length] as Sample
          const asked = third === null ? [first, second] : [first, second, third]
          const check = (store: FhirStore, model: readonly Sample[]): void => {
            const parameters = asked.map(({ parameter }) => parameter)
            const wanted = model.filter((sample) => asked.every(({ test }) => test(sample))).length
            expect(store.search('Observation', [...parameters, ['_summary', 'count']]).total).toBe(wanted)
            expect(store.search('Observation', [...parameters, ['_count', '2']]).total).toBe(wanted)
          }
          const store = FhirStore.fromResources(many.map((sample, index) => toResource(sample, `o${index}`)))
          check(store, many)
          const fork = store.fork()
          const now = [...many]
          for (const place of [...changed, ...rareAt.slice(0, changed.length)]) {
            const sample = drawn[place % drawn.length] as Sample
            now[place] = sample
            fork.apply({ op: 'put', resource: toResource(sample, `o${place}`) })
          }
          check(fork, now)
          check(store, many)
        },
      ),
      { numRuns: 15 * inject('scale') },
    )
  })
})

describe('a search examines little beyond what it returns', () => {
  const numbered = Array.from({ length: 500 }, (_, value) => {
    const time = begin + value * day
    return {
      resourceType: 'Observation',
      id: `o${value}`,
      status: value % 100 === 7 ? 'amended' : 'final',
      effectiveDateTime: new Date(time).toISOString(),
      valueQuantity: { value, code: 'mg' },
    }
  })
  const store = FhirStore.fromResources(numbered)

  it.each([
    [`date=ge${formatDate(200)}&date=lt${formatDate(203)}`, [200, 201, 202], 3],
    [`date=lt${formatDate(200)}&_sort=-date&_count=2`, [199, 198], 200],
    ['_sort=-date&_count=2', [499, 498], 500],
    ['status=final&_sort=date&_count=2', [0, 1], 495],
    ['status:not=final', [7, 107, 207, 307, 407], 5],
    [`status=final&date=lt${formatDate(400)}&_count=2`, [0, 1], 396],
    ['value-quantity=ge250&value-quantity=lt252', [250, 251], 2],
  ])('finds %s', (query, values, total) => {
    const parameters = query.split('&').map((one) => one.split(/=(.*)/).slice(0, 2) as [string, string])
    const found = store.trial(new SearchEffort(40)).search('Observation', [['_count', '10'], ...parameters])
    expect(found).toMatchObject({ matches: values.map((value) => ({ resource: { id: `o${value}` } })), total })
  })

  it('finds the first match also at the end of the order', () => {
    const { matches } = store.search('Observation', [
      ['value-quantity', 'ge470'],
      ['_sort', 'value-quantity'],
      ['_count', '1'],
    ])
    expect(matches).toMatchObject([{ resource: { id: 'o470' } }])
  })
})

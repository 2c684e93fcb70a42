/// <reference types="node" />
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'
import { generateRecord } from '@carebench/systems/patients'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../../packages/fhir/src/resource/fhir-resource.js'
import { listSearchParameters, type SearchKind } from '../../packages/fhir/src/search/parameters/search-parameters.js'
import { FhirStore } from '../../packages/fhir/src/store/store.js'
import { rewriteReferences } from '../../packages/fhir/src/validation/rewrite-references.js'

const folder = process.env.CAREBENCH_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))
const present = existsSync(`${folder}/fhir/synthea-transaction.json`)

/** The resources of a Synthea bundle, their references as a server would have written them. */
function synthea(name: string): readonly FhirResource[] {
  const bundle: { entry: { fullUrl: string; resource: FhirResource }[] } = JSON.parse(
    readFileSync(`${folder}/fhir/${name}.json`, 'utf8'),
  )
  const places = new Map(
    bundle.entry.map(({ fullUrl, resource }) => [fullUrl, `${resource.resourceType}/${resource.id}`]),
  )
  return bundle.entry.map(({ resource }) => rewriteReferences(resource, (reference) => places.get(reference)))
}

/** A value to search for, and whether an element has it. */
type Question = readonly [value: string, holds: (element: JsonValue) => boolean]

function escapeValue(text: string): string {
  return text.replaceAll(/[\\,|$]/g, (character) => `\\${character}`)
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined
}

function listCodings(element: JsonValue): readonly JsonObject[] {
  const list = member(element, 'coding') ?? [element]
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

function readCode(coding: JsonObject): JsonValue | undefined {
  return coding.code ?? coding.value
}

/** The units of these records that can be converted, by what they measure. */
const families: readonly Readonly<Record<string, number>>[] = [
  { '%': 0.01, 'mg/g': 0.001 },
  { kg: 1000, pg: 1e-12 },
  { mL: 1e-3, fL: 1e-15 },
  { 'g/dL': 10, 'mg/dL': 0.01, 'ng/mL': 1e-6, 'pg/mL': 1e-9 },
  { '10*3/uL': 1e9, '10*6/uL': 1e12 },
  { '/min': 525_960, '/a': 1 },
]
function readUnit(code: string): readonly [unknown, number] {
  const family = families.find((each) => Object.hasOwn(each, code))
  return family === undefined ? [code, 1] : [family, family[code] ?? 1]
}

/** The queries possible for an element, by the kind of its parameter. */
const questionsOf: Readonly<Record<SearchKind, (element: JsonValue) => readonly Question[]>> = {
  token: (element) => {
    if (!isJsonObject(element)) return [[escapeValue(String(element)), (other) => other === element]]
    return listCodings(element).flatMap((coding): readonly Question[] => {
      const code = readCode(coding)
      if (typeof code !== 'string') return []
      const same = (other: JsonValue, test: (each: JsonObject) => boolean) => listCodings(other).some(test)
      const system = typeof coding.system === 'string' ? coding.system : ''
      return [
        [escapeValue(code), (other) => other === code || same(other, (each) => readCode(each) === code)],
        [
          `${escapeValue(system)}|${escapeValue(code)}`,
          (other) => same(other, (each) => readCode(each) === code && (each.system ?? '') === system),
        ],
      ]
    })
  },
  reference: (element) => {
    const reference = typeof element === 'string' ? element : member(element, 'reference')
    return typeof reference === 'string' && !reference.includes('?')
      ? [
          [
            escapeValue(reference),
            (other) => (typeof other === 'string' ? other : member(other, 'reference')) === reference,
          ],
        ]
      : []
  },
  uri: (element) => (typeof element === 'string' ? [[escapeValue(element), (other) => other === element]] : []),
  string: (element) =>
    typeof element === 'string' && /^[A-Za-z0-9 ]+$/.test(element)
      ? [[element.toUpperCase(), (other) => typeof other === 'string' && startsWithWords(other, element)]]
      : [],
  date: (element) => {
    const start = typeof element === 'string' ? element : member(element, 'start')
    if (typeof start !== 'string' || Number.isNaN(Date.parse(start))) return []
    const day = new Date(start).toISOString().slice(0, 10)
    return [[`sa${day}`, (other) => readStart(other) >= Date.parse(day) + 86_400_000]]
  },
  number: (element) => (typeof element === 'number' ? [[`ge${element}`, (other) => Number(other) >= element]] : []),
  quantity: (element) => {
    const { value, system, code } = isJsonObject(element) ? element : {}
    if (typeof value !== 'number' || typeof system !== 'string' || typeof code !== 'string') return []
    return ['gt', 'le'].map(
      (prefix): Question => [
        `${prefix}${value}|${system}|${escapeValue(code)}`,
        (other) => {
          if (!isJsonObject(other) || typeof other.value !== 'number' || other.system !== system) return false
          const [family, factor] = readUnit(code)
          const [otherFamily, otherFactor] = readUnit(String(other.code))
          if (family !== otherFamily) return false
          // Numbers in the same unit are compared directly, without rounding errors from a multiplication.
          const [left, right] =
            factor === otherFactor ? [other.value, value] : [other.value * otherFactor, value * factor]
          return prefix === 'gt' ? left > right : left <= right
        },
      ],
    )
  },
  composite: () => [],
}

function startsWithWords(text: string, words: string): boolean {
  const plain = (each: string) =>
    each
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim()
  return plain(text).startsWith(plain(words))
}

function readStart(element: JsonValue): number {
  const start = typeof element === 'string' ? element : member(element, 'start')
  return typeof start === 'string' ? Date.parse(start) : Number.NaN
}

/** Maximum values of a parameter that are queried. */
const valuesAtMost = 25

describe.each([
  ['a generated record', true],
  ['synthea-bundle-patient', present],
  ['synthea-transaction', present],
])(
  `${present ? '%s' : '%s (Synthea skipped: no data; set CAREBENCH_DATA to a folder with fhir/synthea-*.json)'}`,
  (name, runs) => {
    it.skipIf(!runs)('finds the same as a full scan for each parameter', () => {
      const resources = name.startsWith('synthea')
        ? synthea(name)
        : generateRecord({ seed: 3, patients: 6, now: '2026-01-15T12:00:00Z' })
      const store = FhirStore.fromResources(resources)
      const asked = new Map<SearchKind, number>()
      for (const type of new Set(resources.map(({ resourceType }) => resourceType))) {
        const all = resources.filter(({ resourceType }) => resourceType === type)
        for (const { code, kind, path, targets } of listSearchParameters(type)) {
          const questions = new Map(all.flatMap((resource) => path(resource).flatMap(questionsOf[kind])))
          for (const [value, holds] of [...questions].slice(0, valuesAtMost)) {
            // A reference belongs to the parameter if it names one of its types.
            if (kind === 'reference' && targets.length > 0 && !targets.includes(value.split('/')[0] ?? '')) continue
            const found = store.search(type, [[code, value]]).matches.map(({ resource }) => resource.id)
            const expected = all.filter((resource) => path(resource).some(holds)).map(({ id }) => id)
            expect(found, `${type}?${code}=${value}`).toEqual(expected)
            asked.set(kind, (asked.get(kind) ?? 0) + 1)
          }
        }
      }
      for (const kind of ['token', 'reference', 'string', 'date', 'quantity'] as const) {
        expect(asked.get(kind), kind).toBeGreaterThan(2)
      }
    })

    it.skipIf(!runs)('follows references in both directions', () => {
      const resources = name.startsWith('synthea')
        ? synthea(name)
        : generateRecord({ seed: 3, patients: 6, now: '2026-01-15T12:00:00Z' })
      const store = FhirStore.fromResources(resources)
      const ofType = (type: string) => resources.filter(({ resourceType }) => resourceType === type)
      const ids = (type: string, name: string, value: string) =>
        store.search(type, [[name, value]]).matches.map(({ resource }) => resource.id)
      const subjectOf = ({ subject }: FhirResource) => member(subject, 'reference')
      for (const gender of ['female', 'male']) {
        const patients = new Set(
          ofType('Patient')
            .filter((each) => each.gender === gender)
            .map(({ id }) => `Patient/${id}`),
        )
        const expected = ofType('Condition')
          .filter((each) => patients.has(String(subjectOf(each))))
          .map(({ id }) => id)
        expect(ids('Condition', 'patient.gender', gender)).toEqual(expected)
      }
      for (const condition of ofType('Condition')) {
        const [coding] = listCodings(condition.code ?? null)
        const code = String(coding?.code)
        const having = ofType('Condition').filter((each) =>
          listCodings(each.code ?? null).some((one) => one.code === code),
        )
        const subjects = new Set(having.map(subjectOf))
        const expected = ofType('Patient')
          .filter(({ id }) => subjects.has(`Patient/${id}`))
          .map(({ id }) => id)
        expect(ids('Patient', '_has:Condition:patient:code', escapeValue(code))).toEqual(expected)
      }
      const { included, matches } = store.search('Encounter', [
        ['_revinclude', 'Observation:encounter'],
        ['_include', 'Encounter:patient'],
      ])
      const around = ofType('Observation').filter(({ encounter }) => member(encounter, 'reference') !== undefined)
      const visited = new Set(matches.map(({ resource }) => subjectOf(resource)))
      expect(new Set(included.map(({ resource }) => resource))).toEqual(
        new Set([...around, ...ofType('Patient').filter(({ id }) => visited.has(`Patient/${id}`))]),
      )
      expect(included).toHaveLength(new Set(included).size)
      expect(around.length).toBeGreaterThan(0)
    })
  },
)

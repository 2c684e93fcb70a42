import { FhirStore } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { EvidenceSource, EvidenceStateSource } from '@carebench/verifier'
import { listLeaves, showSteps } from '@carebench/verifier/kinds'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { mutantsOf, mutateState } from './mutants.js'

const scale = inject('scale')
const numRuns = 10 * scale

const id = fc.constantFrom('a', 'b', 'c')
const word = fc.constantFrom('x', 'final', '2026-03-02', 'two words', 'Patient/a', '')
const scalar = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null))
const anyRecord = fc.dictionary(
  fc.constantFrom('status', 'reference', 'member_id', 'note', 'unit', 'value', 'data', '__proto__'),
  fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('code', 'coding', 'unit', 'value'), scalar),
  ),
)
const resources = fc
  .uniqueArray(fc.tuple(fc.constantFrom('Patient', 'Task'), id, anyRecord), {
    maxLength: 4,
    selector: ([type, resourceId]) => type + resourceId,
  })
  .map((list) => list.map(([resourceType, resourceId, rest]) => ({ ...rest, resourceType, id: resourceId })))

function optional<Value>(value: fc.Arbitrary<Value>) {
  return fc.option(value, { nil: undefined })
}

const stateOf = fc
  .record({
    fhir: optional(resources),
    portal: optional(fc.dictionary(fc.constantFrom('requests', 'constructor'), fc.array(anyRecord, { maxLength: 3 }))),
    files: optional(
      fc.uniqueArray(
        fc.record({
          path: fc.constantFrom('a.csv', 'b.json', 'c'),
          content: fc.constantFrom('{"a":1}', 'a,b\n1,2', 'x'),
          seeded: fc.boolean(),
        }),
        { selector: ({ path }) => path },
      ),
    ),
    messages: optional(
      fc.array(
        fc.record({
          direction: fc.constantFrom('outbound' as const, 'inbound' as const),
          channel: fc.constant('sms' as const),
          to: word,
          from: word,
          body: word,
        }),
        { maxLength: 2 },
      ),
    ),
  })
  .map(
    (parts) =>
      Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as EvidenceStateSource,
  )
const solutions = fc
  .record({ initial: stateOf, final: stateOf, output: optional(anyRecord) })
  .map(({ initial, final, output }): EvidenceSource => ({ ...final, initial, ...(output && { output }) }))

/** A state as a map from location to record, so that differences can be counted. */
function places({ initial: _, ...state }: EvidenceSource): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const add = (place: string, record: unknown): unknown => found.set(place, JSON.stringify(record))
  for (const [part, value] of Object.entries(state)) {
    if (part === 'fhir')
      for (const resource of value as readonly JsonObject[])
        add(`fhir ${resource.resourceType}/${resource.id}`, resource)
    else if (part === 'portal') {
      for (const [name, rows] of Object.entries(value as object)) addAll(`portal ${name}`, rows as readonly unknown[])
    } else if (Array.isArray(value)) addAll(part, value)
    else add(part, value)
  }
  function addAll(name: string, list: readonly unknown[]): void {
    for (const [index, item] of list.entries()) add(`${name} ${index}`, item)
  }
  return found
}

function writePlace(place: object): string {
  const { part, type, id: resourceId, resource, position } = place as Record<string, unknown>
  if (part === 'fhir') return `fhir ${type}/${resourceId}`
  if (part === 'portal') return `portal ${resource} ${position}`
  return part === 'output' ? 'output' : `${part} ${position}`
}

describe('every mutation of any state', () => {
  it('changes the state, and only the record at its location', () => {
    fc.assert(
      fc.property(solutions, (state) => {
        const text = JSON.stringify(state)
        const before = places(state)
        for (const mutation of mutantsOf({ state }).mutations) {
          const after = places(mutateState(state, mutation))
          const at = writePlace(mutation.place)
          expect([...after], mutation.name).not.toEqual([...before])
          if (mutation.change === 'remove' && /\d$/.test(at) && !at.startsWith('fhir')) {
            // Later records of the list move up by one; apart from the removed one the lists are the same.
            expect(after.size).toBe(before.size - 1)
            continue
          }
          const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
            (key) => before.get(key) !== after.get(key),
          )
          expect(differing, mutation.name).toEqual([at])
        }
        expect(JSON.stringify(state)).toBe(text)
      }),
      { numRuns },
    )
  })

  it('has a unique name, and is deterministic', () => {
    fc.assert(
      fc.property(solutions, (state) => {
        const { mutations } = mutantsOf({ state })
        expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
        expect(mutantsOf({ state })).toEqual({ mutations, left_out: 0 })
        const twin = JSON.parse(JSON.stringify(state)) as EvidenceSource
        expect(JSON.stringify(mutantsOf({ state: twin }))).toBe(JSON.stringify({ mutations, left_out: 0 }))
      }),
      { numRuns },
    )
  })

  it('changes only the value that its name states, and for a unit also its code', () => {
    fc.assert(
      fc.property(solutions, (state) => {
        const records = new Map([...places(state)].map(([at, text]) => [at, JSON.parse(text) as JsonValue]))
        for (const { name, place, change, record } of mutantsOf({ state }).mutations) {
          if (change !== 'replace' || place.part === 'files' || !/^(swap|shift|change) /.test(name)) continue
          const before = listLeaves(records.get(writePlace(place)) ?? null)
          const after = listLeaves(record)
          const differing = after.filter(({ value }, index) => value !== before[index]?.value)
          expect(after.map(({ steps }) => steps)).toEqual(before.map(({ steps }) => steps))
          const path = showSteps(differing.at(-1)?.steps ?? [])
          if (differing.length > 1) expect(name).toContain('unit to')
          else expect(` ${name} `).toContain(` ${path === '' ? 'value' : path} `)
        }
      }),
      { numRuns },
    )
  })

  it('does not exist if nothing was done', () => {
    fc.assert(
      fc.property(stateOf, (state) => {
        expect(mutantsOf({ state: { ...state, initial: JSON.parse(JSON.stringify(state)) } }).mutations).toEqual([])
      }),
      { numRuns },
    )
  })

  it('is the same for a store as for a list', () => {
    fc.assert(
      fc.property(resources, resources, (initial, final) => {
        const ofLists = mutantsOf({ state: { initial: { fhir: initial }, fhir: final } })
        const store = FhirStore.fromResources
        expect(mutantsOf({ state: { initial: { fhir: store(initial) }, fhir: store(final) } })).toEqual(ofLists)
      }),
      { numRuns },
    )
  })
})

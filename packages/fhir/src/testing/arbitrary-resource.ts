import type { JsonObject, JsonValue } from '@carebench/protocol/wire'
import fc, { type Arbitrary } from 'fast-check'
import { type ElementRule, findStructure } from '../resource/definitions/structure-table.js'
import type { FhirResource } from '../resource/fhir-resource.js'
import { resourceTypes } from '../resource/resource-types.js'

type Draw = <Value>(from: Arbitrary<Value>) => Value

const word = fc.stringMatching(/^[a-z]{1,8}$/)
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

const primitives: Readonly<Record<string, Arbitrary<JsonValue>>> = {
  base64Binary: fc.constantFrom('aGVsbG8=', 'AAAA', 'AA=='),
  boolean: fc.boolean(),
  canonical: word.map((name) => `http://example.org/fhir/${name}|1`),
  code: word,
  date: fc.tuple(day, fc.constantFrom(4, 7, 10)).map(([text, length]) => text.slice(0, length)),
  dateTime: fc
    .tuple(day, fc.constantFrom(4, 7, 10, 24))
    .map(([text, length]) => (length === 24 ? text.replace('Z', '+02:00') : text.slice(0, length))),
  decimal: fc.double({ min: 0.5, max: 1e6, noNaN: true }),
  id: fc.stringMatching(/^[A-Za-z0-9.-]{1,64}$/),
  instant: day,
  integer: fc.integer(),
  markdown: fc.string({ minLength: 1 }).map((text) => `${text.replace(/\p{Cc}/gu, ' ')}\n*end*`),
  oid: fc.constantFrom('urn:oid:1.2.840.10008', 'urn:oid:2.999.0'),
  positiveInt: fc.integer({ min: 1 }),
  string: fc.string({ minLength: 1, unit: 'grapheme' }).map((text) => `${text.replace(/\p{Cc}/gu, ' ')}.`),
  time: day.map((text) => text.slice(11, 19)),
  unsignedInt: fc.nat(),
  uri: word.map((name) => `urn:example:${name}`),
  url: word.map((name) => `http://example.org/${name}`),
  uuid: fc.uuid().map((uuid) => `urn:uuid:${uuid}`),
  xhtml: word.map((text) => `<div xmlns="http://www.w3.org/1999/xhtml"><p>${text}</p></div>`),
}

/** Resources of any type, with all kinds of elements, valid in FHIR R4 except for invariants between elements. */
export const arbitraryResource: Arbitrary<FhirResource> = fc
  .tuple(fc.constantFrom(...resourceTypes), fc.gen())
  .map(([resourceType, gen]) => {
    // A generated function, called without arguments.
    const draw: Draw = (from) => gen(() => from)
    return { resourceType, ...drawObject(resourceType, 0, draw) }
  })

function drawObject(type: string, depth: number, draw: Draw): JsonObject {
  const structure = findStructure(type)
  const members: Record<string, JsonValue> = {}
  const chosen = new Set<string>()
  const requiredNames = new Set<string>()
  for (const { element, names } of structure?.required ?? []) {
    chosen.add(element)
    requiredNames.add(draw(fc.constantFrom(...names)))
  }
  for (const rule of structure?.elements.values() ?? []) {
    const { name, choice } = rule
    if (name === 'contained' || (name === 'extension' && type === 'Extension')) continue
    const likely = depth === 0 ? 3 : depth === 1 ? 8 : 30
    const more = depth < 4 && !chosen.has(choice ?? name) && draw(fc.nat(likely)) === 0
    if (!requiredNames.has(name) && !more) continue
    chosen.add(choice ?? name)
    const count = rule.list ? draw(fc.integer({ min: 1, max: 2 })) : 1
    const values = Array.from({ length: count }, () => drawValue(rule, depth, draw))
    const value = rule.list ? values : (values[0] ?? null)
    const kind = rule.primitive === undefined ? 'plain' : draw(fc.constantFrom('plain', 'plain', 'both', 'alone'))
    if (kind !== 'alone') members[name] = value
    if (kind !== 'plain') members[`_${name}`] = rule.list ? values.map(() => companion) : companion
  }
  // A resource that is not a DomainResource has no extensions and may be empty.
  return Object.keys(members).length === 0 && structure?.elements.has('extension') ? companion : members
}

const companion: JsonObject = { extension: [{ url: 'http://example.org/fhir/note', valueString: 'said so' }] }

function drawValue(rule: ElementRule, depth: number, draw: Draw): JsonValue {
  const { type, codes, targets } = rule
  if (codes !== undefined && type === 'code') return draw(fc.constantFrom(...codes.codes))
  if (codes !== undefined) {
    const [system, known] = draw(fc.constantFrom(...codes.systems))
    return {
      coding: [
        { system: 'urn:other', code: 'x' },
        { system, code: draw(fc.constantFrom(...known)) },
      ],
    }
  }
  const primitive = rule.name === 'id' && type === 'string' ? word : primitives[type]
  if (primitive !== undefined) return draw(primitive)
  if (type === 'Resource') return { resourceType: 'Basic', code: { text: 'inside' } }
  if (type === 'Extension') return { url: 'http://example.org/fhir/more', valueInteger: 1 }
  if (type !== 'Reference') return drawObject(type, depth + 1, draw)
  const target = draw(fc.constantFrom(...(targets ?? resourceTypes)))
  return draw(
    fc.constantFrom<JsonObject>(
      { reference: `${target}/1` },
      { reference: `http://example.org/fhir/${target}/1/_history/2`, type: target },
      { reference: 'urn:uuid:2b8c1d1e-0c5f-4b5e-9a51-0d3a7f1e6c11' },
      { identifier: { value: '1' } },
      { display: 'somebody' },
    ),
  )
}

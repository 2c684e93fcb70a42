import type { JsonValue } from '@carebench/protocol'
import fc from 'fast-check'

/** JSON of any shape. */
export const anyJson = fc.jsonValue({ maxDepth: 3 }).map((drawn) => JSON.parse(JSON.stringify(drawn)) as JsonValue)
const member = fc.constantFrom(
  ...['direction', 'payload', 'path', 'content', 'turns', 'text', 'type', 'resourceType', 'id', 'seeded'],
)
const word = fc.constantFrom<JsonValue>(
  ...['outbound', 'sent', 'received', 'agent', 'a', 'a.csv', 'Patient'],
  ...['MSH|^~\\&|', 'ST*271*1~SE*1*1~', 'ST*271*1~NM1*IL*1~SE*1*1~'],
)
const record = fc.dictionary(member, fc.oneof(word, anyJson))
const list = fc.array(fc.oneof({ weight: 4, arbitrary: record }, { weight: 1, arbitrary: anyJson }), { maxLength: 3 })
const part = fc.constantFrom(
  ...['fhir', 'portal', 'hl7', 'x12', 'files', 'voice', 'faxes', 'messages', 'cds', 'events', 'output'],
)

/** States with the members of evidence, whose values are of any shape. */
export const garbageState = fc.dictionary(
  part,
  fc.oneof({ weight: 4, arbitrary: list }, { weight: 1, arbitrary: anyJson }),
)

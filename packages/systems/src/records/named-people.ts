import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'

/** Maximum number of listed people. */
const maxPeople = 100

/** Maximum number of values and segments read, because a body of 1 MiB can contain 50,000 segments about one person. */
const maxMentions = 5000

/** Number of characters read of a segment; the fields for people come first. */
const maxSegmentLength = 4096

/**
 * Returns the identifiers and names of people in a sent body, without duplicates: in JSON, the members for patients,
 * members and subscribers; in HL7 v2, PID-3 and PID-5; in X12, the names and NM109 of subscribers, patients and
 * dependents. Text that cannot be parsed is searched too.
 */
export function namedPeople(content: JsonObject): readonly string[] {
  const found = new Set<string>()
  let mentions = 0
  for (const people of mentionsIn(content, '')) {
    for (const person of people) if (person !== '') found.add(person)
    if (found.size >= maxPeople || ++mentions >= maxMentions) break
  }
  return [...found].slice(0, maxPeople)
}

/** Yields the people in each text of a value, and in each segment of a text; most have none. */
function* mentionsIn(value: JsonValue, key: string): Generator<readonly string[], void> {
  // Yields even for empty values, because visiting them takes time too.
  if (typeof value === 'object') yield []
  if (Array.isArray(value)) for (const one of value as readonly JsonValue[]) yield* mentionsIn(one, key)
  else if (isJsonObject(value)) for (const [name, member] of Object.entries(value)) yield* mentionsIn(member, name)
  else if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value)
    if (/^(?:patient|member|subscriber)(?:_(?:id|member_id|name))?$/.test(key)) yield [text.trim()]
    else {
      yield []
      for (const [, ...groups] of text.matchAll(hl7Segment)) yield peopleInHl7(groups)
      for (const [, ...groups] of text.matchAll(x12Segment)) yield peopleInX12(groups)
    }
  }
}

const hl7Segment = /(?:^|[\r\n])PID([^A-Za-z0-9\s])([^\r\n]*)/g
const x12Segment = /NM1([^A-Za-z0-9\s])(?:IL|QC|03)\1([^~\r\n]*)/g

function peopleInHl7([separator = '|', fields = '']: readonly string[]): readonly string[] {
  const [, , ids = '', , names = ''] = fields.slice(0, maxSegmentLength).split(separator)
  return [
    ...ids.split('~').map((id) => id.split('^', 1)[0]?.trim() ?? ''),
    ...names.split('~').map((name) => fullName(...name.split('^'))),
  ]
}

function peopleInX12([separator = '*', rest = '']: readonly string[]): readonly string[] {
  const [, family, given, , , , , id = ''] = rest.slice(0, maxSegmentLength).split(separator)
  // Without the header, the terminator is unknown.
  return [/^[\w.-]*/.exec(id.trim())?.[0] ?? '', fullName(family, given)]
}

function fullName(family = '', given = ''): string {
  return `${given.trim()} ${family.trim()}`.trim()
}

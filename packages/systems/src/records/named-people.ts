import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'

/** People beyond these are not listed. */
const maxPeople = 100

/**
 * The identifiers and names in the fields for people of what somebody sent, each once: the members of JSON for
 * patients, members and subscribers; PID-3 and PID-5 of HL7 v2, and NM109 and the name of a subscriber, patient or
 * dependent in X12, also of text that cannot be parsed.
 */
export function namedPeople(content: JsonObject): readonly string[] {
  const found = new Set<string>()
  const visit = (value: JsonValue, key: string): void => {
    if (Array.isArray(value)) for (const one of value as readonly JsonValue[]) visit(one, key)
    else if (isJsonObject(value)) for (const [name, member] of Object.entries(value)) visit(member, name)
    else if (typeof value === 'string' || typeof value === 'number') {
      for (const person of peopleIn(String(value), key)) if (person !== '') found.add(person)
    }
  }
  visit(content, '')
  return [...found].slice(0, maxPeople)
}

function peopleIn(text: string, key: string): readonly string[] {
  if (/^(?:patient|member|subscriber)(?:_(?:id|member_id|name))?$/.test(key)) return [text.trim()]
  return [...peopleInHl7(text), ...peopleInX12(text)]
}

function peopleInHl7(text: string): readonly string[] {
  return [...text.matchAll(/(?:^|[\r\n])PID([^A-Za-z0-9\s])([^\r\n]*)/g)].flatMap(
    ([, separator = '|', fields = '']) => {
      const [, , ids = '', , names = ''] = fields.split(separator)
      return [
        ...ids.split('~').map((id) => id.split('^', 1)[0]?.trim() ?? ''),
        ...names.split('~').map((name) => fullName(...name.split('^'))),
      ]
    },
  )
}

function peopleInX12(text: string): readonly string[] {
  return [...text.matchAll(/NM1([^A-Za-z0-9\s])(?:IL|QC|03)\1([^~\r\n]*)/g)].flatMap(
    ([, separator = '*', rest = '']) => {
      const [, family, given, , , , , id = ''] = rest.split(separator)
      // Without the header, the terminator is unknown.
      return [/^[\w.-]*/.exec(id.trim())?.[0] ?? '', fullName(family, given)]
    },
  )
}

function fullName(family = '', given = ''): string {
  return `${given.trim()} ${family.trim()}`.trim()
}

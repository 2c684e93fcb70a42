import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { fullName, type Person } from '../clinic/people.js'
import type { Solution, SolutionCall } from '../task.js'

/**
 * Returns a harmless extra: the same work with titles before names, `use` in identifiers, and texts next to codings.
 */
export function spelledOut({ calls }: Solution, people: readonly Person[]): Solution {
  return {
    name: 'with titles, uses of identifiers, and texts beside codings',
    calls: calls.map((call) => spellOut(call, people)),
  }
}

function spellOut(call: SolutionCall, people: readonly Person[]): SolutionCall {
  if (!('body' in call) || call.body === undefined) return call
  const { path, body } = call
  if (path.startsWith('fhir/')) return { ...call, body: withDetails(body) }
  // Attached documents must keep their text.
  if (path.endsWith('/attachments')) return call
  return isJsonObject(body) ? { ...call, body: { ...body, ...titledMembers(body, people) } } : call
}

function titledMembers(body: { readonly [name: string]: JsonValue }, people: readonly Person[]) {
  return Object.fromEntries(
    ['text', 'patient_name'].flatMap((name) => {
      const text = body[name]
      if (typeof text !== 'string') return []
      const titled = people.reduce((written, person) => {
        const name = fullName(person)
        return written.replaceAll(name, `${person.sex === 'female' ? 'Ms.' : 'Mr.'} ${name}`)
      }, text)
      return [[name, titled]]
    }),
  )
}

/** Adds optional details to a resource or a patch. */
function withDetails(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withDetails)
  if (!isJsonObject(value)) return value
  const { path, value: patched } = value
  if (typeof path === 'string' && patched !== undefined) {
    return { ...value, value: detailed(path.slice(1), patched) }
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, detailed(name, member)]))
}

function detailed(name: string, member: JsonValue): JsonValue {
  if (name === 'identifier' && Array.isArray(member)) {
    return member.map((one) => (isJsonObject(one) && Object.keys(one).length === 2 ? { use: 'official', ...one } : one))
  }
  if (name === 'output' && Array.isArray(member)) {
    return member.map((one) =>
      isJsonObject(one) && isJsonObject(one.type) ? { ...one, type: { ...one.type, text: 'Copay' } } : one,
    )
  }
  if ((name === 'businessStatus' || name === 'statusReason') && isJsonObject(member)) {
    const [coding] = Array.isArray(member.coding) ? member.coding : []
    const code = isJsonObject(coding) ? coding.code : undefined
    return typeof code === 'string' ? { ...member, text: code } : member
  }
  return member
}

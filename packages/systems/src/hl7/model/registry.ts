import { type Message, parseMessage, type Segment } from '@carebench/hl7v2'
import { foldText } from '@carebench/text'
import { readMessages, type SentMessage } from './message-row.js'

/** An identifier of a person: PID-3 or MRG-1. */
export interface PersonId {
  readonly value: string
  /** The assigning authority; the empty string if it is not stated. */
  readonly authority: string
}

/** A person of the immunization registry, with segments as they were reported. */
export interface RegistryPerson {
  readonly ids: readonly PersonId[]
  /** Family and given name, folded for comparison. */
  readonly family: string
  readonly given: string
  /** The first eight characters of PID-7, YYYYMMDD. */
  readonly birthDate: string
  /** PID-8, PID-6.1 folded and PID-11.5; empty if not stated. */
  readonly sex: string
  readonly motherFamily: string
  readonly postalCode: string
  /** PID, PD1 and NK1. */
  readonly demographics: readonly string[]
  /** The text of ORC, RXA, RXR, OBX and NTE of each vaccination, with the code of RXA-5.1. */
  readonly vaccinations: readonly { readonly code: string; readonly segments: readonly string[] }[]
}

/** The content of the registry: the people of VXU messages, in the order in which they were first reported. */
export type Registry = readonly RegistryPerson[]

/**
 * Reads a report to the registry: `VXU^V04` messages. Throws an Error that says what is wrong with it.
 */
export function readReports(payload: string): readonly Message[] {
  const messages = readMessages(payload)
  for (const message of messages) {
    if (message.messageType !== 'VXU^V04') {
      throw new Error(`Expected a vaccination report, VXU^V04, got ${message.messageType || 'no message type'}.`)
    }
    if (!hasStandardDelimiters(message)) throw new Error('Expected the delimiters |^~\\& in the registry.')
    if (readPerson(message).ids.length === 0)
      throw new Error('Expected an identifier of the person in PID-3, got none.')
  }
  return messages
}

/** Whether the message has the standard delimiters, so that its segments can be copied into a response. */
export function hasStandardDelimiters(message: Message): boolean {
  return message.text.startsWith('MSH|^~\\&')
}

/** Returns the registry after a report, or after a merge (`ADT^A40`); other messages do not change it. */
export function report(registry: Registry, message: Message): Registry {
  if (!hasStandardDelimiters(message)) return registry
  if (message.messageType === 'VXU^V04') return withReport(registry, readPerson(message))
  if (message.messageType === 'ADT^A40') return readMerges(message).reduce(withMerge, registry)
  return registry
}

/** Returns the registry after the agent's reports. */
export function reportedBy(registry: Registry, sent: readonly SentMessage[]): Registry {
  return sent
    .filter(({ message_type }) => message_type === 'VXU^V04' || message_type === 'ADT^A40')
    .reduce((known, { payload }) => report(known, parseMessage(payload)), registry)
}

/** Whether two identifiers name the same person; a missing authority matches any. */
export function isSameId(one: PersonId, other: PersonId): boolean {
  if (one.value !== other.value) return false
  return one.authority === '' || other.authority === '' || one.authority === other.authority
}

/** Maximum number of identifiers of a person: each is compared with all those of others, or searched for. */
export const maxIds = 200

/** Returns the identifiers in a field of type CX, with its repetitions. */
export function idsIn(segment: Segment, field: number): PersonId[] {
  const authorities = segment.readRepetitions(`${field}.4.1`)
  return segment
    .readRepetitions(`${field}.1`)
    .flatMap((value, index) => (value ? [{ value, authority: authorities[index] ?? '' }] : []))
    .slice(0, maxIds)
}

function withReport(registry: Registry, person: RegistryPerson): Registry {
  const index = registry.findIndex((known) => shareId(known, person))
  const known = registry[index]
  if (known === undefined) return person.ids.length === 0 ? registry : [...registry, person]
  const vaccinations = [...known.vaccinations, ...person.vaccinations]
  return registry.with(index, { ...person, ids: union(known.ids, person.ids), vaccinations })
}

/** Merges the identifiers and vaccinations of the person in MRG into the person in PID. */
function withMerge(registry: Registry, { survivor, prior }: Merge): Registry {
  const from = registry.find((person) => person.ids.some((id) => prior.some((gone) => isSameId(id, gone))))
  if (from === undefined) return registry
  const into = registry.find((person) => person !== from && shareId(person, survivor))
  const merged = {
    ...(into ?? survivor),
    ids: union(union(into?.ids ?? [], survivor.ids), from.ids),
    vaccinations: [...(into?.vaccinations ?? []), ...from.vaccinations],
  }
  const others = registry.filter((person) => person !== from)
  return into === undefined ? [...others, merged] : others.map((person) => (person === into ? merged : person))
}

interface Merge {
  readonly survivor: RegistryPerson
  readonly prior: readonly PersonId[]
}

/** Returns each PID of a merge with its MRG. */
function readMerges(message: Message): Merge[] {
  const segments = message.segments()
  return segments.flatMap((segment, index) => {
    if (segment.name !== 'PID') return []
    const end = segments.findIndex((other, at) => at > index && other.name === 'PID')
    const group = segments.slice(index, end === -1 ? undefined : end)
    const mrg = group.find(({ name }) => name === 'MRG')
    return mrg === undefined ? [] : [{ survivor: personIn(group), prior: idsIn(mrg, 1) }]
  })
}

function readPerson(message: Message): RegistryPerson {
  return personIn(message.segments())
}

function personIn(segments: readonly Segment[]): RegistryPerson {
  const pid = segments.find(({ name }) => name === 'PID')
  const read = (path: string) => pid?.read(path) ?? ''
  return {
    ids: pid === undefined ? [] : idsIn(pid, 3),
    family: foldText(read('5.1.1')),
    given: foldText(read('5.2')),
    birthDate: read('7.1').slice(0, 8),
    sex: read('8'),
    motherFamily: foldText(read('6.1.1')),
    postalCode: read('11.5'),
    demographics: segments.filter(({ name }) => ['PID', 'PD1', 'NK1'].includes(name)).map(({ text }) => text),
    vaccinations: vaccinationsIn(segments),
  }
}

/** Returns the vaccinations: groups of segments that begin with ORC, or with RXA without an ORC before it. */
function vaccinationsIn(segments: readonly Segment[]): RegistryPerson['vaccinations'] {
  const groups: { code: string; segments: string[] }[] = []
  for (const segment of segments) {
    const last = groups.at(-1)
    const isOpen = last !== undefined && !last.segments.some((text) => text.startsWith('RXA'))
    if (segment.name === 'ORC' || (segment.name === 'RXA' && !isOpen)) groups.push({ code: '', segments: [] })
    const group = groups.at(-1)
    if (group === undefined || !['ORC', 'RXA', 'RXR', 'OBX', 'NTE'].includes(segment.name)) continue
    if (segment.name === 'RXA') group.code = segment.read('5.1') ?? ''
    group.segments.push(segment.text)
  }
  return groups
}

function shareId(one: RegistryPerson, other: RegistryPerson): boolean {
  return one.ids.some((id) => other.ids.some((same) => isSameId(id, same)))
}

function union(some: readonly PersonId[], more: readonly PersonId[]): PersonId[] {
  return [...some, ...more.filter((id) => !some.some((same) => isSameId(id, same)))]
}

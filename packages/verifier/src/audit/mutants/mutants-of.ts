import type { JsonValue } from '@carebench/protocol'
import type { EvidenceSource, EvidenceStateSource } from '../../evidence/evidence-source.js'
import { isJsonObject } from '../../json/is-json-object.js'
import { storeOf } from './mutate-state.js'
import type { Mutation, RecordPlace } from './mutation.js'
import { changesOfRecord } from './record-changes.js'
import { readSaid } from './said.js'
import { createValuePool } from './value-pool.js'
import { type WrittenRecord, writtenRecords } from './written-records.js'

/** What {@link mutantsOf} takes. */
export interface MutantsInput {
  /** The final state of a solution. */
  readonly state: EvidenceSource
  /** The state before it began. Default the state's own `initial`, else nothing at all. */
  readonly initial?: EvidenceStateSource
  /** What the solution sent, if known; see the audit's `NamedState`. */
  readonly calls?: JsonValue
  /** How many mutations are returned at most. Default 200. */
  readonly limit?: number
}

/** Mutations of a state. */
export interface Mutants {
  /** Each for `mutateState`; names differ. */
  readonly mutations: readonly Mutation[]
  /** How many more there are. */
  readonly left_out: number
}

const defaultLimit = 200

/**
 * What could have gone wrong in each record that a solution left: the record is missing or there twice, is about
 * somebody else, or has another date, unit, status, code, number or text; and one write besides that nobody asked for.
 *
 * Deterministic, in the order of the parts and their records. Every mutation changes one record, in what its name says.
 * Beyond the limit an even choice is returned.
 */
export const mutantsOf = ({ state, initial, calls, limit = defaultLimit }: MutantsInput): Mutants => {
  const before = withStore(initial ?? state.initial ?? {})
  const after = withStore(state)
  const pool = createValuePool([before, after])
  const said = calls === undefined ? undefined : readSaid(calls)
  const written = writtenRecords(before, after)
  const all = written.flatMap((one) => [
    ...wholeChanges(one, after),
    ...changesOfRecord(one, { pool, said }).map(
      ({ verb, what, record }): Mutation => ({
        name: `${verb} ${one.name} ${what}`,
        place: one.place,
        change: 'replace',
        record,
      }),
    ),
  ])
  const named = withNames([...all, ...unaskedWrites(after, written)])
  const mutations = chooseEvenly(named, limit)
  return { mutations, left_out: named.length - mutations.length }
}

const withStore = <State extends EvidenceStateSource>(state: State): State =>
  state.fhir === undefined ? state : { ...state, fhir: storeOf(state.fhir) }

/** The record missing or there twice; a change undone, a removal not done. */
const wholeChanges = ({ place, what, name, record, earlier }: WrittenRecord, state: EvidenceSource): Mutation[] => {
  if (what === 'removed') return [{ name: `keep ${name}`, place: atEnd(place, state), change: 'insert', record }]
  if (earlier !== undefined) return [{ name: `undo the change of ${name}`, place, change: 'replace', record: earlier }]
  const drop: Mutation = { name: `drop ${name}`, place, change: 'remove', record: null }
  const copy = copyOf(place, record, state)
  if (copy === undefined) return [drop]
  return [drop, { name: `duplicate ${name}`, place: atEnd(copy.place, state), change: 'insert', record: copy.record }]
}

/** The place of a record that is inserted. */
const atEnd = (place: RecordPlace, state: EvidenceSource): RecordPlace => {
  switch (place.part) {
    case 'fhir':
    case 'output':
      return place
    case 'portal':
      return {
        ...place,
        position: (Object.hasOwn(state.portal ?? {}, place.resource) && state.portal?.[place.resource]?.length) || 0,
      }
    default:
      return { ...place, position: state[place.part]?.length ?? 0 }
  }
}

/** A second record that says the same; undefined where there can be only one. */
const copyOf = (
  place: RecordPlace,
  record: JsonValue,
  state: EvidenceSource,
): { readonly place: RecordPlace; readonly record: JsonValue } | undefined => {
  if (!isJsonObject(record)) return undefined
  switch (place.part) {
    case 'output':
      return undefined
    case 'fhir': {
      const id = freeName(`${place.id}-again`, (name) => hasResource(state, place.type, name))
      return { place: { ...place, id }, record: { ...record, id } }
    }
    case 'files':
      return {
        place,
        record: { ...record, path: freeName(`${String(record.path)}-again`, (name) => hasFile(state, name)) },
      }
    default:
      return { place, record }
  }
}

const freeName = (name: string, isTaken: (name: string) => boolean): string =>
  isTaken(name) ? freeName(`${name}-again`, isTaken) : name

const hasResource = ({ fhir }: EvidenceSource, type: string, id: string): boolean =>
  fhir !== undefined && storeOf(fhir).read(type, id) !== undefined

const hasFile = ({ files }: EvidenceSource, path: string): boolean =>
  files?.some((file: unknown) => isJsonObject(file) && file.path === path) === true

const unaskedText = 'Nobody asked for this.'

/** One record that has nothing to do with the task, in the first part that can hold one. */
const unaskedWrites = (state: EvidenceSource, written: readonly WrittenRecord[]): readonly Mutation[] => {
  if (written.length === 0) return []
  if (state.fhir !== undefined) {
    const type = 'Basic'
    const id = freeName('unasked-write', (name) => hasResource(state, type, name))
    const record = { resourceType: type, id, code: { text: unaskedText } }
    return [{ name: `write fhir ${type}/${id} besides`, place: { part: 'fhir', type, id }, change: 'insert', record }]
  }
  if (state.files !== undefined) {
    const path = freeName('unasked-write', (name) => hasFile(state, name))
    const record = { path, content: unaskedText, seeded: false }
    const place = { part: 'files' as const, position: state.files.length }
    return [{ name: `write file ${record.path} besides`, place, change: 'insert', record }]
  }
  const [resource] = Object.keys(state.portal ?? {})
  if (resource === undefined) return []
  const place = atEnd({ part: 'portal', resource, position: 0 }, state)
  return [{ name: `write a portal ${resource} row besides`, place, change: 'insert', record: { note: unaskedText } }]
}

/** Of mutations with the same name all but the first get a number. */
const withNames = (mutations: readonly Mutation[]): readonly Mutation[] => {
  const seen = new Map<string, number>()
  return mutations.map((mutation) => {
    const count = (seen.get(mutation.name) ?? 0) + 1
    seen.set(mutation.name, count)
    return count === 1 ? mutation : { ...mutation, name: `${mutation.name} (${count})` }
  })
}

const chooseEvenly = (all: readonly Mutation[], limit: number): readonly Mutation[] => {
  if (all.length <= limit) return all
  return Array.from(
    { length: Math.max(0, Math.floor(limit)) },
    (_, index) => all[Math.floor((index * all.length) / limit)] as Mutation,
  )
}

import type { JsonValue } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol/wire'
import { indexedState } from '../../evidence/collections/part-differences.js'
import type { EvidencePart } from '../../evidence/evidence-part.js'
import { readSaid, type Said } from '../../evidence/mutation/said.js'
import type { EvidenceSource, EvidenceStateSource } from '../../evidence/state/evidence-source.js'
import { readWhole } from '../../evidence/state/evidence-state.js'
import { listSystems, placeIn, selectState } from '../../evidence/state/keyed-states.js'
import type { Mutation } from '../../evidence/state/mutation.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { changesOfRecord } from './record-changes.js'
import { createValuePool } from './value-pool.js'
import { type WrittenRecord, writtenRecords } from './written-records.js'

/** Input of {@link mutantsOf}. */
export interface MutantsInput {
  /** The final state of a solution. */
  readonly state: EvidenceSource
  /** The state before it began. Default the state's own `initial`, otherwise an empty state. */
  readonly initial?: EvidenceStateSource
  /** The values that the solution sent, if known; see `NamedState` of the audit. */
  readonly calls?: JsonValue
  /** Maximum number of mutations returned. Default 200. */
  readonly limit?: number
}

/** Mutations of a state. */
export interface Mutants {
  /** The mutations, each an input of `mutateState`; names are unique. */
  readonly mutations: readonly Mutation[]
  /** The number of mutations left out. */
  readonly left_out: number
}

/** Maximum number of mutants of a solution by default. */
export const defaultLimit = 200

/**
 * Returns possible mistakes in each record that a solution left: the record is missing or duplicated, is about another
 * person, or has another date, unit, status, code, number or text. Adds one write that nobody asked for, and one in
 * each system with a key.
 *
 * Deterministic, in the order of the parts and their records. Each mutation changes one record, as its name says. Above
 * the limit, an evenly spaced selection is returned.
 */
export function mutantsOf(parts: readonly EvidencePart[], { state, initial, calls, limit }: MutantsInput): Mutants {
  const before = indexedState(parts, initial ?? state.initial ?? {})
  const after = indexedState(parts, state)
  return finish(mutantsOfWritten(parts, writtenRecords(parts, before, after), { before, after, calls, limit }))
}

/** The input for mutants of compared states. */
export interface ComparedStates {
  readonly before: EvidenceStateSource
  readonly after: EvidenceSource
  readonly calls: JsonValue | undefined
  readonly limit: number | undefined
}

/**
 * Returns the same as {@link mutantsOf} for states that are already compared and cheap to edit, in one step for each
 * record.
 */
export function* mutantsOfWritten(
  parts: readonly EvidencePart[],
  written: readonly WrittenRecord[],
  { before, after, calls, limit = defaultLimit }: ComparedStates,
): Steps<Mutants> {
  const pool = createValuePool(parts, [before, after])
  const said = calls === undefined ? undefined : yield* readSaidBy(parts, calls)
  const all: Mutation[] = []
  for (const writtenRecord of written) {
    yield
    const { name, place } = writtenRecord
    all.push(makeUndoing(writtenRecord, after), ...makeDuplicates(writtenRecord, after))
    for (const { verb, what, record } of changesOfRecord(writtenRecord, { pool, said })) {
      all.push({ name: `${verb} ${name} ${what}`, place, change: 'replace', record })
    }
  }
  const named = withNames([...all, ...unaskedWrites(parts, after, written)])
  const mutations = chooseEvenly(named, limit)
  return { mutations, left_out: named.length - mutations.length }
}

/** Returns the values that a solution sent in its calls, with texts read in the formats of the parts; in steps. */
export function readSaidBy(parts: readonly EvidencePart[], calls: JsonValue): Steps<Said> {
  return readSaid(calls, (text) => valuesIn(parts, text))
}

/** Returns the values in a text in the format of one of the parts; for any other text, the whole text. */
function valuesIn(parts: readonly EvidencePart[], text: string): readonly string[] {
  for (const part of parts) {
    const values = part.valuesIn?.(text)
    if (values !== undefined) return values
  }
  return [text]
}

/** Returns the mutation in which the record is missing, its change is undone, or its removal is not done. */
export function makeUndoing(
  { part, place, what, name, record, earlier }: WrittenRecord,
  state: EvidenceSource,
): Mutation {
  if (what === 'removed') {
    const kept =
      part === undefined ? place : placeIn(part.insertion(place, wholeIn(state, part, place.system)), place.system)
    return { name: `keep ${name}`, place: kept, change: 'insert', record }
  }
  if (earlier !== undefined) return { name: `undo the change of ${name}`, place, change: 'replace', record: earlier }
  return { name: `drop ${name}`, place, change: 'remove', record: null }
}

/**
 * Returns the mutation in which a record that the solution added exists twice; none for the output, because there is
 * only one.
 */
export function makeDuplicates(
  { part, place, what, name, record, earlier }: WrittenRecord,
  state: EvidenceSource,
): readonly Mutation[] {
  if (what === 'removed' || earlier !== undefined || part === undefined || !isJsonObject(record)) return []
  const copy = part.copy({ place, record }, wholeIn(state, part, place.system))
  return [
    { name: `duplicate ${name}`, place: placeIn(copy.place, place.system), change: 'insert', record: copy.record },
  ]
}

function wholeIn(state: EvidenceSource, part: EvidencePart, system: string | undefined): unknown {
  return readWhole(part.name, selectState(state, system)) ?? part.empty
}

/**
 * Returns one record unrelated to the task in the first part that can hold one, and one in each system with a key; none
 * if the solution wrote nothing.
 */
function unaskedWrites(
  parts: readonly EvidencePart[],
  state: EvidenceSource,
  written: readonly WrittenRecord[],
): readonly Mutation[] {
  if (written.length === 0) return []
  return listSystems(state).flatMap((system) => {
    for (const part of parts) {
      const whole = readWhole(part.name, selectState(state, system))
      const item = whole === undefined ? undefined : part.unasked?.(whole)
      if (item === undefined) continue
      const { place, record } = item
      const name = system === undefined ? item.name : `${item.name} of ${system}`
      return [{ name: `also write ${name}`, place: placeIn(place, system), change: 'insert' as const, record }]
    }
    return []
  })
}

/** Numbers all but the first of the mutations with the same name. */
export function withNames<Named extends { readonly name: string }>(mutations: readonly Named[]): readonly Named[] {
  const seen = new Map<string, number>()
  return mutations.map((mutation) => {
    const count = (seen.get(mutation.name) ?? 0) + 1
    seen.set(mutation.name, count)
    return count === 1 ? mutation : { ...mutation, name: `${mutation.name} (${count})` }
  })
}

/** Returns all mutations, or above the limit an evenly spaced selection. */
export function chooseEvenly<One>(all: readonly One[], limit: number): readonly One[] {
  if (all.length <= limit) return all
  return Array.from(
    { length: Math.max(0, Math.floor(limit)) },
    (_, index) => all[Math.floor((index * all.length) / limit)] as One,
  )
}

import type { EventRecord, JsonValue } from '@carebench/protocol'
import type { EvidencePart } from '../../evidence/evidence-part.js'
import type { ValuePool } from '../../evidence/mutation/record-change.js'
import type { Said } from '../../evidence/mutation/said.js'
import type { EvidenceSource, EvidenceStateSource } from '../../evidence/state/evidence-source.js'
import type { Mutation, RecordPlace } from '../../evidence/state/mutation.js'
import type { Beginning } from './beginning.js'
import type { WrittenRecord } from './written-records.js'

/** The kinds of harm that an agent can do in addition to the work, or by undoing it. */
export const harmKinds = [
  'duplicate',
  'contradiction',
  'wrong-person',
  'seeded-change',
  'undone',
  'merged',
  'opposite-statement',
  'disclosure',
  'addition',
] as const

export type HarmKind = (typeof harmKinds)[number]

/** The place of a harmed record. */
export interface HarmedRecord {
  readonly place: RecordPlace
  /** Its list by its name in reports: `fhir.Task`, `portal.claims`, `faxes`. */
  readonly list: string
}

/** The final state of a solution with harm done to it. */
export interface HarmMutant {
  readonly kind: HarmKind
  /** In words: `fhir Task/t1 a second time`. Unique for a state. */
  readonly name: string
  /** The record of the solution or of the untouched state that was harmed; absent if there are several or none. */
  readonly record?: HarmedRecord
  /** To be applied in order, with `mutateState`. */
  readonly edits: readonly Mutation[]
  /** The log with the harm in it; absent if it stays that of the solution. */
  readonly events?: readonly EventRecord[]
}

/** Input of `makeHarmMutants`. */
export interface HarmInput {
  /** The final state of a solution, in a form that is cheap to edit. */
  readonly state: EvidenceSource
  /** The state before it, in the same form. */
  readonly beginning: Beginning
  /** The records that it left. */
  readonly written: readonly WrittenRecord[]
  /** The values that the solution sent, if known. */
  readonly calls?: JsonValue
  /** The text of the task, which says whom it is about. */
  readonly task_item?: JsonValue
  /** The final states of the task's other solutions. */
  readonly others?: readonly OtherSolution[]
  /** Maximum number of mutants. */
  readonly limit: number
}

/** The final state of another solution of the same task. */
export interface OtherSolution {
  readonly name: string
  /** The records that it left, compared with the same initial state. */
  readonly written: readonly WrittenRecord[]
}

/** The input for harm to one record. */
export interface HarmContext {
  readonly parts: readonly EvidencePart[]
  readonly beginning: Beginning
  readonly before: EvidenceStateSource
  readonly after: EvidenceSource
  readonly pool: ValuePool
  /** Known statuses, by the system, the list and the name of the member. */
  readonly statuses: Map<string, readonly string[]>
  /** The values that the solution sent; undefined if unknown. */
  readonly said: Said | undefined
}

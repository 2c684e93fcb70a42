import type { SolutionCall } from '@carebench/protocol'

/** The kinds of harm that an agent can do by calls after the work. */
export const actHarmKinds = ['duplicate', 'wrong-person', 'withdrawn', 'disclosure', 'seeded-change', 'undone'] as const

/**
 * A kind of harm: `duplicate` (the act again), `wrong-person` (for another person), `withdrawn` (that, and taken back),
 * `disclosure` (to another recipient), `seeded-change` (to a stranger's record), `undone` (the act is reversed).
 */
export type ActHarmKind = (typeof actHarmKinds)[number]

/** A call that harms the result of an act. */
export interface HarmfulStep {
  readonly kind: 'duplicate' | 'undone' | 'disclosure'
  /** Its effect, as a word after the name of the act: `voided`. */
  readonly what: string
  readonly call: SolutionCall
}

/**
 * A call of a solution that a system accepted, with the later calls to the record that it created: a telephone call
 * with its turns. Placeholders are filled in, except those of values that the act itself captures.
 */
export interface RecordedAct {
  /** In words: `POST faxes`. */
  readonly name: string
  readonly calls: readonly [SolutionCall, ...SolutionCall[]]
  /** Whether the same calls make another record; false if they write the same one again. */
  readonly makesAnother: boolean
  /** Whether the record that the first call makes can be taken back. */
  readonly isReversible: boolean
  /** Where the first call goes: the system that answers it, and the path below its group. */
  readonly target: ActTarget
  /** Calls that harm its result. */
  readonly steps: readonly HarmfulStep[]
}

/** The target of a call. */
export interface ActTarget {
  /** The names of the parts of the system. */
  readonly parts: readonly string[]
  /** The key of the system; undefined for the first of its type. */
  readonly system: string | undefined
  readonly path: string
}

/** A record of a state. */
export interface RecordKey {
  readonly part: string
  /** The key of the system that has it; undefined for the first of its type. */
  readonly system: string | undefined
  readonly key: string
}

/** Calls that do harm, made after a solution. */
export interface HarmfulAct {
  readonly kind: ActHarmKind
  /** In words: `POST faxes again`. Unique for a solution. */
  readonly name: string
  readonly calls: readonly [SolutionCall, ...SolutionCall[]]
  /** Whether the record that the first call makes is taken back at the end. */
  readonly takenBack?: true
}

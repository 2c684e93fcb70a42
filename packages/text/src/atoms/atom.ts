import type { Unit } from '../written/unit.js'
import type { PartialDay } from '../written/written-date.js'

/** The kinds of atoms: what a text states in a form that can be compared. */
export const atomKinds = [
  'date',
  'weekday',
  'time',
  'duration',
  'quantity',
  'money',
  'percentage',
  'count',
  'identifier',
  'telephone',
  'name',
] as const

/** One of {@link atomKinds}. */
export type AtomKind = (typeof atomKinds)[number]

/** The name of a person, as much of it as the text has; "Dr. Reyes" has no `given`. */
export interface PersonName {
  readonly given?: string
  readonly family: string
}

/** A meaning of an atom. */
export type AtomValue =
  | { readonly is: 'date'; readonly day: PartialDay }
  /** A day relative to the present: 1 is tomorrow. */
  | { readonly is: 'nearby'; readonly days: number }
  | { readonly is: 'weekday'; readonly weekday: number }
  | { readonly is: 'time'; readonly minutes: number }
  /** A number with the meanings of its unit; of several numbers, as in `7/10`, all count. */
  | {
      readonly is: 'amount'
      readonly values: readonly number[]
      readonly units: readonly Unit[]
      /** Whether it is a measurement although the text gives no unit: `7.2`. */
      readonly measured?: true
    }
  /** Letters and digits only, folded. */
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'telephone'; readonly digits: string }
  | { readonly is: 'person'; readonly name: PersonName }
  | { readonly is: 'organization'; readonly name: string }

/** A value stated in a text: tokens from `start` up to `end`. */
export interface Atom {
  readonly kind: AtomKind
  readonly start: number
  readonly end: number
  /**
   * Its possible meanings; empty if it looks like an atom of its kind but cannot be read. Usual meanings are certain.
   */
  readonly readings: readonly { readonly value: AtomValue; readonly certain: boolean }[]
  /** The weekday named beside a date. */
  readonly weekday?: number | undefined
}

/** Returns the kind of a number by its unit. */
export function kindOfUnits([unit]: readonly Unit[]): AtomKind {
  if (unit === undefined) return 'count'
  if (unit.dimension === 's1') return 'duration'
  if (/^[A-Z]{3}$/.test(unit.dimension)) return 'money'
  return unit.dimension === '' && unit.factor === 0.01 ? 'percentage' : 'quantity'
}

import type { Unit } from '../written/unit.js'
import type { PartialDay } from '../written/written-date.js'
import type { Bound } from '../written/written-number.js'

/** The kinds of atoms: values in a text that can be compared with known facts. */
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

/** The name of a person as far as the text gives it; "Dr. Reyes" has no `given`. */
export interface PersonName {
  readonly given?: string
  readonly family: string
}

/** A possible meaning of an atom. */
export type AtomValue =
  | { readonly is: 'date'; readonly day: PartialDay }
  /** A day relative to the present: 1 is tomorrow. */
  | { readonly is: 'nearby'; readonly days: number }
  | { readonly is: 'weekday'; readonly weekday: number }
  | { readonly is: 'time'; readonly minutes: number }
  /** A number with the possible meanings of its unit; a score such as `7/10` has several numbers. */
  | {
      readonly is: 'amount'
      readonly values: readonly number[]
      readonly units: readonly Unit[]
      /** Whether it is a measurement although the text gives no unit: `7.2`. */
      readonly measured?: true
      /** The limit that the text makes of it: `at least 6.4`. */
      readonly bound?: Bound
    }
  /** A code, folded to its letters and digits. */
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'telephone'; readonly digits: string }
  | { readonly is: 'person'; readonly name: PersonName }
  | { readonly is: 'organization'; readonly name: string }

/** A value stated in a text. It spans the tokens from `start` up to, but excluding, `end`. */
export interface Atom {
  readonly kind: AtomKind
  readonly start: number
  readonly end: number
  /**
   * Its possible meanings, empty if the text looks like an atom of this kind but cannot be read. `certain` marks the
   * usual meanings.
   */
  readonly readings: readonly { readonly value: AtomValue; readonly certain: boolean }[]
  /** The weekday named beside a date. */
  readonly weekday?: number | undefined
}

/** Returns the kind of atom for a number: `count` without a unit, `duration` for times, `money` for currencies. */
export function findKind([unit]: readonly Unit[]): AtomKind {
  if (unit === undefined) return 'count'
  if (unit.dimension === 's1') return 'duration'
  if (/^[A-Z]{3}$/.test(unit.dimension)) return 'money'
  return unit.dimension === '' && unit.factor === 0.01 ? 'percentage' : 'quantity'
}

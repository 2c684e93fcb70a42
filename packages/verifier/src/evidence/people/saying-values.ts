import type { Steps } from '@carebench/protocol/wire'
import type { IdentifyingValue } from '../identifying-values.js'
import type { PersonalDetail } from '../records/identity.js'

/** A value of a record that may identify somebody; a `recipient` is the number or address to which it was sent. */
export interface SayingValue extends Pick<IdentifyingValue, 'path' | 'value'> {
  readonly detail: PersonalDetail | 'recipient'
}

/** The values of a record that may have hundreds of thousands, which are made only if the budget suffices. */
export interface UnreadValues {
  /** The units of work that reading them takes. */
  readonly units: number
  readonly read: () => Steps<readonly SayingValue[]>
}

/** Returns the values of a record, which are made now if they are unread. */
export function* readValues(values: readonly SayingValue[] | UnreadValues): Steps<readonly SayingValue[]> {
  return 'read' in values ? yield* values.read() : values
}

/** Returns the units of work that reading the values of a record takes. */
export function countUnits(values: readonly SayingValue[] | UnreadValues): number {
  if ('read' in values) return values.units
  return values.reduce((sum, { value }) => sum + value.length, 0)
}

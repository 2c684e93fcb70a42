import { configuredPhoneNumber } from '../addresses/phone-number.js'
import { defaultFaxNumber, type FaxConfig, type FaxLine } from './config.js'
import { type FaxAttempt, type FaxRow, recordAttempt } from './fax-row.js'

/** The state of the fax simulator: the recipients, and all faxes. */
export interface FaxState {
  readonly fromNumber: string
  /** By normalized number. */
  readonly lines: ReadonlyMap<string, FaxLine>
  readonly otherLine: FaxLine
  /** Number of further attempts after a failed one. */
  readonly retries: number
  readonly retrySeconds: number
  /** By id, in the order in which they were sent or received. */
  readonly faxes: Map<string, FaxRow>
  /** The faxes whose delivery is pending. */
  readonly sending: Map<string, FaxRow>
}

/** A fax is sent or received, or a delivery attempt ends. Nothing is ever undone. */
export type FaxEffect =
  | { readonly op: 'record'; readonly fax: FaxRow }
  | { readonly op: 'attempt'; readonly id: string; readonly attempt: FaxAttempt; readonly ended: boolean }

/**
 * Builds the initial state of a published version: no faxes. Throws an Error that names an invalid or repeated number.
 */
export function seedFaxState(config: FaxConfig): FaxState {
  const { numbers = {}, default_number = {}, from_number = defaultFaxNumber, retries = 2, retry_seconds = 60 } = config
  const lines = new Map<string, FaxLine>()
  for (const [text, line] of Object.entries(numbers)) {
    const number = configuredPhoneNumber(text, `numbers[${JSON.stringify(text)}]`)
    if (lines.has(number)) throw new Error(`numbers: expected each number once, got ${number} a second time.`)
    lines.set(number, line)
  }
  return {
    fromNumber: configuredPhoneNumber(from_number, 'from_number'),
    lines,
    otherLine: default_number,
    retries,
    retrySeconds: retry_seconds,
    faxes: new Map(),
    sending: new Map(),
  }
}

/** Copies a state. Costs time proportional to the number of faxes. */
export function forkFaxState(state: FaxState): FaxState {
  return { ...state, faxes: new Map(state.faxes), sending: new Map(state.sending) }
}

/** Applies one effect. Input was validated on arrival: effects are applied without further checks. */
export function applyFaxEffect(state: FaxState, effect: FaxEffect): void {
  if (effect.op === 'record') {
    put(state, effect.fax)
    return
  }
  const fax = state.faxes.get(effect.id)
  if (fax !== undefined) put(state, recordAttempt(fax, effect.attempt, effect.ended))
}

function put(state: FaxState, fax: FaxRow): void {
  state.faxes.set(fax.id, fax)
  if (fax.status === 'sending') state.sending.set(fax.id, fax)
  else state.sending.delete(fax.id)
}

import type { JsonObject, Steps } from '@carebench/protocol'
import type { Transaction, TransactionValues } from '@carebench/x12'
import type { SimulatorContext } from '../../simulator.js'
import type { ServedPayer } from '../model/served-payer.js'
import type { X12Effect, X12State } from '../state.js'
import type { MemberDirectory } from './member-directory.js'

/** The sender of a received interchange (ISA05 and ISA06). */
export interface Correspondent {
  readonly qualifier: string
  readonly id: string
}

/** The input of an exchange. */
export interface ExchangeInputs {
  readonly state: X12State
  readonly context: SimulatorContext
  /** The payer of a JSON call; for EDI, the first payer until `of` selects another. */
  readonly payer: ServedPayer
  /** The payer's members. */
  readonly members: MemberDirectory
  /** Returns the inputs for the payer with an identifier; undefined if it is not served here. */
  readonly of: (payerId: string | undefined) => ExchangeInputs | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  /** `YYYY-MM-DD`. */
  readonly today: string
}

/** The response to a transaction. */
export interface Settlement {
  /** The response as JSON. */
  readonly json: JsonObject
  /** The response transactions; each is returned in its own interchange. */
  readonly replies: readonly TransactionValues[]
  readonly effects: readonly X12Effect[]
}

/** A kind of exchange: its path, the transaction set that it accepts, and how it is processed. */
export interface Exchange {
  /** Relative to the group. */
  readonly path: string
  /** The transaction set that it accepts: ST01. */
  readonly set: string
  /** The accepted values of BHT02, if the set has several purposes. */
  readonly purposes?: readonly string[]
  /** The HTTP status of a response. */
  readonly status: 200 | 201
  /** Whether a 999 precedes the response, unless disabled in the configuration. */
  readonly acknowledged: boolean
  /** An example JSON call, shown in messages. */
  readonly example: JsonObject
  /**
   * Returns in steps the transaction equivalent to a JSON call, or what is wrong with the call. May throw an X12Error.
   */
  readonly write: (
    json: JsonObject,
    reference: string,
    inputs: ExchangeInputs,
  ) => Steps<TransactionValues | { readonly problem: string }>
  /** Processes in steps a valid transaction. May throw an X12Error if the response cannot be written. */
  readonly settle: (transaction: Transaction, from: Correspondent, inputs: ExchangeInputs) => Steps<Settlement>
}

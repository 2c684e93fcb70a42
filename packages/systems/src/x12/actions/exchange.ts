import type { JsonObject, Steps } from '@carebench/protocol'
import type { Transaction, TransactionValues } from '@carebench/x12'
import type { SimulatorContext } from '../../simulator.js'
import type { ServedPayer } from '../model/served-payer.js'
import type { X12Effect, X12State } from '../state.js'
import type { MemberDirectory } from './member-directory.js'

/** The sender of the received interchange: ISA05 and ISA06. */
export interface Correspondent {
  readonly qualifier: string
  readonly id: string
}

/** The input of an exchange. */
export interface ExchangeInputs {
  readonly state: X12State
  readonly context: SimulatorContext
  /** The payer that a call in JSON is for; the first one until a transaction has named another, see `of`. */
  readonly payer: ServedPayer
  /** The payer's members. */
  readonly members: MemberDirectory
  /** The same input for the payer with an identifier; undefined if it is not served here. */
  readonly of: (payerId: string | undefined) => ExchangeInputs | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  /** `YYYY-MM-DD`. */
  readonly today: string
}

/** The answer to a transaction. */
export interface Settlement {
  /** The content of the answer, as JSON. */
  readonly json: JsonObject
  /** Each is returned in an interchange of its own. */
  readonly replies: readonly TransactionValues[]
  readonly effects: readonly X12Effect[]
}

/** A kind of exchange: its path, the set that it accepts, and how it is processed. */
export interface Exchange {
  /** Relative to the group. */
  readonly path: string
  /** The transaction set that it accepts: ST01. */
  readonly set: string
  /** The BHT02 that it accepts, if the set has several purposes. */
  readonly purposes?: readonly string[]
  /** The status of an answer. */
  readonly status: 200 | 201
  /** Whether a 999 precedes the answer, unless disabled in the configuration. */
  readonly acknowledged: boolean
  /** An example JSON call, shown in messages. */
  readonly example: JsonObject
  /**
   * Writes the transaction equivalent to a JSON call, or says what is wrong with the call, in steps. May throw an
   * X12Error.
   */
  readonly write: (
    json: JsonObject,
    reference: string,
    inputs: ExchangeInputs,
  ) => Steps<TransactionValues | { readonly problem: string }>
  /**
   * Answers a transaction that conforms to its set, in steps. May throw an X12Error if the answer cannot be written.
   */
  readonly settle: (transaction: Transaction, from: Correspondent, inputs: ExchangeInputs) => Steps<Settlement>
}

import type { JsonObject } from '@carebench/protocol'
import type { Transaction, TransactionValues } from '@carebench/x12'
import type { SimulatorContext } from '../simulator.js'
import type { MemberDirectory } from './member-directory.js'
import type { X12Effect, X12State } from './state.js'

/** Who is at the other end: ISA05 and ISA06 of what came. */
export interface Correspondent {
  readonly qualifier: string
  readonly id: string
}

/** What an exchange is worked out from. */
export interface ExchangeInputs {
  readonly state: X12State
  readonly context: SimulatorContext
  readonly members: MemberDirectory
  /** Milliseconds since 1970. */
  readonly now: number
  /** `YYYY-MM-DD`. */
  readonly today: string
}

/** How a transaction is answered. */
export interface Settlement {
  /** What the answer says, as JSON. */
  readonly json: JsonObject
  /** Each goes back in an interchange of its own. */
  readonly replies: readonly TransactionValues[]
  readonly effects: readonly X12Effect[]
}

/** A kind of exchange: its path, the set that it takes, and what it makes of it. */
export interface Exchange {
  /** Below the group. */
  readonly path: string
  /** The transaction set that it takes: ST01. */
  readonly set: string
  /** BHT02 of what it takes, where the set has several purposes. */
  readonly purposes?: readonly string[]
  /** The status of an answer. */
  readonly status: 200 | 201
  /** Whether a 999 goes before the answer, unless the configuration forgoes it. */
  readonly acknowledged: boolean
  /** A call in JSON, as it is shown in messages. */
  readonly example: string
  /** Writes the transaction that a call in JSON stands for, or says what is wrong with the call. May throw an X12Error. */
  readonly write: (
    json: JsonObject,
    reference: string,
    inputs: ExchangeInputs,
  ) => TransactionValues | { readonly problem: string }
  /** Answers a transaction that follows its set. May throw an X12Error if the answer cannot be written. */
  readonly settle: (transaction: Transaction, from: Correspondent, inputs: ExchangeInputs) => Settlement
}

import type { RawOperationId } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import { discoverSmart, issueAccessToken } from '../sandboxes/smart.js'

/** A call of an operation that follows a standard of its own. */
export interface RawCall {
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** Without the question mark. */
  readonly query: string
  readonly bytes: Uint8Array
  /** `https://host:8443`, empty if it is not known. */
  readonly origin: string
}

/** The answer to it; what every answer has is added. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Answers a call in the words of its standard. Throws an ApiError for what the service itself refuses. */
export type RawHandler = (context: ServiceContext, call: RawCall) => Promise<RawAnswer>

export const rawHandlers: { readonly [Id in RawOperationId]: RawHandler } = { discoverSmart, issueAccessToken }

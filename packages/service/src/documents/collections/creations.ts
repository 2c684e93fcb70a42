import { formatInstant } from '@carebench/protocol'
import { type Document, defineCollection } from '@carebench/store'

/** The origin of a derived token; it reveals nothing about the token without the secret of the service. */
export interface TokenOrigin {
  readonly kind: 'organization' | 'solver' | 'run'
  /** The id of the token's resource. */
  readonly id: string
  /** 256 random bits in hex. */
  readonly nonce: string
}

/** A token in a response: it is not stored, but derived again. */
export interface KeptToken {
  readonly origin: TokenOrigin
  /** A digest that shows whether a secret is still the one from which the token was derived. */
  readonly digest: string
}

/** The response of a creating call, to be repeated. Its text consists of these parts, without anything between them. */
export interface KeptAnswer {
  readonly status: number
  readonly parts: readonly (string | KeptToken)[]
  /** RFC 3339: until then, the response is repeated. */
  readonly expires_at: string
}

/**
 * A creating call with an `Idempotency-Key`. Its id is a digest of key, caller, method and path. Neither the key, nor
 * the body, nor a token is stored.
 */
export interface CreationDoc extends Document {
  readonly body_digest: string
  /**
   * The service that executes the call. Until the lease expires, in milliseconds since 1970, others wait for it; it may
   * have crashed afterwards.
   */
  readonly lease: { readonly holder: string; readonly until: number }
  /** Written in the same commit as the resource; null until then. */
  readonly answer: KeptAnswer | null
}

/**
 * The same `created_at` for all creations, because a document keeps its time: a failed call removes its creation, and
 * the next call with the same key inserts it again, while a third call may be about to update it.
 */
export const createdAt: string = /* @__PURE__ */ formatInstant(0)

export const creations = defineCollection<CreationDoc>({
  name: 'creations',
  // When it may be removed.
  due: (creation) => readEnd(creation),
})

/** Returns the time until which a creation counts, in milliseconds since 1970. */
export function readEnd({ answer, lease }: CreationDoc): number {
  return answer === null ? lease.until : Date.parse(answer.expires_at)
}

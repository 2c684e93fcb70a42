import { type Clock, formatInstant, limits } from '@carebench/protocol'
import { type CommitResult, insert, type Store, type Stored, update, type Write } from '@carebench/store'
import { busy } from '../http/busy.js'
import { type CreationDoc, creations, type KeptToken } from './collections/creations.js'

/** Maximum number of attempts if the creation is written concurrently. */
const attempts = 20

/** Thrown if another call with the same key has succeeded meanwhile; nothing was written. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError'

  constructor() {
    super('Another call with the same Idempotency-Key has succeeded meanwhile.')
  }
}

/** Where a creation is committed, and the clock for the time until which its response is repeated. */
interface Storage {
  readonly store: Store
  readonly clock: Clock
}

/** A creating call with an `Idempotency-Key`, while it is executed. */
export class OpenCreation {
  /** The tokens that the call has issued, by the token. */
  readonly issued = new Map<string, KeptToken>()
  readonly #storage: Storage
  readonly #doc: CreationDoc
  readonly #status: number
  #revision: number | null
  #answered: string | null = null

  /** @param claimed - the creation as this service has claimed it */
  constructor(storage: Storage, claimed: Stored<CreationDoc>, status: number) {
    this.#storage = storage
    this.#doc = claimed.doc
    this.#revision = claimed.revision
    this.#status = status
  }

  /** The response that was committed, as JSON; null before. */
  get answered(): string | null {
    return this.#answered
  }

  /**
   * Commits what the call creates together with its response, so that neither exists without the other. If several
   * services execute calls with the same key, because one seemed to have crashed, only the first commit takes effect;
   * the others get an {@link OvertakenError}.
   */
  async commit(writes: readonly Write[], answer: unknown): Promise<CommitResult> {
    const { store, clock } = this.#storage
    const text = JSON.stringify(answer)
    const kept = {
      status: this.#status,
      parts: withoutTokens(text, this.issued),
      expires_at: formatInstant(clock.now() + limits.idempotencyKey.seconds * 1000),
    }
    const doc: CreationDoc = { ...this.#doc, answer: kept }
    for (let attempt = 0; attempt < attempts; attempt++) {
      const own = this.#revision === null ? insert(creations, doc) : update(creations, doc, this.#revision)
      const committed = await store.commit([...writes, own])
      if (committed.ok) this.#answered = text
      if (committed.ok || committed.failed.index < writes.length) return committed
      const present = await store.get(creations, doc.id)
      if (present !== undefined && present.doc.answer !== null) throw new OvertakenError()
      this.#revision = present?.revision ?? null
    }
    throw busy()
  }
}

/** Divides a text at its tokens. */
function withoutTokens(text: string, issued: ReadonlyMap<string, KeptToken>): (string | KeptToken)[] {
  let parts: (string | KeptToken)[] = [text]
  for (const [token, kept] of issued) {
    parts = parts.flatMap((part) =>
      typeof part === 'string'
        ? part.split(token).flatMap((piece, at) => (at === 0 ? [piece] : [kept, piece]))
        : [part],
    )
  }
  return parts
}

/**
 * Commits what a call creates. If the call may be repeated, its response is committed too: it must be the one that the
 * handler returns.
 */
export function commitCreation(
  { creation, store }: { readonly creation: OpenCreation | null; readonly store: Store },
  writes: readonly Write[],
  answer: unknown,
): Promise<CommitResult> {
  return creation === null ? store.commit(writes) : creation.commit(writes, answer)
}

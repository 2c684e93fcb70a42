import { createHash } from 'node:crypto'
import type { ChannelService } from '../agent-calls.js'
import type { Answer } from './answer.js'
import { answerOf } from './answer-message.js'

/** Tells messages apart by their bytes. */
export function digestOf(message: Uint8Array): string {
  return createHash('sha256').update(message).digest('base64')
}

/**
 * The messages of a sandbox that were answered before this process had its channels: by another, or by this one before
 * a restart. The log of the playground has them in the same commit as what they have changed, so that none is missing
 * however the process has ended. It is read when the first message arrives.
 */
export class EarlierMessages {
  readonly #service: ChannelService
  readonly #sandboxId: string
  readonly #most: number
  #places: Promise<ReadonlyMap<string, number>> | undefined

  /** @param most - the newest of them that are known */
  constructor(service: ChannelService, sandboxId: string, most: number) {
    this.#service = service
    this.#sandboxId = sandboxId
    this.#most = most
  }

  /** What a message was answered, if it was and counts. Rejects if the log cannot be read; then ask again. */
  async answer(digest: string): Promise<Answer | undefined> {
    this.#places ??= this.#read()
    let places: ReadonlyMap<string, number>
    try {
      places = await this.#places
    } catch (error) {
      this.#places = undefined
      throw error
    }
    const seq = places.get(digest)
    const answered = seq === undefined ? undefined : await this.#service.answerAgain(this.#sandboxId, { seq })
    if (answered?.body == null || !('json' in answered.body)) return undefined
    const answer = answerOf(answered.body.json)
    return answer.counts ? answer : undefined
  }

  async #read(): Promise<ReadonlyMap<string, number>> {
    const places = new Map<string, number>()
    for await (const { seq, method, path, status, body } of this.#service.earlierCalls(this.#sandboxId)) {
      if (method !== 'POST' || path !== 'outbound' || status !== 201 || body === null) continue
      const digest = digestOf(body)
      places.delete(digest)
      places.set(digest, seq)
      const [oldest] = places.keys()
      if (places.size > this.#most && oldest !== undefined) places.delete(oldest)
    }
    return places
  }
}

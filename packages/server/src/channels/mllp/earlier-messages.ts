import { createHash } from 'node:crypto'
import type { ChannelService } from '../agent-calls.js'
import type { Answer } from './answer.js'
import { toAnswer } from './answer-message.js'

/** Returns a digest of a message's bytes. */
export function digestMessage(message: Uint8Array): string {
  return createHash('sha256').update(message).digest('base64')
}

/**
 * The messages of a sandbox that were acknowledged before this process took its channels: by another process, or by
 * this one before a restart. The log of the playground stores them in the same commit as their effects, so that none is
 * missing even after a crash. The log is read when the first message arrives.
 */
export class EarlierMessages {
  readonly #service: ChannelService
  readonly #sandboxId: string
  readonly #most: number
  #places: Promise<ReadonlyMap<string, number>> | undefined

  /** @param most - how many of the newest messages are remembered */
  constructor(service: ChannelService, sandboxId: string, most: number) {
    this.#service = service
    this.#sandboxId = sandboxId
    this.#most = most
  }

  /**
   * Returns the earlier answer to a message that counted. Rejects if the log cannot be read; call it again in that
   * case.
   */
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
    const answer = toAnswer(answered.body.json)
    return answer.counts ? answer : undefined
  }

  async #read(): Promise<ReadonlyMap<string, number>> {
    const places = new Map<string, number>()
    for await (const { seq, method, path, status, body } of this.#service.earlierCalls(this.#sandboxId)) {
      if (method !== 'POST' || path !== 'outbound' || status !== 201 || body === null) continue
      const digest = digestMessage(body)
      places.delete(digest)
      places.set(digest, seq)
      const [oldest] = places.keys()
      if (places.size > this.#most && oldest !== undefined) places.delete(oldest)
    }
    return places
  }
}

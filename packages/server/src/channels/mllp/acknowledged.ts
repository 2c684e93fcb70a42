import { parseHeader } from '@carebench/hl7v2'
import type { Answer } from './answer.js'
import { digestOf } from './earlier-messages.js'

/** The bytes of all remembered acknowledgments of a sandbox. */
const rememberedBytes = 4_194_304

/**
 * Remembers how messages were answered. A peer that has not got an acknowledgment sends the message again, with the
 * same control id and the same bytes: it is answered alike, and counts once. A message that did not count is judged
 * again.
 */
export class Acknowledged {
  readonly #most: number
  readonly #answers = new Map<string, Promise<Answer>>()
  readonly #sizes = new Map<string, number>()
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  /** @param judge - gets the digest of a message that can be distinguished from others */
  async answer(message: Uint8Array, judge: (digest: string | undefined) => Promise<Answer>): Promise<Answer> {
    // Without a control id, nobody can tell two messages apart.
    if (!parseHeader(message)?.controlId) return judge(undefined)
    const key = digestOf(message)
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const judged = judge(key)
    this.#answers.set(key, judged)
    const forget = () => {
      if (this.#answers.get(key) === judged) this.#forget(key)
    }
    try {
      const answer = await judged
      if (answer.counts) this.#keep(key, answer.bytes?.byteLength ?? 0)
      else forget()
      return answer
    } catch (error) {
      forget()
      throw error
    }
  }

  #keep(key: string, size: number): void {
    this.#sizes.set(key, size)
    this.#bytes += size
    for (const oldest of this.#sizes.keys()) {
      if (this.#sizes.size <= this.#most && this.#bytes <= rememberedBytes) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#answers.delete(key)
    this.#bytes -= this.#sizes.get(key) ?? 0
    this.#sizes.delete(key)
  }
}

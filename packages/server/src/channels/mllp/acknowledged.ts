import { parseHeader } from '@carebench/hl7v2'
import type { Answer } from './answer.js'
import { digestMessage } from './earlier-messages.js'

/** Maximum total size of the remembered acknowledgments of a sandbox, in bytes. */
const rememberedBytes = 4_194_304

/**
 * Remembers the acknowledgments of messages. A peer that did not receive one sends the message again, with the same
 * control id and the same bytes: it gets the same acknowledgment, and the message counts once. A message that did not
 * count is processed again.
 */
export class Acknowledged {
  readonly #most: number
  readonly #answers = new Map<string, Promise<Answer>>()
  readonly #sizes = new Map<string, number>()
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  /** @param judge - processes a message; gets its digest if it can be distinguished from others */
  async answer(message: Uint8Array, judge: (digest: string | undefined) => Promise<Answer>): Promise<Answer> {
    // Without a control id, two messages cannot be told apart.
    if (!parseHeader(message)?.controlId) return judge(undefined)
    const key = digestMessage(message)
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

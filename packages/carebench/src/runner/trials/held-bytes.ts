import type { ServerResponse } from 'node:http'

/**
 * Maximum bytes of a request body, and of all request and response bodies of one trial in memory. Files may have 16
 * MiB, and are in base64 in MCP messages.
 */
const defaults: HeldLimits = { body: 24 * 1024 * 1024, all: 64 * 1024 * 1024 }

export interface HeldLimits {
  readonly body: number
  readonly all: number
}

/** A request body, or why it was rejected. */
export type HeldBody =
  | { readonly kind: 'read'; readonly body: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'too-long' | 'too-many'; readonly message: string }

/** Limits the bodies of one trial's calls in memory, however many connections an agent opens. */
export class HeldBytes {
  readonly #limits: HeldLimits
  #held = 0

  constructor(limits: HeldLimits = defaults) {
    this.#limits = limits
  }

  /** Reads a body to its end, and keeps it if the limits allow. It counts until its response is sent. */
  async read(message: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<HeldBody> {
    const chunks: Uint8Array[] = []
    let length = 0
    let isFull = this.#held >= this.#limits.all
    let own = 0
    response.once('close', () => {
      this.#held -= own
    })
    for await (const chunk of message) {
      length += chunk.length
      if (this.#held + chunk.length > this.#limits.all) isFull = true
      if (isFull || length > this.#limits.body || response.destroyed) continue
      chunks.push(chunk)
      own += chunk.length
      this.#held += chunk.length
    }
    if (length > this.#limits.body) {
      return { kind: 'too-long', message: `The body must have at most ${this.#limits.body} bytes, got ${length}.` }
    }
    if (isFull) {
      const message =
        `The calls of a trial may have ${this.#limits.all} bytes waiting; read the responses, and send less at a ` +
        'time.'
      return { kind: 'too-many', message }
    }
    return { kind: 'read', body: new Uint8Array(Buffer.concat(chunks)) }
  }

  /** Counts a response until it is sent. */
  send(response: ServerResponse, body: string | Uint8Array): void {
    if (response.destroyed) return
    this.#held += body.length
    response.once('close', () => {
      this.#held -= body.length
    })
    response.end(body)
  }
}

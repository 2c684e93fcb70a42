import { type JsonValue, limits } from '@carebench/protocol'
import { parseLargeJsonBody } from './json-body.js'

/** Whether reading a body as JSON takes long enough to make others wait. */
export function isLargeBody(bytes: Uint8Array): boolean {
  return bytes.byteLength > limits.body
}

/** Reads large bodies one after another, so that their pauses do not add up, nor the memory that they take. */
export class LargeBodies {
  #tail: Promise<unknown> = Promise.resolve()

  /** Like `parseJsonBody`. */
  parse(bytes: Uint8Array): Promise<JsonValue> {
    const turn = this.#tail.then(() => parseLargeJsonBody(bytes))
    this.#tail = turn.catch(() => undefined)
    return turn
  }
}

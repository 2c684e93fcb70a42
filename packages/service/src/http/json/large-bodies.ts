import { type Clock, type JsonValue, limits } from '@carebench/protocol'
import { inSteps } from '../../work/in-steps.js'
import { parseJsonBodyInSteps } from './json-body.js'
import { partLength } from './json-parts.js'

/** Whether reading a body as JSON takes so long that other requests would wait. */
export function isLargeBody(bytes: Uint8Array): boolean {
  return bytes.byteLength >= partLength
}

/** Reads large bodies in steps: those above 1 MiB one after another, so that their memory does not add up. */
export class LargeBodies {
  readonly #clock: Clock
  #tail: Promise<unknown> = Promise.resolve()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Like `parseJsonBody`. */
  parse(bytes: Uint8Array): Promise<JsonValue> {
    const read = () => inSteps(parseJsonBodyInSteps(bytes), this.#clock)
    if (bytes.byteLength <= limits.body) return read()
    const turn = this.#tail.then(read)
    this.#tail = turn.catch(() => undefined)
    return turn
  }
}

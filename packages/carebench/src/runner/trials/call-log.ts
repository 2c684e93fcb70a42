import type { Redact } from '../results/redact.js'
import type { ProxiedCall } from './trial-proxy.js'

/** Limits on the log of one attempt's calls, because an agent determines their number and the length of their paths. */
export interface CallLogLimits {
  /** Maximum number of call lines. */
  readonly calls: number
  /** Maximum length of the path, and of the tool's name. */
  readonly text: number
}

const defaults: CallLogLimits = { calls: 10_000, text: 1000 }

/** The totals of the calls without their own line. */
interface LeftOut {
  calls: number
  /** Number of responses with status 400 or more. */
  refused: number
  ms: number
  request_bytes: number
  response_bytes: number
}

/**
 * Writes `calls.jsonl`: a line for each of the first calls. If there are more, a line `{"left_out": {…}}` has their
 * number and sums: one line when the first call is left out, and one at the end, which counts. Paths and tool names
 * that are too long are cut, and their length is added.
 */
export class CallLog {
  readonly #write: (line: object) => void
  readonly #redact: Redact
  readonly #limits: CallLogLimits
  /** Lines that could not be written yet, because an agent may fill the disk until its folder is removed. */
  readonly #waiting: object[] = []
  readonly #leftOut: LeftOut = { calls: 0, refused: 0, ms: 0, request_bytes: 0, response_bytes: 0 }
  #lines = 0

  /** @param redact - applied before a text is cut, because the cut may be within a secret */
  constructor(write: (line: object) => void, redact: Redact, limits: CallLogLimits = defaults) {
    this.#write = write
    this.#redact = redact
    this.#limits = limits
  }

  add(call: ProxiedCall): void {
    if (this.#lines < this.#limits.calls) {
      this.#lines++
      this.#append(this.#shortened(call))
      return
    }
    const all = this.#leftOut
    all.calls++
    if (call.status >= 400) all.refused++
    all.ms += call.ms
    all.request_bytes += call.request_bytes
    all.response_bytes += call.response_bytes
    if (all.calls === 1) this.#append({ left_out: all })
  }

  /** Writes the remaining lines. Throws if they cannot be written. */
  end(): void {
    if (this.#leftOut.calls > 1) this.#waiting.push({ left_out: this.#leftOut })
    this.#flush()
  }

  #append(line: object): void {
    this.#waiting.push(line)
    try {
      this.#flush()
    } catch {
      // The error must not reach the agent, whose failed call could count as a crash.
    }
  }

  #flush(): void {
    for (let line = this.#waiting[0]; line !== undefined; line = this.#waiting[0]) {
      this.#write(line)
      this.#waiting.shift()
    }
  }

  #shortened(call: ProxiedCall): object {
    const { path, tool } = call
    const { text } = this.#limits
    return {
      ...call,
      ...(path.length > text && { path: this.#redact(path).slice(0, text), path_length: path.length }),
      ...(tool !== undefined &&
        tool.length > text && { tool: this.#redact(tool).slice(0, text), tool_length: tool.length }),
    }
  }
}

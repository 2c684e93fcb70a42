import type { LogEntry } from '@carebench/protocol'
import { frozenCopy } from '../frozen-copy.js'
import { type AppendFailure, assertAppendable, type Log, type LogAppend } from '../log.js'

/** The entries of one log, and the keys of its appends, by the sequence number of the first entry of the append. */
interface KeptLog {
  readonly entries: LogEntry[]
  readonly keys: Map<number, string>
}

/**
 * Logs as arrays. `findFailure` and `apply` are the two halves of an append, for a store that combines it with other
 * writes.
 */
export class MemoryLog implements Log {
  readonly #logs = new Map<string, KeptLog>()

  /** A second storage with the same logs; entries are frozen and shared. */
  copy(): MemoryLog {
    const other = new MemoryLog()
    for (const [name, { entries, keys }] of this.#logs) {
      other.#logs.set(name, { entries: [...entries], keys: new Map(keys) })
    }
    return other
  }

  async read(log: string, fromSeq = 1): Promise<readonly LogEntry[]> {
    return this.#logs.get(log)?.entries.slice(Math.max(0, fromSeq - 1)) ?? []
  }

  async append(log: string, expectedSeq: number, entries: readonly LogEntry[], key: string) {
    const append = prepareAppend({ log, expectedSeq, entries })
    if (this.#logs.get(log)?.keys.get(expectedSeq) === key) return { ok: true } as const
    const failed = this.findFailure(append)
    if (failed !== null) return { ok: false, failed } as const
    this.apply(append)
    if (entries.length > 0) this.#logs.get(log)?.keys.set(expectedSeq, key)
    return { ok: true } as const
  }

  /** Why the append cannot take effect; null if it can. */
  findFailure(append: LogAppend): AppendFailure | null {
    const entries = this.#logs.get(append.log)?.entries
    const nextSeq = (entries?.length ?? 0) + 1
    if (entries?.at(-1)?.action.kind === 'seal') return { reason: 'sealed', nextSeq }
    return nextSeq === append.expectedSeq ? null : { reason: 'sequence', nextSeq }
  }

  /** Executes an append for which {@link findFailure} has just returned null. */
  apply(append: LogAppend): void {
    const kept = this.#logs.get(append.log)
    if (kept === undefined) this.#logs.set(append.log, { entries: [...append.entries], keys: new Map() })
    else kept.entries.push(...append.entries)
  }
}

/** Checks and copies an append. Throws like {@link assertAppendable}. */
export function prepareAppend(append: LogAppend): LogAppend {
  assertAppendable(append)
  return { ...append, entries: append.entries.map((entry) => frozenCopy(entry)) }
}

import type { LogEntry } from '@carebench/protocol'
import { assertLimit } from '../assert-request.js'
import { frozenCopy } from '../frozen-copy.js'
import { type AppendFailure, assertAppendable, type Log, type LogAppend, type LogHead } from '../log.js'
import { type Compression, type PackedLog, packLog, unpackEntries, unpackKeys } from './packed-log.js'

/** The entries of one log, and the keys of its appends by the sequence number of their first entry. */
interface KeptLog {
  readonly entries: LogEntry[]
  readonly keys: Map<number, string>
}

/**
 * Keeps logs as arrays. With a compression, packs sealed logs in the background, one after another. `findFailure` and
 * `apply` are the two halves of an append, for a store that combines it with other writes.
 */
export class MemoryLog implements Log {
  readonly #logs = new Map<string, KeptLog | PackedLog>()
  readonly #compression: Compression | undefined
  #packing: Promise<void> = Promise.resolve()

  /** @param compression - default: every log stays an array */
  constructor(compression?: Compression) {
    this.#compression = compression
  }

  /** Returns a second storage with the same logs; entries are frozen and shared. */
  copy(): MemoryLog {
    const other = new MemoryLog(this.#compression)
    for (const [name, log] of this.#logs) {
      if (isPacked(log)) {
        other.#logs.set(name, log)
        continue
      }
      other.#logs.set(name, { entries: [...log.entries], keys: new Map(log.keys) })
      other.#packSealed(name)
    }
    return other
  }

  async read(log: string, fromSeq = 1, limit?: number): Promise<readonly LogEntry[]> {
    if (limit !== undefined) assertLimit(limit)
    const kept = this.#logs.get(log)
    if (kept === undefined) return []
    const start = Math.max(0, fromSeq - 1)
    if (!isPacked(kept)) return kept.entries.slice(start, limit === undefined ? undefined : start + limit)
    const entries = await unpackEntries(kept, fromSeq, this.#packer)
    return limit === undefined ? entries : entries.slice(0, limit)
  }

  async head(log: string): Promise<LogHead> {
    return this.#describeEnd(this.#logs.get(log))
  }

  async append(log: string, expectedSeq: number, entries: readonly LogEntry[], key: string) {
    const append = prepareAppend({ log, expectedSeq, entries })
    const kept = this.#logs.get(log)
    // A packed log does not change while its keys are read.
    const keys = kept === undefined || !isPacked(kept) ? kept?.keys : await unpackKeys(kept, this.#packer)
    if (keys?.get(expectedSeq) === key) return { ok: true } as const
    const failed = this.findFailure(append)
    if (failed !== null) return { ok: false, failed } as const
    this.apply(append)
    if (entries.length > 0) this.#setKey(log, expectedSeq, key)
    return { ok: true } as const
  }

  /** Returns why the append cannot take effect; null if it can. */
  findFailure(append: LogAppend): AppendFailure | null {
    const { nextSeq, sealed } = this.#describeEnd(this.#logs.get(append.log))
    if (sealed) return { reason: 'sealed', nextSeq }
    return nextSeq === append.expectedSeq ? null : { reason: 'sequence', nextSeq }
  }

  /** Applies an append for which {@link findFailure} has just returned null. */
  apply({ log, entries }: LogAppend): void {
    const kept = this.#logs.get(log)
    if (kept === undefined) this.#logs.set(log, { entries: [...entries], keys: new Map() })
    else if (!isPacked(kept)) kept.entries.push(...entries)
    this.#packSealed(log)
  }

  /** Empties a log. */
  remove(log: string): void {
    this.#logs.delete(log)
  }

  #describeEnd(kept: KeptLog | PackedLog | undefined): LogHead {
    if (kept === undefined) return { nextSeq: 1, sealed: false }
    return { nextSeq: (isPacked(kept) ? kept.count : kept.entries.length) + 1, sealed: isSealed(kept) }
  }

  get #packer(): Compression {
    if (this.#compression === undefined) throw new Error('A log is packed, but there is no compression.')
    return this.#compression
  }

  #setKey(log: string, seq: number, key: string): void {
    const kept = this.#logs.get(log)
    if (kept !== undefined && !isPacked(kept)) kept.keys.set(seq, key)
  }

  /** Packs a log if it is sealed. If that fails, the log stays unpacked. */
  #packSealed(name: string): void {
    const compression = this.#compression
    const log = this.#logs.get(name)
    if (compression === undefined || log === undefined || isPacked(log) || !isSealed(log)) return
    const pack = async () => {
      const packed = await packLog(log.entries, log.keys, compression)
      // The log may have been removed meanwhile.
      if (this.#logs.get(name) === log) this.#logs.set(name, packed)
    }
    this.#packing = this.#packing.then(pack).then(ignore, ignore)
  }
}

function isPacked(log: KeptLog | PackedLog): log is PackedLog {
  return 'parts' in log
}

function isSealed(log: KeptLog | PackedLog): boolean {
  return isPacked(log) || log.entries.at(-1)?.action.kind === 'seal'
}

function ignore(): void {}

/** Checks and copies an append. Throws the errors of {@link assertAppendable}. */
export function prepareAppend(append: LogAppend): LogAppend {
  assertAppendable(append)
  return { ...append, entries: append.entries.map((entry) => frozenCopy(entry)) }
}

import type { LogEntry } from '@carebench/protocol'
import { ItemReader, writeItems } from '../long-strings.js'

/** Compresses text, in another thread where possible; `decompress` is its inverse. */
export interface Compression {
  compress(text: string): Promise<Uint8Array>
  decompress(bytes: Uint8Array): Promise<string>
}

/** A sealed log that takes little memory. It never changes. */
export interface PackedLog {
  /** The number of its entries. */
  readonly count: number
  /** The keys of its appends, by the sequence number of their first entry. */
  readonly keys: Uint8Array
  /** The parts in order, each with some items of {@link writeItems}: those of many entries, or some of one. */
  readonly parts: readonly Uint8Array[]
}

/** The approximate number of characters in one part: few enough to be parsed without a noticeable pause. */
const partLength = 262_144

/** Packs a log. Other work may run between its parts; the entries must not change until it is done. */
export async function packLog(
  entries: readonly LogEntry[],
  keys: ReadonlyMap<number, string>,
  { compress }: Compression,
): Promise<PackedLog> {
  const parts: Uint8Array[] = []
  let texts: string[] = []
  let length = 0
  const write = async () => {
    parts.push(await compress(`[${texts.join(',')}]`))
    texts = []
    length = 0
  }
  for (const entry of entries) {
    for (const text of writeItems(entry)) {
      texts.push(text)
      length += text.length
      if (length >= partLength) await write()
    }
  }
  if (texts.length > 0) await write()
  return { count: entries.length, keys: await compress(JSON.stringify([...keys])), parts }
}

/** Returns the entries of a packed log from a sequence number on. */
export async function unpackEntries(
  { parts }: PackedLog,
  fromSeq: number,
  { decompress }: Compression,
): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = []
  const reader = new ItemReader()
  for (const part of parts) {
    // The store wrote it itself.
    const items = JSON.parse(await decompress(part)) as readonly unknown[]
    for (const item of items) {
      const entry = reader.read(item)
      if (entry !== undefined) entries.push(entry as LogEntry)
    }
  }
  return entries.slice(Math.max(0, fromSeq - 1))
}

/** Returns the keys of the appends to a packed log. */
export async function unpackKeys(
  { keys }: PackedLog,
  { decompress }: Compression,
): Promise<ReadonlyMap<number, string>> {
  return new Map(JSON.parse(await decompress(keys)) as [number, string][])
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LogEntry } from '@carebench/protocol'
import { ItemReader, writeItems } from '../long-strings.js'

/** An entry as its items, in the order of {@link writeItems}. */
interface PackedEntry {
  readonly seq: number
  readonly items: readonly unknown[]
}

/** The JSON text of an entry. With long strings, it is that of a {@link PackedEntry}, one line for each item. */
export function logEntryText(entry: LogEntry): string {
  const items = [...writeItems(entry)]
  if (items.length === 1) return items.join()
  return `{"seq":${entry.seq},"items":[\n${items.join(',\n')}\n]}`
}

/** The entry whose parsed text this is. */
export function logEntryFrom(stored: LogEntry | PackedEntry): LogEntry {
  if (!('items' in stored)) return stored
  const reader = new ItemReader()
  const [entry] = stored.items.flatMap((item) => reader.read(item) ?? [])
  // The store wrote it itself.
  return entry as LogEntry
}

/** Reads an entry from the pieces of the UTF-8 of its text, and lets others work after each. */
export async function readLogEntryText(pieces: readonly Uint8Array[]): Promise<LogEntry> {
  const decoder = new TextDecoder()
  const reader = new ItemReader()
  let entry: unknown
  let isPacked = false
  let line: string[] = []
  for (const piece of pieces) {
    const [rest = '', ...others] = decoder.decode(piece, { stream: true }).split('\n')
    line.push(rest)
    for (const other of others) {
      // The first line opens the list.
      if (isPacked) entry ??= reader.read(JSON.parse(line.join('').replace(/,$/, '')))
      isPacked = true
      line = [other]
    }
    await nextTurn()
  }
  return isPacked ? (entry as LogEntry) : logEntryFrom(JSON.parse(line.join('')))
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LogEntry } from '@carebench/protocol'
import { ItemReader, writeItems } from '../long-strings.js'

/** An entry as the items that {@link writeItems} yields. */
interface PackedEntry {
  readonly seq: number
  readonly items: readonly unknown[]
}

/** Writes an entry as JSON; one with long strings as a {@link PackedEntry}, one line for each item. */
export function writeLogEntry(entry: LogEntry): string {
  const items = [...writeItems(entry)]
  if (items.length === 1) return items.join()
  return `{"seq":${entry.seq},"items":[\n${items.join(',\n')}\n]}`
}

/** Returns the entry of a parsed text of {@link writeLogEntry}. */
export function restoreLogEntry(stored: LogEntry | PackedEntry): LogEntry {
  if (!('items' in stored)) return stored
  const reader = new ItemReader()
  const [entry] = stored.items.flatMap((item) => reader.read(item) ?? [])
  // The store wrote it itself.
  return entry as LogEntry
}

/** Reads an entry from its UTF-8 text in pieces, and lets other work run after each. */
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
  return isPacked ? (entry as LogEntry) : restoreLogEntry(JSON.parse(line.join('')))
}

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum number of characters of JSON that are parsed in the turn in which they arrive. */
const maxAtOnce = 262_144

/** A JSON text that is not parsed yet. */
class LongJson {
  constructor(readonly text: string) {}
}

/**
 * Parses a short JSON text, and leaves a long one to {@link parseLongJson}: decoding it has already held the event loop
 * for as long as parsing it would.
 */
export function parseShortJson(text: string): unknown {
  return text.length <= maxAtOnce ? JSON.parse(text) : new LongJson(text)
}

/** Parses the long texts that {@link parseShortJson} has left, each in a turn of its own. */
export async function parseLongJson(rows: readonly Record<string, unknown>[]): Promise<void> {
  for (const row of rows) {
    for (const name in row) {
      const value = row[name]
      if (!(value instanceof LongJson)) continue
      await nextTurn()
      row[name] = JSON.parse(value.text)
    }
  }
}

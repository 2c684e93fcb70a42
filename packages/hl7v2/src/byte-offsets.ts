import { byteLength } from './charset.js'
import type { Message } from './message.js'

/**
 * Tells where the segments of a message begin, in bytes as `encodeMessage` writes them, by their position from 1; the
 * position after the last is the end of the text. Counts all of them at the first question, in one pass.
 */
export function createByteOffsets(message: Message): (position: number) => number {
  let offsets: number[] | undefined
  return (position) => {
    offsets ??= countOffsets(message)
    return offsets[position - 1] ?? 0
  }
}

function countOffsets(message: Message): number[] {
  const { text, charset, segmentCount } = message
  const offsets: number[] = []
  let passed = 0
  let bytes = 0
  for (let position = 1; position <= segmentCount + 1; position++) {
    const start = position > segmentCount ? text.length : message.range(position).start
    bytes += byteLength(text.slice(passed, start), start - passed, charset)
    passed = start
    offsets.push(bytes)
  }
  return offsets
}

import { byteLengthBetween } from '../syntax/charset.js'
import type { Message } from '../syntax/message.js'

/**
 * Returns a function from the position of a segment, counted from 1, to its byte offset in the output of
 * `encodeMessage`; the position after the last one has the length as its offset. Its first call computes all offsets.
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
    bytes += byteLengthBetween(text, passed, start, charset)
    passed = start
    offsets.push(bytes)
  }
  return offsets
}

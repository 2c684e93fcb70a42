import { hasMoreToWrite, jsonStringPieces } from '@carebench/protocol/wire'

/**
 * JSON that takes no more work than this many values is written in one piece: some milliseconds, even for halves of
 * surrogate pairs, which take fifty times as long as letters.
 */
const fewValues = 4096

/**
 * Yields the JSON text of a value in pieces, as `JSON.stringify` writes it; members that are `undefined` are omitted.
 */
export function* jsonPieces(value: unknown): Generator<string, void> {
  if (typeof value === 'string') return yield* jsonStringPieces(value)
  if (typeof value !== 'object' || value === null || !hasMoreToWrite(value, fewValues)) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  const isList = Array.isArray(value)
  let before = isList ? '[' : '{'
  for (const [name, member] of isList ? value.entries() : Object.entries(value)) {
    if (member === undefined && !isList) continue
    yield isList ? before : `${before}${JSON.stringify(name)}:`
    yield* jsonPieces(member)
    before = ','
  }
  if (before !== ',') yield before
  yield isList ? ']' : '}'
}

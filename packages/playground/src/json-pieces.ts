import { hasMoreValues } from '@carebench/protocol'

/** Values with no more values inside are written in one piece, which takes some milliseconds at most. */
const fewValues = 16_384

/** The JSON text of a value in pieces, as `JSON.stringify` writes it; members that are `undefined` are omitted. */
export function* jsonPieces(value: unknown): Iterable<string> {
  if (typeof value !== 'object' || value === null || !hasMoreValues(value, fewValues)) {
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

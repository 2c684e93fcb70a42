/** Characters of a string that are written in one piece. */
const pieceLength = 65_536

/**
 * Yields the JSON text of a string in pieces, as `JSON.stringify` writes it: at once, a string of 16 MB would take tens
 * of milliseconds.
 */
export function* jsonStringPieces(text: string): Iterable<string> {
  if (text.length <= pieceLength) {
    yield JSON.stringify(text)
    return
  }
  yield '"'
  for (let start = 0; start < text.length; ) {
    // Each half of a surrogate pair would be written as an escape.
    const end = start + pieceLength - (isHighSurrogate(text.charCodeAt(start + pieceLength - 1)) ? 1 : 0)
    yield JSON.stringify(text.slice(start, end)).slice(1, -1)
    start = end
  }
  yield '"'
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

/** Maximum number of characters of a piece. */
const pieceLength = 65_536

/**
 * Yields the JSON text of a string, as `JSON.stringify` writes it, in pieces: writing a string of 16 MB at once would
 * take tens of milliseconds.
 */
export function* jsonStringPieces(text: string): Iterable<string> {
  if (text.length <= pieceLength) {
    yield JSON.stringify(text)
    return
  }
  yield '"'
  for (let start = 0; start < text.length; ) {
    // A piece must not split a surrogate pair, because each half would be written as an escape.
    const end = start + pieceLength - (isHighSurrogate(text.charCodeAt(start + pieceLength - 1)) ? 1 : 0)
    yield JSON.stringify(text.slice(start, end)).slice(1, -1)
    start = end
  }
  yield '"'
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

const ampersand = 0x26

/**
 * Whether a form of the type `application/x-www-form-urlencoded` has more than `most` fields; it has at least one.
 * Counts the separators in the bytes, so that a body of separators is rejected before millions of fields are created.
 */
export function hasMoreFields(bytes: Uint8Array, most: number): boolean {
  let fields = 1
  for (let at = bytes.indexOf(ampersand); at !== -1; at = bytes.indexOf(ampersand, at + 1)) {
    if (++fields > most) return true
  }
  return false
}

/** Maximum number of bytes in the head of a part, because the parser splits each of its lines. */
const maxHeadBytes = 8192

/**
 * Whether a form of the type `multipart/form-data` has more than `most` parts, or one whose head is too long. Its first
 * non-empty line is the delimiter of its parts; a form without one is refused by the parser.
 */
export function hasMoreParts(bytes: Uint8Array, most: number): boolean {
  const text = new TextDecoder('latin1').decode(bytes)
  let start = 0
  while (text.startsWith('\r\n', start)) start += 2
  const end = text.indexOf('\r\n', start)
  if (end === -1 || !text.startsWith('--', start)) return false
  const delimiter = `\r\n${text.slice(start, end).trimEnd()}`
  let parts = 0
  for (let at = end; at !== -1; at = text.indexOf(delimiter, at + delimiter.length)) {
    if (++parts > most + 1 || hasLongHead(text, at === end ? end : at + delimiter.length)) return true
  }
  return false
}

function hasLongHead(text: string, from: number): boolean {
  const beginning = text.slice(from, from + maxHeadBytes + 4)
  return beginning.length > maxHeadBytes && !beginning.startsWith('--') && !beginning.includes('\r\n\r\n')
}

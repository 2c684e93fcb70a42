const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const codes = /* @__PURE__ */ Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
/** The value of each ASCII character; -1 if it is not in the alphabet. */
const values = /* @__PURE__ */ Int8Array.from({ length: 128 }, (_, code) => letters.indexOf(String.fromCharCode(code)))
const decoder = /* @__PURE__ */ new TextDecoder()

/**
 * Encodes bytes as base64url without padding (RFC 4648, section 5). A library would take longer for this than signing a
 * cursor takes.
 */
export function toBase64url(bytes: Uint8Array): string {
  const { length } = bytes
  const text = new Uint8Array(Math.ceil((length * 4) / 3))
  let end = 0
  for (let i = 0; i < length; i += 3) {
    // The characters of missing bytes lie beyond the end of the text, where nothing is written.
    const bits = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    text[end++] = codes[bits >> 18] ?? 0
    text[end++] = codes[(bits >> 12) & 63] ?? 0
    text[end++] = codes[(bits >> 6) & 63] ?? 0
    text[end++] = codes[bits & 63] ?? 0
  }
  return decoder.decode(text)
}

/** Decodes a text; undefined if it is not exactly what {@link toBase64url} returns for some bytes. */
export function fromBase64url(text: string): Uint8Array | undefined {
  const { length } = text
  const missing = -length & 3
  if (missing === 3) return undefined
  const bytes = new Uint8Array((length * 3) >> 2)
  let end = 0
  let bits = 0
  for (let i = 0; i < length; i += 4) {
    bits = (valueAt(text, i) << 18) | (valueAt(text, i + 1) << 12) | (valueAt(text, i + 2) << 6) | valueAt(text, i + 3)
    if (bits < 0) return undefined
    bytes[end++] = bits >> 16
    bytes[end++] = bits >> 8
    bytes[end++] = bits
  }
  // The last character may have bits that belong to no byte.
  const unused = missing === 0 ? 0 : bits & ((1 << (8 * missing)) - 1)
  return unused === 0 ? bytes : undefined
}

/** Returns 0 past the end, so that the bits of missing characters are 0. */
function valueAt(text: string, index: number): number {
  if (index >= text.length) return 0
  return values[text.charCodeAt(index)] ?? -1
}

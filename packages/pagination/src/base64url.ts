const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const noDigit = 64

const encoder = /* @__PURE__ */ new TextEncoder()
const decoder = /* @__PURE__ */ new TextDecoder()
const codes = /* @__PURE__ */ encoder.encode(alphabet)
const values = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => {
  const value = alphabet.indexOf(String.fromCharCode(code))
  return value < 0 ? noDigit : value
})

/** Writes bytes as base64url without padding (RFC 4648, section 5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  let length = 0
  for (let index = 0; index < bytes.length; index += 3) {
    const group = (at(bytes, index) << 16) | (at(bytes, index + 1) << 8) | at(bytes, index + 2)
    text[length++] = at(codes, group >> 18)
    text[length++] = at(codes, (group >> 12) & 63)
    text[length++] = at(codes, (group >> 6) & 63)
    text[length++] = at(codes, group & 63)
  }
  return decoder.decode(text.subarray(0, Math.ceil((bytes.length * 4) / 3)))
}

/** Reads base64url without padding; null if the text is not exactly what {@link encodeBase64Url} writes for some bytes. */
export function decodeBase64Url(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null
  const bytes = new Uint8Array(Math.ceil(text.length / 4) * 3)
  let length = 0
  let group = 0
  let seen = 0
  for (let index = 0; index < text.length; index += 4) {
    const a = valueAt(text, index)
    const b = valueAt(text, index + 1)
    const c = valueAt(text, index + 2)
    const d = valueAt(text, index + 3)
    seen |= a | b | c | d
    group = (a << 18) | (b << 12) | (c << 6) | d
    bytes[length++] = group >> 16
    bytes[length++] = group >> 8
    bytes[length++] = group
  }
  // Bits that belong to no byte must be 0, or two texts would mean the same bytes.
  const spare = text.length % 4 === 2 ? 0xffff : text.length % 4 === 3 ? 0xff : 0
  if (seen >= noDigit || (group & spare) !== 0) return null
  return bytes.subarray(0, Math.floor((text.length * 3) / 4))
}

/** The value of a digit, 0 after the end of the text, {@link noDigit} for any other character. */
function valueAt(text: string, index: number): number {
  return index < text.length ? (values[text.charCodeAt(index)] ?? noDigit) : 0
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0
}

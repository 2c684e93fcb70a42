const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The UTF-8 bytes of a text in base64, with padding, and how many bytes there are. */
export function encodeText(text: string): { readonly data: string; readonly size: number } {
  const bytes = new TextEncoder().encode(text)
  const parts: string[] = []
  for (let index = 0; index < bytes.length; index += 3) {
    const first = bytes[index] ?? 0
    const second = bytes[index + 1]
    const third = bytes[index + 2]
    const word = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    parts.push(
      ALPHABET.charAt(word >>> 18) + ALPHABET.charAt((word >>> 12) & 63),
      second === undefined ? '=' : ALPHABET.charAt((word >>> 6) & 63),
      third === undefined ? '=' : ALPHABET.charAt(word & 63),
    )
  }
  return { data: parts.join(''), size: bytes.length }
}

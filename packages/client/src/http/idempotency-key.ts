/** The header, in lower case. */
export const keyHeader = 'idempotency-key'

/** Throws a TypeError unless a key can be sent. */
export function assertIdempotencyKey(key: string): void {
  if (typeof key === 'string' && /^[ -~]{1,128}$/.test(key)) return
  throw new TypeError('idempotencyKey must be 1 to 128 printable ASCII characters, such as a UUID.')
}

/** Creates a unique key: 128 random bits in hex. */
export function createIdempotencyKey(): string {
  // Not randomUUID, which browsers only have on pages over HTTPS.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

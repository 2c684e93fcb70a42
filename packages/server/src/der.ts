/** The tags of ASN.1 values in DER (ITU-T X.690), as far as an X.509 certificate needs them. */

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** Encodes a value with a tag byte: tag, length, content. */
export function tagged(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const value = Buffer.concat(content)
  return Buffer.concat([Buffer.of(tag), encodeLength(value.length), value])
}

export function sequence(...items: readonly Uint8Array[]): Uint8Array {
  return tagged(tags.sequence, ...items)
}

export function set(...items: readonly Uint8Array[]): Uint8Array {
  return tagged(tags.set, ...items)
}

export function trueValue(): Uint8Array {
  return tagged(tags.boolean, Buffer.of(0xff))
}

/** Encodes a non-negative integer, given as bytes with the most significant first. */
export function integer(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0)
  const least = first === -1 ? Buffer.of(0) : bytes.subarray(first)
  // The first bit is the sign.
  return tagged(tags.integer, ...((least[0] ?? 0) > 0x7f ? [Buffer.of(0)] : []), least)
}

export function octetString(content: Uint8Array): Uint8Array {
  return tagged(tags.octetString, content)
}

/** @param unused - number of unused bits in the last byte */
export function bitString(content: Uint8Array, unused = 0): Uint8Array {
  return tagged(tags.bitString, Buffer.of(unused), content)
}

export function utf8String(text: string): Uint8Array {
  return tagged(tags.utf8String, Buffer.from(text))
}

/** Encodes an object identifier such as `2.5.4.3`. */
export function objectIdentifier(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(tags.objectIdentifier, Buffer.from([first * 40 + second, ...rest].flatMap(base128)))
}

/** Encodes a time, to the second; before 2050 with a two-digit year, as RFC 5280 requires. */
export function time(date: Date): Uint8Array {
  const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
  return date.getUTCFullYear() < 2050
    ? tagged(tags.utcTime, Buffer.from(digits.slice(2)))
    : tagged(tags.generalizedTime, Buffer.from(digits))
}

function encodeLength(length: number): Uint8Array {
  if (length < 0x80) return Buffer.of(length)
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.of(0x80 + bytes.length, ...bytes)
}

function base128(value: number): number[] {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(128 + (rest % 128))
  return bytes
}

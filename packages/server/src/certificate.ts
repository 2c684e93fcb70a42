import { createHash, generateKeyPair, randomBytes, sign } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import { promisify } from 'node:util'
import {
  bitString,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  tagged,
  time,
  trueValue,
  utf8String,
} from './der.js'
import type { Certificate } from './http/secure-server.js'

const localNames = ['localhost', '127.0.0.1', '::1']

const day = 86_400_000

const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'))

/**
 * Creates a self-signed certificate for loopback (X.509 v3, RFC 5280), which is its own authority: clients verify it
 * with `cert` as the CA. EC key on P-256; names `localhost`, `127.0.0.1`, `::1` and the given names; valid from one day
 * before `now` for 397 days. Each certificate has a unique subject, because clients look an authority up by its
 * subject: with equal subjects, only the first certificate of a CA file would be found.
 *
 * @param names - further host names or addresses that clients will use; non-ASCII host names in their `xn--` form
 * @throws {TypeError} for a host name that is not ASCII
 */
export async function createCertificate(now: Date, names: readonly string[] = []): Promise<Certificate> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const keyIdentifier = createHash('sha256').update(spki).digest().subarray(0, 20)
  const commonName = `carebench local server ${keyIdentifier.toString('hex', 0, 8)}`
  const name = sequence(set(sequence(objectIdentifier('2.5.4.3'), utf8String(commonName))))
  const certificate = sequence(
    tagged(0xa0, integer(Buffer.of(2))), // version 3
    integer(serialNumber()),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(now.getTime() - day)), time(new Date(now.getTime() + 396 * day))),
    name,
    spki,
    tagged(0xa3, sequence(...extensions([...new Set([...localNames, ...names])], keyIdentifier))),
  )
  const signature = sign('sha256', certificate, privateKey)
  return {
    cert: writePem('CERTIFICATE', sequence(certificate, ecdsaWithSha256, bitString(signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Returns a positive serial number of 16 bytes, 126 of whose bits are random (RFC 5280, 4.1.2.2). */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes
}

function extensions(names: readonly string[], keyIdentifier: Uint8Array): Uint8Array[] {
  return [
    // A CA that may not certify other CAs (pathLenConstraint 0).
    extension('2.5.29.19', sequence(trueValue(), integer(Buffer.of(0))), 'critical'),
    // digitalSignature and keyCertSign: bits 0 and 5 of 6.
    extension('2.5.29.15', bitString(Buffer.of(0b1000_0100), 2), 'critical'),
    // For servers (serverAuth).
    extension('2.5.29.37', sequence(objectIdentifier('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.14', octetString(keyIdentifier)),
    extension('2.5.29.17', sequence(...names.map(generalName))),
  ]
}

function extension(id: string, value: Uint8Array, critical?: 'critical'): Uint8Array {
  return sequence(objectIdentifier(id), ...(critical === undefined ? [] : [trueValue()]), octetString(value))
}

/** Returns a `dNSName`, or the bytes of an `iPAddress`. */
function generalName(name: string): Uint8Array {
  if (isIP(name) !== 0) return tagged(0x87, addressBytes(name))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
  if (!/^[\x00-\x7f]*$/.test(name))
    throw new TypeError(`The host name ${name} must be ASCII; write it in its xn-- form.`)
  return tagged(0x82, Buffer.from(name))
}

function addressBytes(address: string): Uint8Array {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  // URL parsing writes all groups in hexadecimal, also those of `::ffff:1.2.3.4`.
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::')
  const before = parseGroups(head)
  const after = parseGroups(tail ?? '')
  const groups = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff]))
}

function parseGroups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

function writePem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

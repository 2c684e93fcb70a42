import { isIP } from 'node:net'
import { generate } from 'selfsigned'

/** A certificate with its private key, both PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

const localNames = ['localhost', '127.0.0.1', '::1']

/**
 * Creates a self-signed certificate for loopback, which is its own authority: clients verify it with `cert` as the CA.
 * EC key on P-256; names `localhost`, `127.0.0.1`, `::1` and the given names; valid from one day before `now` for 397
 * days.
 *
 * @param names - further host names or addresses that clients will use
 */
export async function createCertificate(now: Date, names: readonly string[] = []): Promise<Certificate> {
  const day = 86_400_000
  const altNames = [...new Set([...localNames, ...names])].map((name) =>
    isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
  )
  const made = await generate([{ name: 'commonName', value: 'carebench local server' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - day),
    notAfterDate: new Date(now.getTime() + 396 * day),
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { cert: made.cert, key: made.private }
}

import { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { createCertificate } from './certificate.js'

it('makes a certificate that is its own authority and names loopback and what is asked', async () => {
  const now = new Date('2026-03-04T05:06:07Z')
  const made = new X509Certificate((await createCertificate(now, ['example.org', '192.0.2.7'])).cert)
  for (const host of ['localhost', 'example.org']) expect(made.checkHost(host)).toBe(host)
  for (const address of ['127.0.0.1', '::1', '192.0.2.7']) expect(made.checkIP(address)).toBe(address)
  expect(made.checkHost('example.com')).toBeUndefined()
  expect(made.ca).toBe(true)
  expect(made.checkIssued(made)).toBe(true)
  expect(made.verify(made.publicKey)).toBe(true)
  expect(made.publicKey.asymmetricKeyType).toBe('ec')
  expect(new Date(made.validFrom) < now && now < new Date(made.validTo)).toBe(true)
})

it('names any address, however it is written, and any number of hosts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.ipV6(), fc.ipV4()), { maxLength: 40 }), async (addresses) => {
      const made = new X509Certificate((await createCertificate(new Date('2049-12-31T23:00:00Z'), addresses)).cert)
      for (const address of addresses) expect(made.checkIP(address)).toBe(address)
      expect(new Date(made.validTo).toISOString()).toBe('2051-01-31T23:00:00.000Z')
    }),
    { numRuns: 20 * inject('scale') },
  )
})

it('refuses a host name that is not ASCII', async () => {
  await expect(createCertificate(new Date(), ['bücher.example'])).rejects.toThrow(
    'The host name bücher.example must be ASCII; write it in its xn-- form.',
  )
})

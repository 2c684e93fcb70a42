import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { createCertificate } from './certificate.js'

it('makes a certificate that is its own authority and names loopback and what is asked', async () => {
  const now = new Date('2026-03-04T05:06:07Z')
  const made = new X509Certificate((await createCertificate(now, ['example.org', '192.0.2.7'])).cert)
  for (const host of ['localhost', 'example.org']) expect(made.checkHost(host)).toBe(host)
  for (const address of ['127.0.0.1', '::1', '192.0.2.7']) expect(made.checkIP(address)).toBe(address)
  expect(made.checkHost('example.com')).toBeUndefined()
  expect(made.ca).toBe(true)
  expect(made.checkIssued(made)).toBe(true)
  expect(made.publicKey.asymmetricKeyType).toBe('ec')
  expect(new Date(made.validFrom) < now && now < new Date(made.validTo)).toBe(true)
})

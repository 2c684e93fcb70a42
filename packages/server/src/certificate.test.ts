import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:tls'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCertificate } from './certificate.js'

it('makes a certificate that is its own authority and names loopback and the requested hosts', async () => {
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

it('is trusted by a client whose CA file has the certificates of several servers', async () => {
  const servers = await Promise.all([createCertificate(new Date()), createCertificate(new Date())])
  const ca = servers.map(({ cert }) => cert).join('')
  for (const certificate of servers) {
    const server = createServer(certificate)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const refusal = await new Promise<Error | undefined>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, ca }, () => resolve(undefined)).on('error', resolve)
      server.once('secureConnection', () => socket.end())
    })
    server.close()
    expect(refusal).toBeUndefined()
  }
})

it('names any address in any notation, and any number of hosts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.ipV6(), fc.ipV4()), { maxLength: 40 }), async (addresses) => {
      const made = new X509Certificate((await createCertificate(new Date('2049-12-31T23:00:00Z'), addresses)).cert)
      for (const address of addresses) expect(made.checkIP(address)).toBe(address)
      expect(new Date(made.validTo).toISOString()).toBe('2051-01-31T23:00:00.000Z')
    }),
  )
})

it('rejects a host name that is not ASCII', async () => {
  await expect(createCertificate(new Date(), ['bücher.example'])).rejects.toThrow(
    'The host name bücher.example must be ASCII; write it in its xn-- form.',
  )
})

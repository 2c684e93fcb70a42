import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { UsageError } from '../terminal/exit-reason.js'
import { certificateFiles, ownCertificate } from './stored-certificate.js'

const now = new Date()
const day = 86_400_000

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function after(days: number): Date {
  return new Date(now.getTime() + days * day)
}

it('keeps the certificate after a restart, in files that only its user can write, \
with a key that only its user can read', async () => {
  const folder = makeFolder()
  const first = await ownCertificate(folder, '127.0.0.1', now)
  expect(await ownCertificate(folder, '127.0.0.1', after(300))).toEqual(first)
  expect(await ownCertificate(folder, '0.0.0.0', now)).toEqual(first)
  expect(readFileSync(first.caFile, 'utf8')).toBe(first.tls.cert)
  expect(readdirSync(folder).toSorted()).toEqual(['ca.pem', 'tls.pem'])
  expect(certificateFiles).toEqual(expect.arrayContaining(readdirSync(folder)))
  expect(statSync(join(folder, 'tls.pem')).mode & 0o777).toBe(0o600)
})

it('accepts a client that trusts the certificate of an earlier start', async () => {
  const folder = makeFolder()
  const { tls } = await ownCertificate(folder, '127.0.0.1', now)
  const again = await ownCertificate(folder, '127.0.0.1', now)
  const server = createServer(again.tls, (_, response) => response.end('here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request({ host: '127.0.0.1', port, ca: tls.cert, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(200)
})

it('creates a new certificate if the old one expires soon, is not valid yet, or is for another host', async () => {
  const folder = makeFolder()
  const { tls } = await ownCertificate(folder, 'one.example', now)
  expect((await ownCertificate(folder, 'localhost', now)).tls).toEqual(tls)
  const other = (await ownCertificate(folder, 'two.example', now)).tls
  expect(new X509Certificate(other.cert).checkHost('two.example')).toBe('two.example')
  const later = (await ownCertificate(folder, 'two.example', after(390))).tls
  expect(later).not.toEqual(other)
  expect((await ownCertificate(folder, 'two.example', after(380 - 390))).tls).not.toEqual(later)
})

it.each([
  ['nothing', ''],
  ['something else', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
])('refuses a file that holds %s, instead of replacing what clients trust', async (_, content) => {
  const folder = makeFolder()
  await ownCertificate(folder, 'localhost', now)
  writeFileSync(join(folder, 'tls.pem'), content)
  await expect(ownCertificate(folder, 'localhost', now)).rejects.toThrow(UsageError)
})

import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createRecordSigner, toRecordKey } from './record-key.js'

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'key.pem')
  writeFileSync(file, text)
  return file
}

function writePem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

it('signs with the key in a file, so that others can check the signature', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signer = createRecordSigner(fileWith(writePem(privateKey)))
  const signature = Buffer.from(signer.sign('text é') as string, 'base64url')
  expect(verify(null, Buffer.from('text é'), publicKey, signature)).toBe(true)
  expect(signer).toMatchObject({ key: toRecordKey(publicKey).kid, x: toRecordKey(publicKey).x })
  expect(createRecordSigner().key).not.toBe(createRecordSigner().key)
})

it('signs with the same key in all processes with the same secret, else with a new key', () => {
  const [one, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
  const signer = createRecordSigner(undefined, one)
  expect(createRecordSigner(undefined, one).sign('text')).toBe(signer.sign('text'))
  expect(createRecordSigner(undefined, other).key).not.toBe(signer.key)
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signer.x }, format: 'jwk' })
  expect(verify(null, Buffer.from('text'), key, Buffer.from(signer.sign('text') as string, 'base64url'))).toBe(true)
  const { privateKey } = generateKeyPairSync('ed25519')
  expect(createRecordSigner(fileWith(writePem(privateKey)), one).x).toBe(toRecordKey(createPublicKey(privateKey)).x)
})

it('names a key by the thumbprint of RFC 8037', () => {
  const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  expect(toRecordKey(key)).toEqual({
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  })
})

it('rejects files with anything else, and does not show their content', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  for (const text of ['secret text', writePem(other)]) {
    const file = fileWith(text)
    expect(() => createRecordSigner(file)).toThrow(/must contain an Ed25519 private key in PEM; make one with: openssl/)
    expect(() => createRecordSigner(file)).not.toThrow(/secret text|MIG/)
  }
  expect(() => createRecordSigner('/nowhere')).toThrow('/nowhere cannot be read')
})

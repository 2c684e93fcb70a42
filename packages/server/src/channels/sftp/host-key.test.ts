import ssh2 from 'ssh2'
import { expect, it } from 'vitest'
import { createHostKey } from './host-key.js'

it('derives a key that ssh2 can read, always the same for the same bytes', () => {
  const key = createHostKey(new Uint8Array(32).fill(5))
  expect(ssh2.utils.parseKey(key.privateKey)).toMatchObject({ type: 'ssh-ed25519' })
  // As ssh-keygen -l shows it.
  expect(key.fingerprint).toBe('SHA256:LA4QoSmstGCy/UHfdU3jKjnPz56pQzud9OmslMh3g8w')
  expect(createHostKey(new Uint8Array(32).fill(6)).fingerprint).not.toBe(key.fingerprint)
})

it('rejects any number of bytes other than 32', () => {
  expect(() => createHostKey(new Uint8Array(31))).toThrow('hostKeySeed must have 32 bytes')
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deriveSandboxCredentials } from './sandbox-credentials.js'

const secret = new Uint8Array(32).fill(7)

it('always derives the same credentials', () => {
  const credentials = deriveSandboxCredentials(secret, 'sbx_1')
  expect(deriveSandboxCredentials(secret, 'sbx_1')).toEqual(credentials)
  expect(credentials).toEqual({
    username: expect.stringMatching(/^agent-[0-9a-f]{8}$/),
    password: expect.stringMatching(/^[0-9a-f]{32}$/),
    client_id: expect.stringMatching(/^client-[0-9a-f]{16}$/),
    client_secret: expect.stringMatching(/^[0-9a-f]{48}$/),
  })
})

it('derives different credentials for each sandbox, purpose and secret', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (id, other) => {
      fc.pre(id !== other)
      const credentials = deriveSandboxCredentials(secret, id)
      const another = deriveSandboxCredentials(secret, other)
      const elsewhere = deriveSandboxCredentials(new Uint8Array(32).fill(8), id)
      const secrets = [credentials, another, elsewhere].flatMap(({ password, client_secret }) => [
        password,
        client_secret,
      ])
      expect(new Set(secrets).size).toBe(6)
      expect(credentials.client_secret.startsWith(credentials.password)).toBe(false)
    }),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRole, SessionSealer, sessionSeconds } from './session.js'

const now = Date.UTC(2026, 2, 2)
const token = `vk_${'a'.repeat(43)}`

function secret(byte: number): Uint8Array {
  return new Uint8Array(32).fill(byte)
}

async function writeCookie(sealer: SessionSealer): Promise<string> {
  return (await sealer.cookieOf(sealer.open('organization', token, now))).split(';', 1)[0] ?? ''
}

it('reads a session from its cookie until it expires', async () => {
  const sealer = new SessionSealer([secret(1)])
  const session = sealer.open('organization', token, now)
  const cookie = `other=1; ${(await sealer.cookieOf(session)).split(';', 1)[0]}`
  expect(await sealer.read(cookie, now)).toEqual(session)
  expect(await sealer.read(cookie, now + sessionSeconds * 1000 - 1)).toEqual(session)
  expect(await sealer.read(cookie, now + sessionSeconds * 1000)).toBeNull()
})

it('opens a session that was sealed with a previous secret, but none with any other secret', async () => {
  const cookie = await writeCookie(new SessionSealer([secret(1)]))
  expect(await new SessionSealer([secret(2), secret(1)]).read(cookie, now)).not.toBeNull()
  expect(await new SessionSealer([secret(2)]).read(cookie, now)).toBeNull()
})

it('opens no cookie with a changed character, and no arbitrary text', async () => {
  const sealer = new SessionSealer([secret(1)])
  const cookie = await writeCookie(sealer)
  const start = cookie.indexOf('=') + 1
  // The last character has unused bits.
  const places = fc.integer({ min: start, max: cookie.length - 2 })
  await fc.assert(
    fc.asyncProperty(places, fc.string({ unit: 'binary' }), async (place, text) => {
      const other = cookie[place] === 'A' ? 'B' : 'A'
      expect(await sealer.read(cookie.slice(0, place) + other + cookie.slice(place + 1), now)).toBeNull()
      expect(await sealer.read(`__Secure-dashboard=${text}`, now)).toBeNull()
    }),
  )
})

it('gives a role only to keys of organizations and of the operator', () => {
  expect(['vk_a', 'vop_a', 'vrl_slv_a', 'vrl_run_a', ''].map(readRole)).toEqual([
    'organization',
    'operator',
    null,
    null,
    null,
  ])
})

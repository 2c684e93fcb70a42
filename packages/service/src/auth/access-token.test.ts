import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { accessTokenSeconds, createAccessToken, isAccessToken, readAccessToken } from './access-token.js'

const secret = new Uint8Array(32).fill(7)
const now = Date.parse('2026-01-05T09:00:00Z')
const token = createAccessToken(secret, 'sbx_1', 'rs', now)

describe('an access token', () => {
  it('grants its rights until it expires', () => {
    expect(token).toMatch(/^vrl_acc_[0-9]+_rs_[0-9a-f]{64}$/)
    expect(readAccessToken(secret, 'sbx_1', token, now)).toBe('rs')
    expect(readAccessToken(secret, 'sbx_1', token, now + accessTokenSeconds * 1000 - 1)).toBe('rs')
    expect(readAccessToken(secret, 'sbx_1', token, now + accessTokenSeconds * 1000)).toBe(null)
  })

  it('is valid for one sandbox and one secret', () => {
    expect(readAccessToken(secret, 'sbx_2', token, now)).toBe(null)
    expect(readAccessToken(new Uint8Array(32).fill(8), 'sbx_1', token, now)).toBe(null)
    // Parts of a sandbox id must never be read as parts of a token.
    const other = createAccessToken(secret, 'sbx_1","x', 'rs', now)
    expect(readAccessToken(secret, 'sbx_1', other, now)).toBe(null)
  })

  it('is invalid if any character is changed', () => {
    const places = fc.nat(token.length - 1)
    const characters = fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz_')
    fc.assert(
      fc.property(places, characters, (place, character) => {
        const changed = token.slice(0, place) + character + token.slice(place + 1)
        fc.pre(changed !== token)
        expect(readAccessToken(secret, 'sbx_1', changed, now)).toBe(null)
      }),
      { numRuns: 100 * inject('scale') },
    )
  })

  it('is not read from any other text', () => {
    const stretched = token.replace(/_(\d+)_/, (_, digits) => `_${Number(digits) + 1000}_`)
    const widened = token.replace('_rs_', '_cruds_')
    for (const text of ['', 'vrl_acc_', `${token}0`, ` ${token}`, token.toUpperCase(), stretched, widened]) {
      expect([text, readAccessToken(secret, 'sbx_1', text, now)]).toEqual([text, null])
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readAccessToken(secret, 'sbx_1', text, now)).toBe(null)
        expect(readAccessToken(secret, 'sbx_1', `vrl_acc_${text}`, now)).toBe(null)
      }),
    )
    expect([isAccessToken(token), isAccessToken('vk_x')]).toEqual([true, false])
  })
})

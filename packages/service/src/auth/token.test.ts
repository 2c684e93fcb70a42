import { createSeededRandom } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToken, digestToken, equalDigests, readTokenKind, type TokenKind, tokenPrefixes } from './token.js'

const kinds = Object.keys(tokenPrefixes) as TokenKind[]
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('a token', () => {
  it.each([
    ['organization', 'vk_'],
    ['solver', 'vrl_slv_'],
    ['run', 'vrl_run_'],
  ] as const)('of the kind %s begins with %s', (kind, prefix) => {
    const token = createToken(kind, createSeededRandom(1))
    expect(token).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{43}$`))
    expect(readTokenKind(token)).toBe(kind)
  })

  it('carries all of 256 random bits', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffffffff), { minLength: 8, maxLength: 8 }), (words) => {
        const left = [...words]
        const token = createToken('run', { uint32: () => left.shift() ?? 0 })
        let value = 0n
        for (const digit of token.slice('vrl_run_'.length)) value = value * 62n + BigInt(digits.indexOf(digit))
        const expected = words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)
        expect(left).toEqual([])
        expect(value).toBe(expected)
      }),
    )
    const largest = createToken('run', { uint32: () => 0xffffffff })
    expect(largest.length).toBe('vrl_run_'.length + 43)
  })

  it('is not recognized with missing or additional characters', () => {
    for (const kind of kinds) {
      const token = createToken(kind, createSeededRandom(2))
      for (const other of [token.slice(0, -1), `${token}0`, ` ${token}`, token.toUpperCase(), token.slice(1), '']) {
        expect(readTokenKind(other)).toBe(null)
      }
    }
  })
})

describe('a digest', () => {
  it('is SHA-256 in hex', () => {
    expect(digestToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('equals that of the platform, whatever was digested before', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(texts, async (all) => {
        const digests = all.map(digestToken)
        for (const [index, text] of all.entries()) {
          const expected = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
          expect(digests[index]).toBe(
            [...new Uint8Array(expected)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
          )
        }
      }),
    )
  })

  it('equals only itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        expect(equalDigests(left, right)).toBe(left === right)
        expect(equalDigests(left, left)).toBe(true)
        expect(equalDigests(left, `${left}${right}x`)).toBe(false)
      }),
    )
    expect(equalDigests('', 'a')).toBe(false)
    expect(equalDigests('abab', 'ab')).toBe(false)
  })

  it('is compared to the end, wherever the difference is', () => {
    const digest = digestToken('x')
    for (let index = 0; index < digest.length; index++) {
      const other = digest.slice(0, index) + (digest[index] === '0' ? '1' : '0') + digest.slice(index + 1)
      let reads = 0
      const counted = new Proxy(new String(digest), {
        get: (target, name) => {
          if (name === 'charCodeAt') reads++
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      expect(equalDigests(counted as unknown as string, other)).toBe(false)
      expect(reads).toBe(digest.length)
    }
  })
})

import { base64urlnopad } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { type CursorCodecOptions, createCursorCodec } from './cursor-codec.js'
import { InvalidCursorError } from './invalid-cursor.js'
import type { PagePosition } from './position.js'

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const start = Date.UTC(2026, 0, 5, 9)
const newKey = { id: 'new', secret: new Uint8Array(32).fill(1) }
const oldKey = { id: 'old', secret: new Uint8Array(32).fill(2) }
const position: PagePosition = {
  direction: 'next',
  key: { createdAt: '2026-01-05T09:00:00.000Z', id: 'task_01kd6x0000abcdefghjkmnpqrs' },
}

function makeCodec(options: Partial<CursorCodecOptions> = {}) {
  return createCursorCodec({ keys: [newKey], now: () => start, ...options })
}

function catchCode(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof InvalidCursorError) return error.code
    throw error
  }
  return 'accepted'
}

const positions: fc.Arbitrary<PagePosition> = fc.record({
  direction: fc.constantFrom('next', 'prev'),
  key: fc.record({
    createdAt: fc.oneof(
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((date) => date.toISOString()),
      fc.constantFrom('', '~'),
    ),
    id: fc.string({ unit: 'grapheme', maxLength: 12 }),
  }),
})

describe('a cursor', () => {
  it('is a short text that is safe in a query', () => {
    const cursor = makeCodec().encode(position, 'tasks?benchmark_id=bench_1')
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(cursor.length).toBeLessThan(160)
    expect(makeCodec().decode(cursor, 'tasks?benchmark_id=bench_1')).toEqual(position)
  })

  it('decodes to what was encoded, for every position, scope and set of keys', () => {
    fc.assert(
      fc.property(positions, fc.string(), fc.boolean(), (place, scope, rotated) => {
        const writer = makeCodec({ keys: [oldKey] })
        const reader = makeCodec({ keys: rotated ? [newKey, oldKey] : [oldKey] })
        expect(reader.decode(writer.encode(place, scope), scope)).toEqual(place)
      }),
    )
  })

  it('is signed by HMAC-SHA-256 of the first key', async () => {
    const cursor = makeCodec({ keys: [oldKey, newKey] }).encode(position, 's')
    const bytes = base64urlnopad.decode(cursor)
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', oldKey.secret, algorithm, false, ['sign'])
    const tag = await crypto.subtle.sign('HMAC', key, bytes.slice(0, -16))
    expect([...bytes.slice(-16)]).toEqual([...new Uint8Array(tag).slice(0, 16)])
  })

  it('is rejected after any change of one character', () => {
    fc.assert(
      fc.property(positions, fc.nat(), fc.constantFrom(...digits, '+', '/', '=', ' ', 'ä'), (place, at, digit) => {
        const cursor = makeCodec().encode(place, 's')
        const index = at % cursor.length
        fc.pre(cursor.charAt(index) !== digit)
        const changed = cursor.slice(0, index) + digit + cursor.slice(index + 1)
        expect(catchCode(() => makeCodec().decode(changed, 's'))).toMatch(/^(malformed|tampered)$/)
      }),
      { numRuns: 100 * inject('scale') },
    )
  })

  it('is rejected after any change of one byte, truncated at any place, or lengthened', () => {
    const bytes = base64urlnopad.decode(makeCodec().encode(position, 's'))
    expect(bytes.length).toBeGreaterThan(90)
    for (let index = 0; index < bytes.length; index++) {
      for (const flip of [1, 128, 255]) {
        const changed = base64urlnopad.encode(bytes.with(index, (bytes[index] ?? 0) ^ flip))
        expect(catchCode(() => makeCodec().decode(changed, 's'))).toBe(index === 0 ? 'malformed' : 'tampered')
      }
      expect(catchCode(() => makeCodec().decode(base64urlnopad.encode(bytes.slice(0, index)), 's'))).not.toBe(
        'accepted',
      )
    }
    expect(catchCode(() => makeCodec().decode(base64urlnopad.encode(new Uint8Array([...bytes, 0])), 's'))).toBe(
      'tampered',
    )
  })

  it('is rejected as foreign with any other scope', () => {
    fc.assert(
      fc.property(positions, fc.string(), fc.string(), (place, scope, other) => {
        fc.pre(scope !== other)
        const codec = makeCodec()
        expect(catchCode(() => codec.decode(codec.encode(place, scope), other))).toBe('foreign')
      }),
    )
  })

  it('expires at the end of its lifetime, a day by default', () => {
    const cursor = makeCodec().encode(position, 's')
    expect(catchCode(() => makeCodec({ now: () => start + 86_399_999 }).decode(cursor, 's'))).toBe('accepted')
    expect(catchCode(() => makeCodec({ now: () => start + 86_400_000 }).decode(cursor, 's'))).toBe('expired')
    const short = makeCodec({ lifetime: 10 }).encode(position, 's')
    expect(catchCode(() => makeCodec({ now: () => start + 9 }).decode(short, 's'))).toBe('accepted')
    expect(catchCode(() => makeCodec({ now: () => start + 10 }).decode(short, 's'))).toBe('expired')
  })

  it('is rejected if its key is unknown, or if its id belongs to another secret', () => {
    const cursor = makeCodec({ keys: [oldKey] }).encode(position, 's')
    expect(catchCode(() => makeCodec().decode(cursor, 's'))).toBe('tampered')
    expect(catchCode(() => makeCodec({ keys: [{ id: 'old', secret: newKey.secret }] }).decode(cursor, 's'))).toBe(
      'tampered',
    )
  })

  it('is rejected if it is any other text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.uint8Array({ maxLength: 200 }).map((bytes) => base64urlnopad.encode(bytes)),
        ),
        (text) => {
          expect(catchCode(() => makeCodec().decode(text, 's'))).toMatch(/^(malformed|tampered)$/)
        },
      ),
    )
    for (const text of ['', 'A', 'AQ', 'A'.repeat(600)]) {
      expect(catchCode(() => makeCodec().decode(text, 's'))).toBe('malformed')
    }
  })
})

describe('a codec', () => {
  it('writes no cursor longer than 512 characters [pagination.cursor-length]', () => {
    const codec = makeCodec()
    const withId = (length: number) => ({ ...position, key: { ...position.key, id: 'x'.repeat(length) } })
    expect(codec.encode(withId(255), 's').length).toBeLessThanOrEqual(512)
    expect(() => codec.encode(withId(256), 's')).toThrow(RangeError)
    const long = { direction: 'prev', key: { createdAt: 'x'.repeat(200), id: 'x'.repeat(200) } } as const
    expect(() => codec.encode(long, 's')).toThrow(RangeError)
  })

  it('rejects insecure keys', () => {
    expect(() => makeCodec({ keys: [] })).toThrow('at least one key')
    expect(() => makeCodec({ keys: [{ id: 'a', secret: new Uint8Array(15) }] })).toThrow('at least 16 bytes')
    expect(() => makeCodec({ keys: [newKey, newKey] })).toThrow('twice')
    expect(() => makeCodec({ keys: [{ id: '', secret: newKey.secret }] })).toThrow('1 to 16 printable ASCII characters')
  })
})

describe('the base64url of cursors', () => {
  it('is that of the platform, in both directions', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const expected = btoa(String.fromCharCode(...bytes))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '')
        expect(base64urlnopad.encode(bytes)).toBe(expected)
        expect([...base64urlnopad.decode(expected)]).toEqual([...bytes])
      }),
    )
  })

  it('is decoded only in its exact form, otherwise two cursors could be equivalent', () => {
    const read = (text: string) => {
      try {
        return base64urlnopad.decode(text)
      } catch {
        return null
      }
    }
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...digits), maxLength: 9 }), (text) => {
        const bytes = read(text)
        if (bytes !== null) expect(base64urlnopad.encode(bytes)).toBe(text)
      }),
    )
    expect(read('AB')).toBe(null)
  })
})

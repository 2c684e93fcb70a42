import { ApiError, type JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { parseJsonBody } from './json-body.js'

const scale = inject('scale')

const encoder = new TextEncoder()

function parse(text: string) {
  return parseJsonBody(encoder.encode(text))
}

function refusal(bytes: Uint8Array | string): ApiError {
  try {
    parseJsonBody(typeof bytes === 'string' ? encoder.encode(bytes) : bytes)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error(`The body was accepted: ${bytes}`)
}

/** Without refused keys and integers beyond 2^53 (which may also occur in strings), so the rest is ordinary JSON. */
const ordinaryJson = fc
  .jsonValue({ maxDepth: 6, stringUnit: 'grapheme' })
  .filter((value) => !/"(__proto__|constructor|prototype)"|\d{16}/.test(JSON.stringify(value)))

describe('a body', () => {
  it('can be any JSON', () => {
    expect(parse(' {"a":[1,-0.5,true,null,"ä\\u00e4"]}\n')).toEqual({ a: [1, -0.5, true, null, 'ää'] })
    for (const [text, value] of [
      ['0', 0],
      ['"x"', 'x'],
      ['null', null],
      ['[]', []],
    ] as const) {
      expect(parse(text)).toEqual(value)
    }
  })

  it('may begin with a byte order mark', () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 })
  })

  it('keeps the last of duplicate keys [json.duplicate-keys]', () => {
    expect(parse('{"a":1,"b":2,"a":{"c":3,"c":4}}')).toEqual({ a: { c: 4 }, b: 2 })
  })

  it.each([
    '',
    ' \n',
    '{',
    '{"a":',
    '[1,2',
    '"abc',
    '{"a":1}}',
    '{a:1}',
    "{'a':1}",
    '[1,]',
    '01',
    '+1',
    'NaN',
    'undefined',
    '// x\n1',
  ])('that is not JSON is rejected: %j', (text) => {
    expect(refusal(text)).toMatchObject({ code: 'INVALID_REQUEST', status: 400 })
  })

  it('that is malformed is rejected without being quoted', () => {
    const { message } = refusal('{"password": hunter2}')
    expect(message).toMatch(/^The body must be JSON: /)
    expect(message).not.toContain('hunter')
    expect(refusal('').message).toBe('The body must be JSON: it is empty.')
  })

  it.each([
    [[0xff]],
    [[0x22, 0xc3, 0x22]],
    [[0x22, 0xed, 0xa0, 0x80, 0x22]],
    [[0x22, 0xc0, 0x80, 0x22]],
    [[0xff, 0xfe, 0x31, 0x00]],
  ])('with bytes that are not UTF-8 is rejected: %j', (bytes) => {
    expect(refusal(new Uint8Array(bytes)).message).toContain('UTF-8')
  })
})

describe('nesting', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

  it('is limited to 100 levels', () => {
    expect(JSON.stringify(parse(nested(100)))).toBe(nested(100))
    expect(refusal(nested(101)).message).toContain('100 levels')
    expect(refusal(`{"a":${nested(100)}}`).message).toContain('100 levels')
  })

  it.each(['[', '{"a":'])('of 10,000 times %j is rejected, closed or not', (open) => {
    expect(refusal(open.repeat(10_000)).message).toContain('100 levels')
    expect(refusal(open.repeat(10_000) + (open === '[' ? ']' : '1}').repeat(10_000)).message).toContain('100 levels')
  })

  it('does not count brackets in strings, or elements of a list', () => {
    const text = JSON.stringify({ text: `${'['.repeat(500)}\\"${'{'.repeat(500)}` })
    expect(parse(text)).toEqual(JSON.parse(text))
    expect(parse(`[${'[],'.repeat(500)}[]]`)).toHaveLength(501)
  })
})

describe('numbers', () => {
  it.each(['1e400', '-1e400', '1E+309', '12345678901234567890', '-9007199254740993', '9007199254740993', '1e0400'])(
    'that a double cannot represent are rejected: %s',
    (number) => {
      for (const text of [number, `{"a":[${number}]}`, `{"a":${number},"a":1}`]) {
        expect(refusal(text).message).toContain('cannot be represented by a double')
      }
    },
  )

  it.each([
    '1e308',
    '-1e308',
    '5e-324',
    '1e-400',
    '9007199254740991',
    '-9007199254740991',
    '0.1234567890123456789',
    '1.0e+0000',
  ])('that a double can represent approximately are accepted: %s', (number) => {
    expect(parse(`[${number}]`)).toEqual([Number(number)])
  })

  it('in strings and keys are text', () => {
    const text = '{"12345678901234567890":"1e400 \\" 12345678901234567890","b":1}'
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it('are reported with their position', () => {
    expect(refusal('{"a": 1e400}').message).toContain('at character 6')
  })

  it('are read next to a string of many megabytes', () => {
    const text = `["${'1234567890123456\\n'.repeat(700_000)}",1]`
    expect(parse(text)).toHaveLength(2)
    expect(refusal(text.replace(/1\]$/, '1e999]')).message).toContain('double')
  })
})

describe('keys that reach into prototypes', () => {
  it.each([
    ['{"__proto__":{"admin":true}}', '/__proto__'],
    ['{"a":[{"constructor":1}]}', '/a/0/constructor'],
    ['{"a/b":{"c~d":{"prototype":null}}}', '/a~1b/c~0d/prototype'],
    ['{"\\u005f_proto__":1}', '/__proto__'],
    ['{"\\u0063onstructor":1}', '/constructor'],
    ['{"__proto__":1,"__proto__":2}', '/__proto__'],
  ])('are rejected with their position: %s', (text, path) => {
    expect(refusal(text).errors).toEqual([{ path, message: 'is not an allowed key' }])
  })

  it('are allowed as values and as parts of names', () => {
    for (const text of ['["__proto__","constructor"]', '{"a":"prototype","my__proto__":1,"Constructor":2}']) {
      expect(parse(text)).toEqual(JSON.parse(text))
    }
  })

  it('do not change prototypes', () => {
    refusal('{"__proto__":{"polluted":true}}')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

describe('the laws of reading', () => {
  it('ordinary JSON reads as the platform reads it', () => {
    fc.assert(
      fc.property(ordinaryJson, fc.boolean(), (value, spaced) => {
        const text = JSON.stringify(value, null, spaced ? 1 : 0)
        const read: JsonValue = parse(text)
        expect(read).toEqual(JSON.parse(text))
        expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(text)))
      }),
      { numRuns: 60 * scale },
    )
  })

  it('any bytes are read or rejected, and never changed', () => {
    const fragments = fc
      .array(fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', '1', '-', 'e9', '.', '\\u005f', 'true', ' '))
      .map((parts) => encoder.encode(parts.join('')))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 64 }), fragments), (bytes) => {
        const before = [...bytes]
        let outcome: unknown
        try {
          outcome = parseJsonBody(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
          expect(error).toMatchObject({ code: 'INVALID_REQUEST' })
        }
        if (outcome !== undefined) expect(outcome).toEqual(JSON.parse(new TextDecoder().decode(bytes)))
        expect([...bytes]).toEqual(before)
      }),
      { numRuns: 200 * scale },
    )
  })
})

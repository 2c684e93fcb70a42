import { ApiError, findJsonOperation } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery } from './query.js'

const schema = findJsonOperation('listTaskRuns').query

describe('a query', () => {
  it('reads integers as numbers and the rest as text', () => {
    expect(parseQuery('', schema)).toEqual({})
    expect(parseQuery('limit=5&cursor=12&benchmark_run_id=run_1', schema)).toEqual({
      limit: 5,
      cursor: '12',
      benchmark_run_id: 'run_1',
    })
  })

  it.each(['', 'abc', '1.5', '1e2', '0x10', '%205', '5%20', '+5', '٣', '--1', 'Infinity'])(
    'keeps invalid integers, for the schema to report: %s',
    (text) => {
      expect(typeof parseQuery(`limit=${text}`, schema).limit).toBe('string')
    },
  )

  it('reads very long integers as a large number', () => {
    for (const digits of [20, 400]) {
      expect(parseQuery(`limit=${'9'.repeat(digits)}`, schema)).toEqual({ limit: Number.MAX_SAFE_INTEGER })
      expect(parseQuery(`limit=-${'9'.repeat(digits)}`, schema)).toEqual({ limit: Number.MIN_SAFE_INTEGER })
    }
  })

  it('rejects a repeated single parameter, with a pointer to it', () => {
    for (const [query, path] of [
      ['limit=1&limit=2', '/limit'],
      ['a%2Fb=1&a/b=2', '/a~1b'],
      ['__proto__=1&__proto__=1', '/__proto__'],
    ] as const) {
      expect(() => parseQuery(query, schema)).toThrow(
        expect.objectContaining({ code: 'INVALID_REQUEST', errors: [{ path, message: 'must not be repeated' }] }),
      )
    }
  })

  it('treats names of prototype members as ordinary unknown names', () => {
    const values = parseQuery('__proto__=1&constructor=2&toString=3', schema)
    expect(Object.keys(values)).toEqual(['__proto__', 'constructor', 'toString'])
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
  })

  it('is read or rejected with an ApiError, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        try {
          expect(typeof parseQuery(query, schema)).toBe('object')
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
        }
      }),
    )
  })
})

import type { JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Findings } from '../values/finding.js'
import { compileMatcher, matcherKeys } from './compile-matcher.js'

function matches(
  expected: unknown,
  actual: JsonValue | undefined,
  options: { stringValues?: boolean; entity?: JsonValue } = {},
) {
  const findings = new Findings()
  const matcher = compileMatcher(expected, '', {
    findings,
    entityPaths: [],
    stringValues: options.stringValues ?? false,
  })
  if (matcher === undefined) throw new Error(JSON.stringify(findings.list))
  return matcher(actual, { entity: options.entity })
}

function listFaults(expected: unknown) {
  const findings = new Findings()
  const matcher = compileMatcher(expected, '/expected', { findings, entityPaths: [] })
  expect(matcher === undefined).toBe(findings.list.length > 0)
  return findings.list
}

const concept = { coding: [{ system: 'http://loinc.org', code: '718-7' }], text: 'Hemoglobin' }
const coding = concept.coding[0] as JsonValue

/** expected, a matching value, a value that does not match; undefined is missing. */
const cases: readonly (readonly [expected: unknown, yes: JsonValue | undefined, no: JsonValue | undefined])[] = [
  [1, 1.0, '1'],
  [0, -0, false],
  [null, null, undefined],
  ['', '', null],
  [[], [], null],
  [
    [1, 2],
    [1, 2],
    [2, 1],
  ],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 }],
  [{}, {}, []],
  [{ a: { $eq: 1 } }, { a: { $eq: 1 } }, { a: 1 }],
  [{ a: 1 }, { a: 1 }, { a: 1, b: 2 }],
  [{ $eq: { $regex: 'x' } }, { $regex: 'x' }, 'x'],
  [{ $exists: true }, null, undefined],
  [{ $exists: false }, undefined, null],
  [{ $not: 'a' }, undefined, 'a'],
  [{ $not: { $exists: true } }, undefined, 0],
  [{ $any: ['a', { $gt: 3 }] }, 4, 3],
  [{ $all: [{ $gt: 1 }, { $lt: 3 }] }, 2, 3],
  [{ $some: { $gt: 3 } }, [1, 4], [1]],
  [{ $some: 1 }, [1], 1],
  [{ $every: { $gt: 3 } }, [4, 5], []],
  [{ $every: { $gt: 3 } }, [4], [4, 3]],
  [{ $members: { a: { $gt: 1 }, b: 'x' } }, { a: 2, b: 'x' }, { a: 2, b: 'x', c: null }],
  [{ $members: { a: { $gt: 1 }, b: 'x' } }, { b: 'x' }, { a: 1, b: 'x' }],
  [{ $members: { a: { $members: { b: 1 } } } }, { a: {} }, { a: { constructor: 1 } }],
  [{ $members: { a: 1 } }, {}, [1]],
  [{ $oneOf: ['a', null] }, null, undefined],
  [{ $oneOf: [{ a: 1 }] }, { a: 1 }, {}],
  [{ $regex: 'a+' }, 'aaa', 'baa'],
  [{ $regex: 'a|bc' }, 'bc', 'ac'],
  [{ $regex: '1' }, '1', 1],
  [{ $contains: 'b' }, 'abc', 'ac'],
  [{ $contains: { a: 1 } }, [0, { a: 1 }], '{"a":1}'],
  [{ $contains: 1 }, [1], '1'],
  [{ $unordered: [1, 1, { a: 2 }] }, [{ a: 2 }, 1, 1], [{ a: 2 }, 1, 2]],
  [{ $unordered: [1, 1, 2] }, [2, 1, 1], [1, 2, 2]],
  [{ $unordered: [] }, [], null],
  [{ $size: 2 }, [0, 0], 'ab'],
  [{ $gt: 1 }, 1.5, 1],
  [{ $gte: 1 }, 1, 0.999],
  [{ $lt: 1 }, -5, '0'],
  [{ $lte: 1 }, 1, null],
  [{ $gt: '2024-05-01' }, '2024-05-02T00:00:00Z', '2024-05-01T23:59:59Z'],
  [{ $lte: '2024-05-01' }, '2024-05-01T23:59:59Z', '2024-05'],
  [{ $approx: { value: 1, tolerance: 0.1 } }, 1.1, 1.1000001],
  [{ $approx: { value: 1e300, tolerance: 0 } }, 1e300, 0],
  [{ $date: { value: '2024-05-01', precision: 'day' } }, '2024-05-01T10:00:00Z', '2024-05'],
  [{ $date: { value: '2024-05-01', precision: 'day' } }, '20240501', '20240502'],
  [{ $date: { value: '2024-05-01', precision: 'day' } }, '2024-05-01T23:30:00-06:00', '2024-04-30T23:30:00-06:00'],
  [{ $date: { value: '2024-05-01', precision: 'day' } }, '20240501233000-0600', '20240502003000+0200'],
  [{ $date: { value: '2024-05-01T22:30:00-03:00', precision: 'minute' } }, '202405020130', '2024-05-01T22:30:00Z'],
  [{ $date: { value: '2024-02-29', precision: 'month' } }, '2024-02', '2024-02-30'],
  [{ $date: { value: '2024', precision: 'year' } }, '2024-12-31', 2024],
  [{ $code: { code: '718-7' } }, '718-7', '718-70'],
  [{ $code: { system: 'http://loinc.org', code: '718-7' } }, concept, '718-7'],
  [{ $code: { system: 'http://loinc.org', code: '718-7' } }, coding, { code: '718-7' }],
  [{ $code: { code: '718-7' } }, { coding: [{ code: 'x' }, { code: '718-7' }] }, [coding]],
  [{ $quantity: { value: 13.5, unit: 'g/dL' } }, { value: 135, code: 'g/L' }, { value: 13.5, code: 'g/L' }],
  [{ $quantity: { value: 1, unit: 'mg' } }, { value: 0.001, unit: 'g' }, { value: 1, unit: 'mL' }],
  [
    { $quantity: { value: 1, unit: 'g' } },
    { value: 1, unit: 'g', comparator: null },
    { value: 1, unit: 'g', comparator: '<' },
  ],
  [{ $quantity: { value: 2, unit: '{tablet}' } }, { value: 2, unit: '{tablet}' }, { value: 2, unit: '{capsule}' }],
  [{ $quantity: { value: 2, unit: '1' } }, { value: 200, code: '%' }, { value: 2, unit: '{capsule}' }],
  [{ $quantity: { value: 1, unit: 'mg' } }, { value: 1, code: '258684004', unit: 'mg' }, { value: '1', unit: 'mg' }],
  [{ $quantity: { value: 0, unit: 'mg' } }, { value: 0, unit: 'g' }, { unit: 'mg' }],
  [{ $quantity: { value: 37, unit: 'Cel' } }, { value: 98.6, unit: '[degF]' }, 37],
  [{ $text: 'Low back pain' }, '  LOW–back\n pain. ', 'Low backpain'],
  [{ $text: 'José O’Neil' }, "jose o'neil", 'jose o neal'],
  [{ $text: '1.5 mg' }, '1.5 MG', '15 mg'],
  [{ $text: 'Straße' }, 'STRASSE', 'strase'],
]

describe('matchers', () => {
  it.each(cases)('%j matches %j and not %j', (expected, yes, no) => {
    expect(matches(expected, yes)).toBe(true)
    expect(matches(expected, no)).toBe(false)
  })

  it('match a missing value only with $exists false and $not', () => {
    for (const [expected] of cases) {
      const text = JSON.stringify(expected)
      if (text === '{"$exists":false}' || text.startsWith('{"$not"')) continue
      expect(matches(expected, undefined), text).toBe(false)
    }
  })

  it('read decimal strings only if all values are strings [matchers.text-numbers]', () => {
    const stringValues = true
    expect(matches({ $gt: 7 }, '7.10', { stringValues })).toBe(true)
    expect(matches({ $approx: { value: 7.1, tolerance: 0 } }, '+7.100', { stringValues })).toBe(true)
    for (const text of ['7,1', ' 8', '8 ', '1e9', '0x9', '', '.', '>8']) {
      expect(matches({ $gt: 7 }, text, { stringValues }), text).toBe(false)
    }
    expect(matches({ $gt: 7 }, '8')).toBe(false)
    expect(matches(8, '8', { stringValues })).toBe(false)
  })

  it('compare with the entity', () => {
    expect(matches({ $entity: '/a/0' }, 'x', { entity: { a: ['x'] } })).toBe(true)
    expect(matches({ $entity: '/a/0' }, 'x', { entity: { a: [] } })).toBe(false)
    expect(matches({ $entity: '' }, 'x', { entity: 'x' })).toBe(true)
  })

  it('take linear time for patterns that cause backtracking elsewhere', () => {
    expect(matches({ $regex: '(a+)+b' }, 'a'.repeat(20_000))).toBe(false)
    // A search cannot be interrupted: the longer the pattern, the shorter the texts. For longer texts, neither the
    // pattern nor its negation matches.
    expect(matches({ $not: { $regex: '[ab]*a[ab]{900}c' } }, 'a'.repeat(1_500))).toBe(true)
    expect(matches({ $not: { $regex: '[ab]*a[ab]{900}c' } }, 'a'.repeat(2_000))).toBe(false)
  })
})

describe('invalid matchers', () => {
  it.each([
    [{ $foo: 1 }, '/expected/$foo'],
    [{ $eq: 1, $gt: 2 }, '/expected'],
    [{ $eq: 1, a: 2 }, '/expected'],
    [{ a: 2, $eq: 1 }, '/expected'],
    [{ $exists: 'yes' }, '/expected/$exists'],
    [{ $not: { $bar: 1 } }, '/expected/$not/$bar'],
    [{ $any: [] }, '/expected/$any'],
    [{ $all: [1, { $x: 1 }] }, '/expected/$all/1/$x'],
    [{ $members: {} }, '/expected/$members'],
    [{ $members: ['a'] }, '/expected/$members'],
    [{ $members: { a: { $foo: 1 } } }, '/expected/$members/a/$foo'],
    [{ $oneOf: 'a' }, '/expected/$oneOf'],
    [{ $regex: '(' }, '/expected/$regex'],
    [{ $regex: '(?=a)' }, '/expected/$regex'],
    [{ $regex: '(a)\\1' }, '/expected/$regex'],
    [{ $regex: '(.*a){1000}' }, '/expected/$regex'],
    [{ $unordered: 1 }, '/expected/$unordered'],
    [{ $size: 1.5 }, '/expected/$size'],
    [{ $gt: 'soon' }, '/expected/$gt'],
    [{ $approx: { value: 1 } }, '/expected/$approx/tolerance'],
    [{ $approx: { value: 1, tolerance: -1 } }, '/expected/$approx/tolerance'],
    [{ $approx: { value: '1', tolerance: 1 } }, '/expected/$approx/value'],
    [{ $date: { value: '2024-05', precision: 'day' } }, '/expected/$date/value'],
    [{ $date: { value: '2024-05-01', precision: 'week' } }, '/expected/$date/precision'],
    [{ $date: { value: '2024-05-01', precision: 'day', zone: 1 } }, '/expected/$date/zone'],
    [{ $date: '2024-05-01' }, '/expected/$date'],
    [{ $code: {} }, '/expected/$code/code'],
    [{ $code: { code: 1 } }, '/expected/$code/code'],
    [{ $code: { code: 'a', system: 1 } }, '/expected/$code/system'],
    [{ $text: 1 }, '/expected/$text'],
    [{ $quantity: { value: 1, unit: 'furlong' } }, '/expected/$quantity/unit'],
    [{ $quantity: { value: '1', unit: 'mg' } }, '/expected/$quantity/value'],
    [{ $quantity: { value: 1 } }, '/expected/$quantity/unit'],
    [{ $entity: 'member_id' }, '/expected/$entity'],
    [{ $entity: '/a~2' }, '/expected/$entity'],
    [undefined, '/expected'],
  ])('%j is rejected at %s', (expected, path) => {
    const findings = listFaults(expected)
    expect(findings.map((finding) => finding.path)).toEqual([path])
    expect(findings[0]?.message).not.toBe('')
  })

  it('are limited in depth', () => {
    let expected: unknown = 1
    for (let i = 0; i < 100_000; i++) expected = { $not: expected }
    expect(listFaults(expected)).toHaveLength(1)
  })
})

describe('any matcher', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue)
  const operand = fc.oneof(json, fc.constantFrom<JsonValue>(...cases.map(([expected]) => expected as JsonValue)))
  const expected = fc.oneof(
    operand,
    fc.tuple(fc.constantFrom(...matcherKeys()), operand).map(([key, value]) => ({ [key]: value })),
  )

  it('never throws, and is deterministic', () => {
    fc.assert(
      fc.property(expected, fc.option(json, { nil: undefined }), (written, actual) => {
        const matcher = compileMatcher(written, '', { findings: new Findings(), entityPaths: [] })
        if (matcher === undefined) return
        expect(matcher(actual, { entity: undefined })).toBe(matcher(actual, { entity: undefined }))
      }),
    )
  })

  it('with $eq matches exactly the values with the same sorted JSON text', () => {
    const sorted = (value: unknown): string =>
      JSON.stringify(value, (_, inner: unknown) =>
        typeof inner === 'object' && inner !== null && !Array.isArray(inner)
          ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
          : inner,
      )
    const small = fc.oneof(
      json,
      fc.constantFrom<JsonValue>({ a: 1 }, { a: 1, b: [] }, { b: [], a: 1 }, [], {}, null, '', 0),
    )
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(matches({ $eq: a }, a)).toBe(true)
        if (sorted(a) !== sorted(b)) expect(matches({ $eq: a }, b)).toBe(false)
      }),
    )
  })
})

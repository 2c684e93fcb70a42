import { createHash } from 'node:crypto'
import type { JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { canonicalJson, digestJson, digestJsonInSteps } from './canonical-json.js'

// RFC 8785, 3.2.2 and 3.2.3: the input and output of its example.
it('matches the example of RFC 8785', () => {
  const value: JsonValue = JSON.parse(
    [
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],`,
      String.raw`"string":"€$\u000F\nA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    ].join(''),
  )
  expect(canonicalJson(value)).toBe(
    [
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],`,
      String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    ].join(''),
  )
  const sorted = JSON.parse(String.raw`{"€":1,"\r":2,"\ufb33":3,"1":4,"😀":5,"\u0080":6,"ö":7}`)
  expect(canonicalJson(sorted)).toBe(String.raw`{"\r":2,"1":4,"${'\u0080'}":6,"ö":7,"€":1,"😀":5,"${'\ufb33'}":3}`)
})

// FIPS 180-4, the published digest of the text of an empty object: printf '{}' | sha256sum.
it('has the published SHA-256 digest', () => {
  expect(digestJson({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
})

it('sorts names by UTF-16 units, including whole numbers, and treats inherited names as data', () => {
  expect(canonicalJson(JSON.parse('{"9":1,"10":2,"__proto__":3,"a":4}'))).toBe('{"10":2,"9":1,"__proto__":3,"a":4}')
})

it('rejects values that nest too deeply', () => {
  expect(() => canonicalJson(JSON.parse('['.repeat(1002) + ']'.repeat(1002)))).toThrow(/at most 1000 levels/)
})

function shuffled(value: JsonValue, random: () => number): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => shuffled(item, random))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [random(), key, shuffled(item, random)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, key, item]) => [key, item]))
}

it('parses back to the value, independent of the order of members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.infiniteStream(fc.double({ noNaN: true })), (original, stream) => {
      const value = JSON.parse(JSON.stringify(original)) as JsonValue
      const text = canonicalJson(value)
      expect(JSON.parse(text)).toEqual(value)
      expect(canonicalJson(shuffled(value, () => stream.next().value ?? 0))).toBe(text)
    }),
  )
})

it('omits members that are undefined, as JSON does', () => {
  const value = { a: undefined, b: [{ c: undefined }, { d: null }] } as unknown as JsonValue
  expect(canonicalJson(value)).toBe('{"b":[{},{"d":null}]}')
  expect(digestJson(value)).toBe(digestJson(JSON.parse(JSON.stringify(value))))
})

it('digests the text in steps', () => {
  const resources = Array.from({ length: 3000 }, (_, number) => ({
    name: [{ given: ['Ann'.repeat(100), `${number}`] }],
    x: undefined,
  }))
  const value = { a: { b: { c: { d: { e: { entry: resources } } } } } } as unknown as JsonValue
  const digest = createHash('sha256').update(canonicalJson(value)).digest('hex')
  let steps = 0
  const working = digestJsonInSteps(value)
  for (let step = working.next(); ; step = working.next()) {
    if (step.done === true) {
      expect(step.value).toBe(digest)
      break
    }
    steps++
  }
  expect(steps).toBeGreaterThan(10)
})

it.each([
  ['a long text', 'x'.repeat(5_000_000)],
  ['few long texts', { a: ['x'.repeat(2_000_000), { b: 'y'.repeat(2_000_000) }] }],
])('writes at most 65,536 characters of %s at a time', (_, value) => {
  const written = vi.spyOn(JSON, 'stringify')
  const digest = digestJson(value)
  const lengths = written.mock.results.map(({ value: text }) => String(text).length)
  written.mockRestore()
  expect(digest).toBe(createHash('sha256').update(canonicalJson(value)).digest('hex'))
  expect(Math.max(...lengths)).toBeLessThanOrEqual(65_538)
})

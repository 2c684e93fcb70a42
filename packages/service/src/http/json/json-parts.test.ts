import { finish, type JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { JsonBytes, JsonSyntaxError, parseJsonInParts } from './json-parts.js'

const scale = inject('scale')

/** With small parts, so that short texts have long containers. */
const lengths = fc.integer({ min: 2, max: 40 })
const layouts = fc.constantFrom(undefined, 1, '\t', '\n ')
const names = fc.oneof(fc.constantFrom('__proto__', '1', 'a', ',', ']"', '\\'), fc.string())
const { value: values } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string(), names),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 6 }).map((members): JsonValue => Object.fromEntries(members)),
  ),
}))

/** Returns the text of a value as it is read, or where reading it failed. */
function read(text: string, parse: (text: string) => JsonValue): string {
  try {
    return JSON.stringify(parse(text))
  } catch (error) {
    if (error instanceof JsonSyntaxError) return `fails at ${error.position}`
    return `fails at ${/position (\d+)/.exec(String(error))?.[1]}`
  }
}

it('returns what JSON.parse returns, members in the same order', () => {
  fc.assert(
    fc.property(values, layouts, lengths, (value, layout, length) => {
      const text = JSON.stringify(value, null, layout)
      const bytes = new JsonBytes(new TextEncoder().encode(text))
      for (const source of [text, bytes]) {
        expect(JSON.stringify(finish(parseJsonInParts(source, length)))).toBe(JSON.stringify(JSON.parse(text)))
      }
    }),
    { numRuns: 100 * scale },
  )
})

it('keeps the last of equal members, in the place of the first', () => {
  fc.assert(
    fc.property(lengths, (length) => {
      const text = '{"a":[1,2,3,4,5,6,7,8,9],"b":1,"a":2,"b":{"c":[1,2,3,4,5,6]},"d":3,"b":[4],"__proto__":[[1,2,3,4]]}'
      const bytes = new JsonBytes(new TextEncoder().encode(text))
      for (const source of [text, bytes]) {
        expect(JSON.stringify(finish(parseJsonInParts(source, length)))).toBe(JSON.stringify(JSON.parse(text)))
      }
    }),
  )
})

it('rejects what JSON.parse rejects, at the same place', () => {
  const changes = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom('', ...'[]{},:" \\1a', 'null'))
  fc.assert(
    fc.property(values, layouts, lengths, changes, (value, layout, length, [place, removed, added]) => {
      const text = JSON.stringify(value, null, layout)
      const at = place % (text.length + 1)
      const changed = text.slice(0, at) + added + text.slice(at + removed)
      const inParts = (whole: string) => finish(parseJsonInParts(whole, length))
      const [expected, got] = [read(changed, JSON.parse), read(changed, inParts)]
      // The engine does not always say where.
      if (!`${expected} ${got}`.includes('undefined')) expect(got).toBe(expected)
      expect(got.startsWith('fails')).toBe(expected.startsWith('fails'))
    }),
    { numRuns: 300 * scale },
  )
})

it.each(['{[1,2,3,4]}', '{"a":1,[1,2,3,4]}', '{"a" [1,2,3,4]}', '{"a":1 [1,2,3,4]}', '[1 [1,2,3,4]]', '{:[1,2,3,4]}'])(
  'rejects a long container in a wrong place: %s',
  (text) => {
    for (const length of [2, 5, 9]) expect(() => finish(parseJsonInParts(text, length))).toThrow(JsonSyntaxError)
  },
)

it('reads a long string in pieces that end at no escape and inside no character', () => {
  const parts = fc.constantFrom('\\', '"', '\n', '\u0001', 'é', '患', '🏥', '\ud83c', 'u', 'a', '\u0080\u0081')
  fc.assert(
    fc.property(fc.string({ unit: parts, minLength: 20 }), lengths, (long, length) => {
      for (const value of [long, [long], { a: long }, { [long]: long }]) {
        const text = JSON.stringify(value)
        const bytes = new JsonBytes(new TextEncoder().encode(text))
        for (const source of [text, bytes]) expect(finish(parseJsonInParts(source, length))).toEqual(value)
      }
    }),
    { numRuns: 100 * scale },
  )
  let steps = 0
  const quotes = JSON.stringify('"'.repeat(1_000_000))
  for (const _ of parseJsonInParts(new JsonBytes(new TextEncoder().encode(quotes)))) steps++
  expect(steps).toBeGreaterThan(50)
})

it('pauses after each part', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), lengths, (count, length) => {
      const text = JSON.stringify(Array.from({ length: count }, () => Array.from({ length: 9 }, () => ({ a: 1 }))))
      const steps = parseJsonInParts(text, length)
      let pauses = 0
      while (steps.next().done !== true) pauses++
      expect(pauses).toBeGreaterThanOrEqual(text.length < length ? 0 : Math.floor(text.length / (length + 91)))
    }),
  )
})

import { createHash } from 'node:crypto'
import { finish, type JsonValue, type RecordedBody } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { digestBodyInSteps, summarizeBody } from './body-digest.js'

const units = fc.constantFrom('a', 'é', '€', '😀', '\ud800', '"', '\\', '\n')
const texts = fc
  .tuple(fc.array(units, { minLength: 1, maxLength: 9 }), fc.constantFrom(1, 3, 262_143))
  .map(([parts, times]) => parts.join('').repeat(Math.ceil(times / parts.length)))
const jsons: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((value): JsonValue => JSON.parse(JSON.stringify(value))),
  fc.nat(3000).map((count) => Array.from({ length: count }, (_, number) => ({ a: number, é: ['😀'.repeat(99)] }))),
)
const bodies: fc.Arbitrary<RecordedBody> = fc.oneof(
  texts.map((text) => ({ text })),
  texts.map((text) => ({ json: text })),
  jsons.map((json) => ({ json })),
)

it('returns the digest of the whole text, with its length and beginning', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const text = 'json' in body ? JSON.stringify(body.json) : 'text' in body ? body.text : ''
      const digest = createHash('sha256').update(text).digest('hex')
      const summary = { digest, length: text.length, head: text.slice(0, 100) }
      expect(finish(summarizeBody(body, 100))).toEqual(summary)
      expect(finish(digestBodyInSteps(body))).toBe(digest)
    }),
  )
})

it('takes a step for each 65,536 characters', () => {
  const steps = summarizeBody({ json: ['x'.repeat(1_000_000), ...Array.from({ length: 200_000 }, () => 12)] }, 0)
  let count = 0
  while (steps.next().done !== true) count++
  expect(count).toBe(24)
})

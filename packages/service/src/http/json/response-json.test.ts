import { finish } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { parseBodyInSteps } from './response-json.js'

it('parses the body of a response, as text and as bytes that end within a character', () => {
  const value = { list: Array.from({ length: 9000 }, (_, at) => ({ at, text: '\u{1f600}é'.repeat(30) })) }
  const body = JSON.stringify(value)
  const bytes = new TextEncoder().encode(body)
  expect(bytes.length).toBeGreaterThan(1_048_576)
  for (const one of [body, bytes]) expect(finish(parseBodyInSteps({ body: one }))).toEqual(value)
  // Wherever the end of the first part is in a character of four bytes.
  for (let offset = 0; offset < 4; offset++) {
    const text = 'x'.repeat(offset) + '\u{1f600}'.repeat(262_145)
    const encoded = new TextEncoder().encode(JSON.stringify(text))
    expect(finish(parseBodyInSteps({ body: encoded })) === text).toBe(true)
  }
  const steps = parseBodyInSteps({ body: bytes })
  let count = 0
  while (steps.next().done !== true) count++
  expect(count).toBeGreaterThan(bytes.length / 200_000)
})

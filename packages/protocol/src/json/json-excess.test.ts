import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../limits.js'
import { findJsonExcess } from './json-excess.js'

/** Returns a list of `count` elements, which has one value more than that. */
function list(element: string, count: number, padding = 0): string {
  return `[${`${element},`.repeat(count - 1)}${element}${' '.repeat(padding)}]`
}

describe('the number of JSON values', () => {
  const { body, largeBody } = limits.jsonValues

  it.each(['1', '""', '{}', '-1.5e3', 'true', '"[,:"'])('is limited in a body of up to 1 MiB: %s', (element) => {
    expect(findJsonExcess(list(element, body - 1))).toBeUndefined()
    expect(findJsonExcess(list(element, body))).toContain(`at most ${body} JSON values`)
  })

  it('does not count keys', () => {
    const objects = list('{"a":1}', (body - 1) / 2 - 1)
    expect(findJsonExcess(objects)).toBeUndefined()
    expect(findJsonExcess(list('{"a":1}', body / 2))).toContain('JSON values')
  })

  it('may be larger in a larger body', () => {
    const padding = limits.body
    expect(findJsonExcess(list('1', body + 1, padding))).toBeUndefined()
    expect(findJsonExcess(list('1', largeBody))).toContain(`at most ${largeBody} JSON values`)
  })
})

it('limits the members of one object, not those of all', () => {
  const members = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`
  expect(findJsonExcess(members(limits.jsonMembers))).toBeUndefined()
  expect(findJsonExcess(members(limits.jsonMembers + 1))).toContain(
    `at most ${limits.jsonMembers} members in one object`,
  )
  expect(findJsonExcess(list(members(limits.jsonMembers / 2), 3))).toBeUndefined()
})

it('accepts any value within the limits, and does not throw for text that is not JSON', () => {
  const fragments = fc
    .array(fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', '1', 'true', ' '), { maxLength: 40 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.json(), fragments), (text) => {
      expect(findJsonExcess(text)).toBeUndefined()
    }),
  )
  expect(findJsonExcess(']}'.repeat(20_000))).toBeUndefined()
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { showJson, shownLength } from './show-json.js'

it('shows a text that is not long as JSON does, whatever stands in it', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\u007f', 'é', 'a', ' ', '~'), maxLength: 20 }),
  )
  fc.assert(
    fc.property(text, (value) => {
      expect(showJson(value)).toBe(JSON.stringify(value))
    }),
  )
})

it('shortens a long text in its middle and closes its quotes', () => {
  const shown = showJson('ab'.repeat(200))
  expect(shown).toMatch(/^"(ab)+…(ab)+"$|^"(ab)+a?…b?(ab)+"$/)
  expect(shown).toHaveLength(shownLength)
})

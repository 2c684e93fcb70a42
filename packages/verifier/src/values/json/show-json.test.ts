import fc from 'fast-check'
import { expect, it } from 'vitest'
import { showJson, shownLength } from './show-json.js'

it('shows a short text as JSON does, whatever it contains', () => {
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

it('elides the middle of a long text and closes its quotes', () => {
  const shown = showJson('ab'.repeat(200))
  expect(shown).toMatch(/^"(ab)+…(ab)+"$|^"(ab)+a?…b?(ab)+"$/)
  expect(shown).toHaveLength(shownLength)
})

import fc from 'fast-check'
import { expect, inject, it, vi } from 'vitest'
import { showValue } from './shown-value.js'

it('shows the same beginning of a text as of its JSON', () => {
  const texts = fc.string({
    unit: fc.constantFrom('a', '"', '\n', '\u{1f600}', '\ud83d'),
    minLength: 100,
    maxLength: 300,
  })
  fc.assert(
    fc.property(texts, (text) => {
      const json = JSON.stringify(text)
      const shown = json.length <= 140 ? json : `${json.slice(0, 140)}…`
      const escaped = shown.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
      expect(showValue(text).text).toContain(`<code>${escaped}</code>`)
    }),
    { numRuns: 20 * inject('scale') },
  )
})

it('writes no more of a text of megabytes than it shows', () => {
  const stringify = vi.spyOn(JSON, 'stringify')
  try {
    showValue('x'.repeat(2_000_000))
    const lengths = stringify.mock.results.map(({ value }) => String(value).length)
    expect(Math.max(...lengths)).toBeLessThan(1000)
  } finally {
    stringify.mockRestore()
  }
})

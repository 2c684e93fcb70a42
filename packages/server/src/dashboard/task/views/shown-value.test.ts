import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { listDifference } from './difference-list.js'
import { Room, showValue } from './shown-value.js'

it('shows the beginning of the JSON of a text', () => {
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
  )
})

it('renders no more of a text of megabytes than it shows', () => {
  const stringify = vi.spyOn(JSON, 'stringify')
  try {
    showValue('x'.repeat(2_000_000))
    const lengths = stringify.mock.results.map(({ value }) => String(value).length)
    expect(Math.max(...lengths)).toBeLessThan(1000)
  } finally {
    stringify.mockRestore()
  }
})

it('renders no more of a large value than it shows, and says that there is more', () => {
  const values = Array.from({ length: 50_000 }, (_, n) => ({ code: { text: `c${n}` } }))
  const stringify = vi.spyOn(JSON, 'stringify')
  try {
    const shown = showValue({ component: values, last: 'z' }).text
    expect(shown).toContain('c200&quot;')
    expect(shown).toContain('… and more in the record')
    const lengths = stringify.mock.results.map(({ value }) => String(value).length)
    expect(Math.max(...lengths)).toBeLessThan(1_000_000)
  } finally {
    stringify.mockRestore()
  }
})

it('shows the beginning of the JSON of a value', () => {
  const value = fc.json({ maxDepth: 4 })
  fc.assert(
    fc.property(fc.array(value, { minLength: 3 }), (texts) => {
      const values: unknown = texts.map((text) => JSON.parse(text))
      const json = JSON.stringify(values)
      const shown = json.length <= 140 ? json : `${json.slice(0, 140)}…`
      const escaped = shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      expect(showValue(values).text).toContain(
        `<code>${escaped.replaceAll('"', '&quot;').replaceAll("'", '&#39;')}</code>`,
      )
    }),
  )
})

it('stops showing a list of long values when there is no more room', () => {
  const room = new Room()
  const value = { note: 'x'.repeat(8000) }
  const shown = Array.from({ length: 200 }, () => showValue(value, room).text)
  expect(shown[0]).toContain(value.note)
  expect(shown.at(-1)).toContain('more characters in the record')
  expect(shown.join('').length).toBeLessThan(500_000)
})

it('ends a list of changes with many values when there is no more room', () => {
  const fields = Array.from({ length: 200 }, (_, number) => ({ path: `/a${number}`, to: number }))
  const changes = Array.from({ length: 100 }, (_, number) => ({
    what: 'added' as const,
    name: `Basic/${number}`,
    fields,
  }))
  const collections = Array.from({ length: 9 }, (_, number) => ({ collection: `c${number}`, count: 100, changes }))
  const shown = listDifference({ known: true, unknownParts: [], unreadMembers: [], collections }).text
  expect(shown.length).toBeLessThan(1_000_000)
  expect(shown).toMatch(/and \d+ more fields[\s\S]*<code>c8<\/code>[\s\S]*and 100 more</)
})

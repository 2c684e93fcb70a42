import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { showLinked } from './linked-text.js'

function link(address: string): string {
  return `<a href="${address}" rel="noopener noreferrer nofollow">${address}</a>`
}

it('links https addresses and changes nothing else', () => {
  expect(showLinked('Cards: https://example.org/cards/index.html.').text).toBe(
    `Cards: ${link('https://example.org/cards/index.html')}.`,
  )
  expect(showLinked('(https://a.example/?q=1&r=2) and https://b.example/').text).toBe(
    `(${link('https://a.example/?q=1&amp;r=2')}) and ${link('https://b.example/')}`,
  )
  for (const text of ['http://a.example/', 'javascript:alert(1)', 'https://', 'data:text/html,x', 'a@b.example']) {
    expect(showLinked(text).text).toBe(text)
  }
})

it('never lets the text of a link end the link', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const page = showLinked(`https://a${text}`).text
      expect(page.replaceAll(/<a href="https:\/\/[^"<>]*" rel="noopener noreferrer nofollow">|<\/a>/g, '')).not.toMatch(
        /[<>"]/,
      )
    }),
    { numRuns: 50 * inject('scale') },
  )
})

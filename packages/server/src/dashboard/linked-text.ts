import { type Markup, markup } from '../site/markup.js'

/** An address in a text, without trailing punctuation. */
const address = /https:\/\/[^\s<>"'`|\\^{}]+[^\s<>"'`|\\^{}.,;:!?)\]]/g

/**
 * Renders untrusted text with links for addresses that begin with `https://`. A link shows its whole address, and the
 * linked site gets neither a referrer nor access to the page.
 */
export function showLinked(text: string): Markup {
  const parts: (string | Markup)[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    parts.push(text.slice(end, index), markup`<a href="${found}" rel="noopener noreferrer nofollow">${found}</a>`)
    end = index + found.length
  }
  return markup`${parts}${text.slice(end)}`
}

import { type Markup, markup } from '../site/markup.js'

/** An address in a text, without the punctuation behind it. */
const address = /https:\/\/[^\s<>"'`|\\^{}]+[^\s<>"'`|\\^{}.,;:!?)\]]/g

/**
 * A text of somebody, in which addresses that begin with `https://` are links. A link shows its whole address, tells
 * nobody where it was followed, and gets no hold of the page.
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

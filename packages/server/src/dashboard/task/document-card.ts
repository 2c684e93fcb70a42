import { plural } from '@carebench/text'
import { type Markup, markup } from '../../site/markup.js'
import type { StoredDocument } from './documents.js'

/** Longer texts are cut; the record has them in full. */
const longest = 20_000

/** A document with its type and, if it is text, its content. */
export function showDocument({ title, type, size, text }: StoredDocument): Markup {
  const about = `${type ?? (text === null ? 'unknown type' : 'text')}, ${plural(size, 'byte')}`
  if (text === null)
    return markup`<p class="document">Document <b>${title}</b> <span class="soft">${about}; not text</span></p>`
  const shown =
    text.length <= longest ? text : `${text.slice(0, longest)}\n… and ${text.length - longest} more characters`
  // A form feed begins a page of a fax.
  return markup`<details class="document fold"><summary>Document <b>${title}</b> <span class="soft">${about}</span></summary>${shown.split('\f').map((page) => markup`<pre tabindex="0">${page}</pre>`)}</details>`
}

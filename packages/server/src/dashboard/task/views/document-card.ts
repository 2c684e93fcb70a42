import { plural } from '@carebench/text'
import { type Markup, markup } from '../../../site/markup.js'
import type { StoredDocument } from '../facts/documents.js'
import { cut, Room } from './shown-value.js'

/** Shows a document with its type and, if it is text, its content. */
export function showDocument({ title, type, size, text }: StoredDocument, room = new Room()): Markup {
  const about = `${type ?? (text === null ? 'unknown type' : 'text')}, ${plural(size, 'byte')}`
  if (text === null)
    return markup`<p class="document">Document <b>${title}</b> <span class="soft">${about}; not text</span></p>`
  // A form feed begins a page of a fax.
  return markup`<details class="document fold"><summary>Document <b>${title}</b> <span class="soft">\
${about}</span></summary>${cut(text, room)
    .split('\f')
    .map((page) => markup`<pre tabindex="0">${page}</pre>`)}</details>`
}

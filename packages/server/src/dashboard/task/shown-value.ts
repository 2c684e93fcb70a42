import { type Markup, markup } from '../../site/markup.js'

/** Longer values are shortened, and shown in full on demand. */
const shownLength = 140
/** Longer values are cut; the record has them in full. */
const longest = 20_000

/** A JSON value as code; undefined is shown as missing, unlike null. */
export function showValue(value: unknown): Markup {
  if (value === undefined) return markup`<span class="missing">missing</span>`
  // Of a long text only the beginning is written: an agent sends files of megabytes.
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, shownLength) : value) ?? 'null'
  if (text.length <= shownLength) return markup`<code>${text}</code>`
  return showLong(`${text.slice(0, shownLength)}…`, typeof value === 'string' ? value : JSON.stringify(value, null, 2))
}

/** The beginning of a text, with the rest on demand. */
export function showText(text: string): Markup {
  if (text.length <= 600) return markup`${text}`
  return showLong(`${text.slice(0, 300)}…`, text)
}

/** A value with a title, shown on demand. */
export function showFolded(title: string, value: unknown): Markup {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return markup`<details class="fold"><summary>${title}</summary><pre tabindex="0">${cut(text)}</pre></details>`
}

function showLong(beginning: string, whole: string): Markup {
  return markup`<details class="long"><summary><code>${beginning}</code><span class="shorter">shorter</span></summary><pre tabindex="0">${cut(whole)}</pre></details>`
}

function cut(text: string): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest)}\n… and ${text.length - longest} more characters in the record`
}

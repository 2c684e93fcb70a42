import { type Markup, markup } from '../../../site/markup.js'

/** Maximum length of a value shown directly; longer ones are unfolded on demand. */
const shownLength = 140
/** Maximum length of a value; longer ones are cut, and complete in the record. */
const maxValueLength = 20_000

/** Maximum number of characters in a list on a page, including the markup around values. */
const maxListedLength = 250_000
/** The markup around a value counts as this many characters. */
const charactersAround = 100

/**
 * The remaining space of a list: without space, long values are cut and the list ends. An agent may have written
 * thousands of long values, and a page is rendered in one piece.
 */
export class Room {
  #left = maxListedLength

  get isFull(): boolean {
    return this.#left <= 0
  }

  /** Returns how many characters of a text of this length are shown. */
  take(length: number): number {
    const shown = Math.min(length, Math.max(shownLength, Math.min(maxValueLength, this.#left)))
    this.#left -= shown + charactersAround
    return shown
  }
}

/**
 * Shows a JSON value as code; undefined is shown as missing, unlike null. `room` is the space left in the surrounding
 * list.
 */
export function showValue(value: unknown, room = new Room()): Markup {
  if (value === undefined) return markup`<span class="missing">missing</span>`
  // Only the beginning of a long text or list is rendered, because agents send files of megabytes.
  const beginning = { left: maxValueLength }
  const part = typeof value === 'string' ? value.slice(0, shownLength) : takeBeginning(value, beginning)
  const text = JSON.stringify(part) ?? 'null'
  if (text.length <= shownLength) {
    room.take(text.length)
    return markup`<code>${text}</code>`
  }
  const whole = typeof value === 'string' ? value : room.isFull ? text : JSON.stringify(part, null, 2)
  const all = beginning.left > 0 ? whole : `${whole.slice(0, room.take(whole.length))}\n… and more in the record`
  return showLong(`${text.slice(0, shownLength)}…`, all, beginning.left > 0 ? room : undefined)
}

/**
 * Returns a shortened value whose JSON begins like that of `value` and has about as many characters as are left, so
 * that writing it takes no longer than showing it.
 */
function takeBeginning(value: unknown, room: { left: number }): unknown {
  room.left--
  if (typeof value === 'string') {
    const text = value.slice(0, Math.max(0, room.left))
    room.left -= text.length
    return text
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const elements: unknown[] = []
    for (const element of value as readonly unknown[]) {
      if (room.left <= 0) break
      elements.push(takeBeginning(element, room))
    }
    return elements
  }
  const members: [string, unknown][] = []
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue
    if (room.left <= 0) break
    room.left -= name.length
    members.push([name, takeBeginning((value as Readonly<Record<string, unknown>>)[name], room)])
  }
  return Object.fromEntries(members)
}

/** Shows the beginning of a text, with the rest on demand. */
export function showText(text: string, room = new Room()): Markup {
  if (text.length <= 600) return markup`${text}`
  return showLong(`${text.slice(0, 300)}…`, text, room)
}

/** Shows a folded value with a title. `room` is the space left in the surrounding list. */
export function showFolded(title: string, value: unknown, room = new Room()): Markup {
  const beginning = { left: maxValueLength }
  const text = typeof value === 'string' ? value : JSON.stringify(takeBeginning(value, beginning), null, 2)
  const rest = beginning.left > 0 ? '' : '\n… and more in the record'
  return markup`<details class="fold"><summary>${title}</summary>\
<pre tabindex="0">${cut(text, room)}${rest}</pre></details>`
}

/** Shows a long text, folded. `room` is undefined for text that is already cut. */
function showLong(beginning: string, whole: string, room: Room | undefined): Markup {
  return markup`<details class="long"><summary><code>${beginning}</code><span class="shorter">shorter</span></summary>\
<pre tabindex="0">${room === undefined ? whole : cut(whole, room)}</pre></details>`
}

/** Cuts a text to the remaining space. */
export function cut(text: string, room: Room): string {
  const shown = room.take(text.length)
  return shown === text.length
    ? text
    : `${text.slice(0, shown)}\n… and ${text.length - shown} more characters in the record`
}

import { type Markup, markup } from '../../../site/markup.js'

/** Longer values are shortened, and shown in full on demand. */
const shownLength = 140
/** Longer values are cut; the record has them in full. */
const longest = 20_000

/** Characters of values, and of what stands around them, that a list on a page shows. */
const maxListed = 250_000
/** What stands around a value takes as much room as so many characters. */
const charactersAround = 100

/**
 * The room that a list has left: beyond it long values are cut, and the list ends. An agent may have written thousands of
 * long values, and a page is written in one piece.
 */
export class Room {
  #left = maxListed

  get isFull(): boolean {
    return this.#left <= 0
  }

  /** Returns how many characters of a text of this length are shown. */
  take(length: number): number {
    const shown = Math.min(length, Math.max(shownLength, Math.min(longest, this.#left)))
    this.#left -= shown + charactersAround
    return shown
  }
}

/** A JSON value as code; undefined is shown as missing, unlike null. `room` is that of the list that it is in. */
export function showValue(value: unknown, room = new Room()): Markup {
  if (value === undefined) return markup`<span class="missing">missing</span>`
  // Of a long text only the beginning is written: an agent sends files of megabytes.
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, shownLength) : value) ?? 'null'
  if (text.length <= shownLength) {
    room.take(text.length)
    return markup`<code>${text}</code>`
  }
  const whole = typeof value === 'string' ? value : room.isFull ? text : JSON.stringify(value, null, 2)
  return showLong(`${text.slice(0, shownLength)}…`, whole, room)
}

/** The beginning of a text, with the rest on demand. */
export function showText(text: string, room = new Room()): Markup {
  if (text.length <= 600) return markup`${text}`
  return showLong(`${text.slice(0, 300)}…`, text, room)
}

/** A value with a title, shown on demand. */
export function showFolded(title: string, value: unknown): Markup {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return markup`<details class="fold"><summary>${title}</summary><pre tabindex="0">${cut(text, new Room())}</pre></details>`
}

function showLong(beginning: string, whole: string, room: Room): Markup {
  return markup`<details class="long"><summary><code>${beginning}</code><span class="shorter">shorter</span></summary><pre tabindex="0">${cut(whole, room)}</pre></details>`
}

/** A text, or as much of it as there is room for. */
export function cut(text: string, room: Room): string {
  const shown = room.take(text.length)
  return shown === text.length
    ? text
    : `${text.slice(0, shown)}\n… and ${text.length - shown} more characters in the record`
}

import { TextMap } from '@carebench/protocol/wire'

/** Strings of at least this length are written once per entry: a file occurs in the call, the effect and the event. */
const longString = 4096

/**
 * The prefix of a reference to a long string. A string that happens to begin with it is written like a long one.
 */
const mark = '\u0000long '

/** The number of characters of a long string that are written at a time. */
const pieceLength = 65_536

/**
 * Yields a value as JSON texts: the pieces of its long strings, each distinct string once, and then the value with
 * references in their place. No text takes long to write, unless the value has very many short members.
 */
export function* writeItems(value: object): Generator<string, void> {
  const places = new TextMap<string, number>()
  const texts: string[] = []
  const place = (text: string): string => {
    let known = places.get(text)
    if (known === undefined) {
      known = texts.push(text) - 1
      places.set(text, known)
    }
    return `${mark}${known}`
  }
  const shortened = JSON.stringify(shorten(value, place))
  for (const text of texts) {
    for (let at = 0; at < text.length; at += pieceLength) yield JSON.stringify(text.slice(at, at + pieceLength))
  }
  const counts = texts.map(({ length }) => Math.ceil(length / pieceLength))
  yield texts.length === 0 ? shortened : `[${shortened},[${counts.join()}]]`
}

/** Restores values from the parsed texts of {@link writeItems}, one value after another. */
export class ItemReader {
  readonly #pieces: string[] = []

  /**
   * Returns the value if this is its last item, else undefined. Values must be objects: a string is a piece of a long
   * string, and an array is a value with the number of pieces of each of its long strings.
   */
  read(item: unknown): unknown {
    if (typeof item === 'string') {
      this.#pieces.push(item)
      return undefined
    }
    if (!Array.isArray(item)) return item
    const [value, counts]: readonly [unknown, readonly number[]] = item as never
    return restore(
      value,
      counts.map((count) => this.#pieces.splice(0, count).join('')),
    )
  }
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && (value.length >= longString || value.startsWith(mark))
}

/**
 * Returns a value with each long string replaced by the result of `place`; values without long strings, as most are,
 * are not copied.
 */
function shorten(value: unknown, place: (text: string) => string): unknown {
  if (isLong(value)) return place(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    let items: unknown[] | undefined
    for (let at = 0; at < value.length; at++) {
      const short = shorten(value[at], place)
      if (short === value[at]) continue
      items ??= [...value]
      items[at] = short
    }
    return items ?? value
  }
  const object: Readonly<Record<string, unknown>> = Object(value)
  let members: Record<string, unknown> | undefined
  for (const name in object) {
    const short = shorten(object[name], place)
    if (short === object[name]) continue
    members ??= { ...object }
    members[name] = short
  }
  return members ?? object
}

function restore(value: unknown, long: readonly string[]): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? long[Number(value.slice(mark.length))] : value
  if (Array.isArray(value)) return value.map((element: unknown) => restore(element, long))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, restore(member, long)]))
}

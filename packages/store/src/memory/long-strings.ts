import { TextMap } from '@carebench/protocol/wire'

/** Strings of at least this length are written once per entry: a file is in the call, the effect and the event. */
const longString = 4096

/**
 * The prefix of a string that stands for a long one; a string that begins with this prefix is written like a long one.
 */
const mark = '\u0000long '

/** A JSON value with long strings, as it is written. */
interface Written {
  readonly value: unknown
  readonly long: readonly string[]
}

/**
 * Returns the JSON text of a value, in which equal long strings occur once. Long strings are not first written and then
 * removed.
 */
export function withLongStrings(value: object): string {
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
  if (texts.length === 0) return shortened
  return `[${shortened},[${texts.map((text) => JSON.stringify(text)).join(',')}]]`
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

/**
 * Returns the value of a parsed {@link withLongStrings}. The value must be an object, because an array stands for long
 * strings.
 */
export function longStringsOf(written: unknown): unknown {
  if (!Array.isArray(written)) return written
  const [value, long] = written
  return restore({ value, long })
}

function restore({ value, long }: Written): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? long[Number(value.slice(mark.length))] : value
  if (Array.isArray(value)) return value.map((element: unknown) => restore({ value: element, long }))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, restore({ value: member, long })]))
}

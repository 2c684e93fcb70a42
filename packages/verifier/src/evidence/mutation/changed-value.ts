/** A mutated value, and its description in the name of the mutant: `shift`, `by a day`. */
export interface ChangedValue {
  readonly verb: 'shift' | 'swap' | 'change'
  /** The words after the path: `by a day`, `to "cancelled"`; "" for none. */
  readonly how: string
  readonly value: string | number | boolean
}

const isoDate = /^(\d{4}-\d{2}-\d{2})(T.*)?$/
const compactDate = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(\d{4}|\d{6})?(?=$|[.+-])/

/**
 * Returns a date shifted by a day, keeping its time of day; undefined if the text is not a date. `compact` also reads
 * `20260102`.
 */
export function shiftDate(text: string, compact = false): string | undefined {
  const iso = isoDate.exec(text)
  if (iso) {
    const day = nextDay(iso[1] ?? '')
    return day && day + (iso[2] ?? '')
  }
  const [, year, month, date] = (compact && compactDate.exec(text)) || []
  if (year === undefined) return undefined
  const day = nextDay(`${year}-${month}-${date}`)
  return day && day.replaceAll('-', '') + text.slice(8)
}

function nextDay(day: string): string | undefined {
  const time = Date.parse(`${day}T00:00:00Z`)
  const next = Number.isNaN(time) ? '' : new Date(time + 86_400_000).toISOString()
  return /^\d{4}-/.test(next) ? next.slice(0, 10) : undefined
}

/** Returns a code or number with its last letter or digit replaced by the next; appends an x if it has neither. */
export function nextCode(text: string): string {
  const at = text.search(/[A-Za-z0-9][^A-Za-z0-9]*$/)
  if (at < 0) return `${text}x`
  const char = text.charAt(at)
  const next = { z: 'a', Z: 'A', '9': '0' }[char] ?? String.fromCharCode(char.charCodeAt(0) + 1)
  return text.slice(0, at) + next + text.slice(at + 1)
}

const otherText = 'Something else is written here.'

/** Returns a text with different content. */
export function otherTextThan(text: string): string {
  return text === otherText ? 'This is not what was written.' : otherText
}

/**
 * Returns a different value of the same type: dates shift by a day, codes and numbers advance by one, texts say
 * something else.
 */
export function otherValue(value: string | number | boolean, compact = false): ChangedValue {
  if (typeof value === 'boolean') return { verb: 'change', how: `to ${!value}`, value: !value }
  if (typeof value === 'number') {
    const next = value + 1 === value ? 0 : value + 1
    return { verb: 'change', how: `to ${next}`, value: next }
  }
  const shifted = shiftDate(value, compact)
  if (shifted !== undefined) return { verb: 'shift', how: 'by a day', value: shifted }
  if (/\s/.test(value)) return { verb: 'change', how: 'to another text', value: otherTextThan(value) }
  const next = nextCode(value)
  return { verb: 'change', how: `to ${JSON.stringify(next)}`, value: next }
}

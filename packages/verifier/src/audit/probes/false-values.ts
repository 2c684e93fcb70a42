/** A value in a text, and a false value in its place. */
export interface FalseText {
  readonly value: string
  readonly other: string
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December'

/** The forms of values, with a function that replaces a value of each form. */
const forms: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/\b(?:[01]?\d|2[0-3]):[0-5]\d\b/g, otherTime],
  [/\b\d{4}-\d\d-\d\d\b/g, (found) => found.replace(/\d\d$/, otherDay)],
  [new RegExp(`\\b(?:${months}) \\d{1,2}\\b`, 'g'), (found) => found.replace(/\d+$/, otherDay)],
  [/\b\d+(?:\.\d+)?(?= (?:mmol|mg|g|mL|units|USD|visits|days|%)\b)/g, (found) => String(Number(found) + 1)],
  [/\b(?=[A-Z0-9-]*\d{3})[A-Z0-9]+(?:-[A-Z0-9]+)*\b/g, exchangeDigits],
]

/** Opposite words for states. */
const opposites: readonly (readonly [string, string])[] = [
  ['booked', 'cancelled'],
  ['confirmed', 'cancelled'],
  ['approved', 'denied'],
  ['critical', 'normal'],
]

/**
 * Returns the values in a text that can be replaced by others, each once: times, dates, amounts, record numbers, names
 * in the world and words for states.
 */
export function falseValuesIn(text: string, names: readonly string[]): readonly FalseText[] {
  const found = new Map<string, string>()
  // Numbers in an address, such as a namespace, state nothing.
  const said = text.replaceAll(/\bhttps?:\/\/[^\s"<>]+/g, ' ')
  for (const [form, exchange] of forms) {
    for (const [value] of said.matchAll(form)) {
      const other = exchange(value)
      if (other !== value && !isPart(value, found)) found.set(value, other)
    }
  }
  const named = names.find((name) => text.includes(name))
  const unnamed = names.find((name) => !text.includes(name))
  if (named !== undefined && unnamed !== undefined) found.set(named, unnamed)
  for (const [one, other] of opposites) {
    const [state] = new RegExp(`\\b${one}\\b`, 'i').exec(text) ?? []
    if (state !== undefined) found.set(state, other)
  }
  return [...found].map(([value, other]) => ({ value, other }))
}

function isPart(value: string, found: ReadonlyMap<string, string>): boolean {
  return [...found.keys()].some((known) => known.includes(value))
}

function otherTime(time: string): string {
  const [hour = '', minute = ''] = time.split(':')
  return `${hour}:${minute === '45' ? '15' : '45'}`
}

function otherDay(day: string): string {
  const next = Number(day) >= 28 ? Number(day) - 1 : Number(day) + 1
  return String(next).padStart(day.length, '0')
}

/** Swaps the last two digits that differ; adds 1 to the last digit if all are equal. */
function exchangeDigits(code: string): string {
  const digits = [...code.matchAll(/\d/g)].map(({ index, 0: digit }) => ({ index, digit }))
  for (let at = digits.length - 1; at > 0; at--) {
    const [one, other] = [digits[at - 1], digits[at]]
    if (one === undefined || other === undefined || one.digit === other.digit) continue
    const characters = [...code]
    characters[one.index] = other.digit
    characters[other.index] = one.digit
    return characters.join('')
  }
  return code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
}

/** Three ways to say a false value. */
const phrasings: readonly ((value: string) => string)[] = [
  (value) => `Please note: ${value}.`,
  (value) => `It is ${value}.`,
  (value) => `As agreed on the telephone, ${value}.`,
]

/**
 * Returns a text with a false value: in place of the right one, and in a sentence before or after it, in three
 * phrasings.
 */
export function makeFalseTexts(text: string, { value, other }: FalseText): readonly { what: string; text: string }[] {
  const added = phrasings.flatMap((say) => [
    { what: `${text.length > 0 ? 'and ' : ''}"${say(other)}" after it`, text: `${text} ${say(other)}` },
    { what: `"${say(other)}" before it`, text: `${say(other)} ${text}` },
  ])
  return [{ what: `"${other}" in place of "${value}"`, text: text.replace(value, other) }, ...added]
}

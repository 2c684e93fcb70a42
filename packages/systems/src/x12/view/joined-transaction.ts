import type { JsonObject } from '@carebench/protocol'
import { parseTransactions, type Segment, type Transaction, X12Error } from '@carebench/x12'

/**
 * Returns a row whose transaction also has the subscribers of another row, after its own. Undefined unless both rows
 * have exactly one transaction, with a subscriber.
 */
export function joinTransactions(row: JsonObject, other: JsonObject): JsonObject | undefined {
  const [own, further] = [onlyTransaction(row), onlyTransaction(other)]
  if (own === undefined || further === undefined) return undefined
  const { trailer } = own
  const segments = further.segments()
  const first = segments.findIndex(isSubscriber)
  if (trailer === undefined || first < 0 || !own.segments().some(isSubscriber)) return undefined
  const { element } = own.source.delimiters
  const last = Math.max(0, ...own.segments('HL').map((one) => Number(one.element(1)) || 0))
  const numbers = new Map<string, string>()
  const added = segments.slice(first, further.hasTrailer ? -1 : undefined).map(({ id, text }) => {
    if (id !== 'HL') return text
    const elements = text.split(further.source.delimiters.element)
    const [, number = '', parent = ''] = elements
    numbers.set(number, String(last + numbers.size + 1))
    return elements
      .with(1, numbers.get(number) ?? number)
      .with(2, numbers.get(parent) ?? parent)
      .join(element)
  })
  const { text } = own.source
  const at = trailer.start
  // The text between two segments: the terminator, and perhaps a line end.
  const previous = own.segment(own.segmentCount - 1)
  const between = text.slice(previous?.end ?? at, at)
  const count = trailer.text
    .split(element)
    .with(1, String(own.segmentCount + added.length))
    .join(element)
  const payload = text.slice(0, at) + added.map((one) => one + between).join('') + count + text.slice(trailer.end)
  return { ...row, payload }
}

function isSubscriber(segment: Segment): boolean {
  return segment.id === 'HL' && segment.element(3) === '22'
}

function onlyTransaction({ payload }: JsonObject): Transaction | undefined {
  if (typeof payload !== 'string') return undefined
  try {
    const [only, ...more] = parseTransactions(payload)
    return more.length === 0 && only?.source.text === payload ? only : undefined
  } catch (error) {
    if (error instanceof X12Error) return undefined
    throw error
  }
}

import type { TransactionSet } from '../definitions/transaction-set.js'
import type { Delimiters } from '../syntax/delimiters.js'
import type { SegmentSource } from '../syntax/segment.js'
import { writeSegment } from '../syntax/segment-value.js'
import { SourceText } from '../syntax/source-text.js'
import { Transaction } from '../syntax/transaction.js'
import type { SegmentValue, TransactionValues } from '../syntax/values.js'
import { X12Error } from '../syntax/x12-error.js'
import { validateWithin } from '../validation/validate.js'

/**
 * Control characters as delimiters, because no value may contain them. `buildInterchange` checks values for the real
 * delimiters.
 */
const delimiters: Delimiters = { element: '\u001d', component: '\u001f', repetition: '\u001e', segment: '\u001c' }

/**
 * Validates the segments of a transaction and returns them as values. Throws X12Error `invalid-value` for the first
 * problem.
 */
export function checkValues(set: TransactionSet, segments: readonly SegmentValue[]): TransactionValues {
  const { id, version, functionalId, guideInHeader = true } = set
  const header: SegmentValue = guideInHeader ? ['ST', id, '0001', version] : ['ST', id, '0001']
  const all: SegmentValue[] = [header, ...segments, ['SE', segments.length + 2, '0001']]
  const bounds: number[] = []
  let text = ''
  for (const segment of all) {
    const written = writeSegment(segment, { delimiters, onDelimiter: 'space' })
    bounds.push(text.length, text.length + written.length - 1)
    text += written
  }
  const source: SegmentSource = { text, delimiters, origin: new SourceText(text, 'utf-8') }
  const [found] = validateWithin(new Transaction(source, bounds, true, undefined, undefined), [set], 1)
  if (found === undefined) return { id, version, functionalId, segments }
  const { expected, received, segment, element } = found
  const place = element === undefined ? { segment } : { segment, element }
  throw new X12Error({ code: 'invalid-value', expected, received, ...place })
}

import { argumentError, requireList } from '../syntax/argument.js'
import { readPart, type Segment } from '../syntax/segment.js'
import type { CompositeValue } from '../syntax/values.js'

/**
 * Returns the elements of HI for ICD-10-CM codes, the principal diagnosis first. Removes decimal points. Throws
 * X12Error `invalid-value` for a code that is not text.
 */
export function writeDiagnoses(codes: readonly string[]): CompositeValue[] {
  requireList(codes, 'diagnoses as a list', "['E11.9']")
  return codes.map((code, index) => {
    if (typeof code !== 'string') throw argumentError('diagnoses to be codes', code, "['E11.9']")
    return [index === 0 ? 'ABK' : 'ABF', code.replaceAll('.', '')]
  })
}

/** Returns the codes of an HI segment, the second component of each element. */
export function readDiagnoses(hi: Segment): string[] {
  return hi.elements().flatMap((element) => readPart(element, hi.source.delimiters, 2, 1) ?? [])
}

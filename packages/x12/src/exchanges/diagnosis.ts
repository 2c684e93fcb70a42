import { refusedArgument, requireList } from '../syntax/argument.js'
import { readPart, type Segment } from '../syntax/segment.js'
import type { CompositeValue } from '../syntax/values.js'

/**
 * The elements of HI for ICD-10-CM codes, the principal first, written without decimal points. Throws X12Error
 * `invalid-value`.
 */
export function writeDiagnoses(codes: readonly string[]): CompositeValue[] {
  requireList(codes, 'diagnoses as a list', "['E11.9']")
  return codes.map((code, index) => {
    if (typeof code !== 'string') throw refusedArgument('diagnoses to be codes', code, "['E11.9']")
    return [index === 0 ? 'ABK' : 'ABF', code.replaceAll('.', '')]
  })
}

/** The codes in HI: the second components of its elements. */
export function readDiagnoses(hi: Segment): string[] {
  return hi.elements().flatMap((element) => readPart(element, hi.source.delimiters, 2, 1) ?? [])
}

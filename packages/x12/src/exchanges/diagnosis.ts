import { readPart, type Segment } from '../segment.js'
import type { CompositeValue } from '../values.js'

/** The elements of HI for ICD-10-CM codes, the principal first, written without points. */
export function writeDiagnoses(codes: readonly string[]): CompositeValue[] {
  return codes.map((code, index) => [index === 0 ? 'ABK' : 'ABF', code.replaceAll('.', '')])
}

/** The codes in HI: the second components of its elements. */
export function readDiagnoses(hi: Segment): string[] {
  return hi.elements().flatMap((element) => readPart(element, hi.source.delimiters, 2, 1) ?? [])
}

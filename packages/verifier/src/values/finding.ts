import type { EvidenceReader } from './evidence-reader.js'
import { escapeName } from './json/json-pointer.js'

/** An error in an input; `path` is the JSON Pointer of the offending member, even if that is missing or unknown. */
export interface Finding {
  readonly path: string
  readonly message: string
}

/** Collects the errors in one input. Parsers report to it and return undefined instead of throwing. */
export class Findings {
  readonly list: Finding[] = []
  /** Reads the evidence for matchers that name records of it; undefined where there is no evidence. */
  reader: EvidenceReader | undefined
  /** The work of compiling the patterns of the input so far, in estimated instructions. */
  patternWork = 0

  add(path: string, message: string): undefined {
    this.list.push({ path, message })
    return undefined
  }
}

/** Appends one step to a JSON Pointer. */
export function pointerTo(parent: string, key: string | number): string {
  return `${parent}/${escapeName(String(key))}`
}

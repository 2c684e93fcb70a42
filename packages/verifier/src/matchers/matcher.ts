import type { JsonValue } from '@carebench/protocol'
import type { Findings } from '../finding.js'
import type { JsonPath } from '../paths/json-path.js'

/** What a matcher may look at besides the value. */
export interface MatchScope {
  /** Data of the entity that the criterion is about; undefined where no matcher of the criterion reads one. */
  readonly entity: JsonValue | undefined
}

/**
 * A compiled `expected`. `actual` is undefined where the value is missing, which is not null, "" or [].
 * Never throws; a value of the wrong type is simply no match.
 */
export type Matcher = (actual: JsonValue | undefined, scope: MatchScope) => boolean

/** What a matcher is compiled with. */
export interface MatcherContext {
  readonly findings: Findings
  /** True for formats whose values are all strings (HL7, X12, CSV): number matchers then read decimal strings. */
  readonly stringValues: boolean
  /** Receives the path of every `$entity`, so that an unresolved one is told apart from one that does not match. */
  readonly entityPaths: JsonPath[]
  /** Compiles a matcher inside this one. `path` is the JSON Pointer of its operand. */
  compile(expected: unknown, path: string): Matcher | undefined
}

/** One matcher: its key, which begins with `$`, and how its operand is compiled. */
export interface MatcherKind {
  readonly key: string
  /** An operand that compiles, for error messages. */
  readonly example: string
  /** Compiles the operand found at `path`; reports to `context.findings` and returns undefined if it is not fit. */
  compile(operand: JsonValue, path: string, context: MatcherContext): Matcher | undefined
}

import type { JsonValue } from '@carebench/protocol'
import type { Truth } from '@carebench/text'
import type { WorkBudget } from '../budget/work-budget.js'
import type { Findings } from '../values/finding.js'
import type { JsonPath } from '../values/paths/json-path.js'
import type { Assumptions } from './assumptions.js'

/** The data that a matcher can read besides the value. */
export interface MatchScope {
  /** Data of the entity that the criterion is about; undefined if no matcher of the criterion reads an entity. */
  readonly entity: JsonValue | undefined
  /** Decides if a matcher cannot. Without it, an undecided value does not match. */
  readonly assumptions?: Assumptions | undefined
  /** The remaining work that the criterion may do on long texts. Default: unlimited, without pauses. */
  readonly budget?: WorkBudget | undefined
  /** The evidence, for the {@link EvidenceReader} of a matcher. Default: none; a matcher that needs it is undecided. */
  readonly evidence?: object | undefined
}

/**
 * A compiled `expected`. `actual` is undefined if the value is missing, which differs from null, "" and [].
 * Throws only to pause or end the check, when the budget says so; a value of the wrong type does not match.
 */
export type Matcher = (actual: JsonValue | undefined, scope: MatchScope) => boolean

/** A matcher that can return undefined (undecided), which is falsy: undecided is never a pass. */
export type OpenMatcher = (actual: JsonValue | undefined, scope: MatchScope) => Truth

/** The context in which a matcher is compiled. */
export interface MatcherContext {
  readonly findings: Findings
  /** True for formats whose values are all strings (HL7, X12, CSV): number matchers then read decimal strings. */
  readonly stringValues: boolean
  /** True if these are cells of a table, which people write (CSV): number matchers then read `$1,210.00` too. */
  readonly cells: boolean
  /** Receives the path of every `$entity`, so that an unresolved one is distinguished from one that does not match. */
  readonly entityPaths: JsonPath[]
  /** Compiles a nested matcher. `path` is the JSON Pointer of its operand. */
  compile(expected: unknown, path: string): OpenMatcher | undefined
  /** Called by a kind that can be undecided. */
  markOpen(): void
}

/** A matcher: its key, which begins with `$`, and the compiler of its operand. */
export interface MatcherKind {
  readonly key: string
  /** An example of a valid operand, for error messages. */
  readonly example: string
  /** Compiles the operand at `path`; reports to `context.findings` and returns undefined if it is invalid. */
  compile(operand: JsonValue, path: string, context: MatcherContext): OpenMatcher | undefined
}

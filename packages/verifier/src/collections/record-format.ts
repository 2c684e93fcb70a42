import type { JsonValue } from '@carebench/protocol'
import type { Findings } from '../finding.js'
import { type CompileMatcherOptions, compileMatcher } from '../matchers/compile-matcher.js'
import type { MatchScope } from '../matchers/matcher.js'

/** A compiled path into records of one form. */
export interface RecordPath<Value> {
  /** The path as it was written. */
  readonly text: string
  /** Whether it may stand for several values. */
  readonly many: boolean
  /** The value at the path, undefined where there is none; the first one where there are many. */
  read(record: Value): JsonValue | undefined
  /** All values that the path stands for, undefined for each branch that ends early; never empty. */
  readAll(record: Value): readonly (JsonValue | undefined)[]
  /** What stands where the path ends early, for a sentence; undefined if it does not, or if it cannot be told. */
  explainMissing?(record: Value): string | undefined
}

/** Tells whether a value is as expected; the record is what the value was read from. */
export type ValueMatcher<Value> = (actual: JsonValue | undefined, scope: MatchScope, record: Value) => boolean

/** How records of one form are read: the grammar of their paths and the way their values are matched. */
export interface RecordFormat<Value> {
  /** Compiles a path; undefined after reporting a fault at `at`. */
  compilePath(text: string, at: string, findings: Findings): RecordPath<Value> | undefined
  /** Compiles what is expected; undefined after reporting faults below `at`. */
  compileMatcher(expected: unknown, at: string, options: CompileMatcherOptions): ValueMatcher<Value> | undefined
}

/** What a format is made of. */
export interface RecordFormatInput<Value> {
  /** Compiles a path, throwing an error of the class `syntaxError` where it is none. */
  compile(text: string): RecordPath<Value>
  readonly syntaxError: abstract new (...args: never[]) => Error
  /** Whether all values are strings, so that number matchers read decimal strings. */
  readonly stringValues: boolean
}

/** Makes a format of a compiler of paths. */
export function createRecordFormat<Value>(input: RecordFormatInput<Value>): RecordFormat<Value> {
  return {
    compilePath(text, at, findings) {
      try {
        return input.compile(text)
      } catch (error) {
        if (error instanceof input.syntaxError) return findings.add(at, error.message)
        throw error
      }
    },
    compileMatcher: (expected, at, options) =>
      compileMatcher(expected, at, { ...options, stringValues: input.stringValues }),
  }
}

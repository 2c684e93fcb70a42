import type { JsonValue } from '@carebench/protocol'
import { type CompileMatcherOptions, compileMatcher } from '../../matchers/compile-matcher.js'
import type { MatchScope } from '../../matchers/matcher.js'
import type { Findings } from '../../values/finding.js'

/** A compiled path into records of one format. */
export interface RecordPath<Value> {
  /** The path as written. */
  readonly text: string
  /** Whether it can select several values. */
  readonly many: boolean
  /** The value at the path, undefined if there is none; the first if there are several. */
  read(record: Value): JsonValue | undefined
  /** All values at the path, with undefined for each branch that ends early; never empty. */
  readAll(record: Value): readonly (JsonValue | undefined)[]
  /**
   * Describes, for a sentence, the value at which the path ends early; undefined if it does not end early, or if the
   * value is unknown.
   */
  explainMissing?(record: Value): string | undefined
  /**
   * Returns, if the path leads nowhere, the most similar path that leads to a value; undefined if there is none, or if
   * that is unknown.
   */
  nearest?(record: Value): string | undefined
}

/** Whether a value is as expected; `record` is the record it was read from. */
export type ValueMatcher<Value> = (actual: JsonValue | undefined, scope: MatchScope, record: Value) => boolean

/** The rules for reading records of one format: the syntax of their paths and the matching of their values. */
export interface RecordFormat<Value> {
  /** Compiles a path; undefined after reporting an error at `at`. */
  compilePath(text: string, at: string, findings: Findings): RecordPath<Value> | undefined
  /** Compiles an expected value; undefined after reporting errors below `at`. */
  compileMatcher(expected: unknown, at: string, options: CompileMatcherOptions): ValueMatcher<Value> | undefined
  /** Whether its paths are those of JSON values. Default false. */
  readonly hasJsonPaths?: boolean
  /** Returns the form of a value that is compared with a value of another record. Default: the value itself. */
  comparable?(value: JsonValue): JsonValue
}

/** The definition of a format. */
export interface RecordFormatInput<Value> {
  /** Compiles a path, or throws an error of the class `syntaxError`. */
  compile(text: string): RecordPath<Value>
  readonly syntaxError: abstract new (...args: never[]) => Error
  /** Whether all values are strings, so that number matchers read decimal strings. */
  readonly stringValues: boolean
}

/** Creates a format from a compiler of paths. */
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

import type { JsonValue } from '@carebench/protocol'
import { type Findings, pointerTo } from '../values/finding.js'
import { isJsonObject } from '../values/json/is-json-object.js'
import type { JsonPath } from '../values/paths/json-path.js'
import { groundedMatcher } from './evidence/grounded.js'
import { withinMatcher } from './evidence/within.js'
import type { Matcher, MatcherContext, MatcherKind, OpenMatcher } from './matcher.js'
import { approxMatcher } from './operators/approx.js'
import { codeMatcher } from './operators/code.js'
import { allMatcher, anyMatcher, notMatcher } from './operators/combine.js'
import { gteMatcher, gtMatcher, lteMatcher, ltMatcher } from './operators/compare.js'
import { containsMatcher } from './operators/contains.js'
import { dateMatcher } from './operators/date.js'
import { everyMatcher, someMatcher } from './operators/elements.js'
import { entityMatcher } from './operators/entity.js'
import { eqMatcher, literalMatcher } from './operators/eq.js'
import { existsMatcher } from './operators/exists.js'
import { membersMatcher } from './operators/members.js'
import { oneOfMatcher } from './operators/one-of.js'
import { quantityMatcher } from './operators/quantity.js'
import { regexMatcher } from './operators/regex.js'
import { saysMatcher } from './operators/says.js'
import { sizeMatcher } from './operators/size.js'
import { textMatcher } from './operators/text.js'
import { unorderedMatcher } from './operators/unordered.js'
import { wordsMatcher } from './operators/words.js'

const kinds: ReadonlyMap<string, MatcherKind> = new Map(
  [
    eqMatcher,
    existsMatcher,
    notMatcher,
    anyMatcher,
    allMatcher,
    someMatcher,
    everyMatcher,
    membersMatcher,
    oneOfMatcher,
    regexMatcher,
    containsMatcher,
    unorderedMatcher,
    sizeMatcher,
    gtMatcher,
    gteMatcher,
    ltMatcher,
    lteMatcher,
    approxMatcher,
    dateMatcher,
    withinMatcher,
    codeMatcher,
    textMatcher,
    saysMatcher,
    groundedMatcher,
    wordsMatcher,
    quantityMatcher,
    entityMatcher,
  ].map((kind) => [kind.key, kind]),
)

/** Returns the keys of all matchers, `$eq` first. */
export function matcherKeys(): readonly string[] {
  return [...kinds.keys()]
}

/** Maximum nesting depth of matchers; deeper ones are rejected. */
const deepest = 32

/** The context of {@link compileMatcher}. */
export interface CompileMatcherOptions {
  readonly findings: Findings
  /** See {@link MatcherContext.entityPaths}. */
  readonly entityPaths: JsonPath[]
  /** See {@link MatcherContext.stringValues}. Default false. */
  readonly stringValues?: boolean
  /** See {@link MatcherContext.cells}. Default false. */
  readonly cells?: boolean
}

/**
 * Compiles an `expected`: a literal, or an object whose only key begins with `$`.
 *
 * An unknown `$` key, or a `$` key next to another, is an error; `{"$eq": …}` writes a literal that looks like a
 * matcher. Inside a literal, `$` keys are data.
 *
 * @returns undefined after reporting errors, each with the JSON Pointer of the offending member
 */
export function compileMatcher(
  expected: unknown,
  path: string,
  { findings, entityPaths, stringValues = false, cells = false }: CompileMatcherOptions,
): Matcher | undefined {
  let depth = 0
  let isOpen = false
  const context: MatcherContext = {
    findings,
    entityPaths,
    stringValues,
    cells,
    compile(inner, at) {
      if (depth >= deepest) return findings.add(at, `matchers may be nested at most ${deepest} deep`)
      depth++
      const matcher = compileOne(inner, at, context)
      depth--
      return matcher
    },
    markOpen() {
      isOpen = true
    },
  }
  const matcher = context.compile(expected, path)
  return matcher && isOpen ? decided(matcher, expected as JsonValue) : (matcher as Matcher | undefined)
}

/** Returns the matcher with assumptions in place of undecided results. */
function decided(matcher: OpenMatcher, expected: JsonValue): Matcher {
  return (actual, scope) => matcher(actual, scope) ?? scope.assumptions?.assume(matcher, expected, actual) ?? false
}

function compileOne(expected: unknown, path: string, context: MatcherContext): OpenMatcher | undefined {
  if (expected === undefined) return context.findings.add(path, 'expected a JSON value or a matcher, found nothing')
  const value = expected as JsonValue
  if (!isJsonObject(value)) return literalMatcher(value)
  const keys = Object.keys(value)
  const key = keys.find((name) => name.startsWith('$'))
  if (key === undefined) return literalMatcher(value)
  if (keys.length > 1) {
    return context.findings.add(
      path,
      `a matcher has one key, found ${keys.map((name) => JSON.stringify(name)).join(', ')}; combine matchers with ` +
        '{"$all": […]}, or write a literal with {"$eq": …}',
    )
  }
  const kind = kinds.get(key)
  if (kind === undefined) {
    return context.findings.add(
      pointerTo(path, key),
      `unknown matcher ${JSON.stringify(key)}; known are ${matcherKeys().join(' ')}; write a literal with {"$eq": …}`,
    )
  }
  return kind.compile(value[key] as JsonValue, pointerTo(path, key), context)
}

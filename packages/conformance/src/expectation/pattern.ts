/** The expected form of a value. Objects may have additional members; arrays must have exactly the given elements. */
export type Pattern =
  | string
  | number
  | boolean
  | null
  | RegExp
  | Rule
  | readonly Pattern[]
  | { readonly [member: string]: Pattern }

/** A condition that a literal cannot express. */
export class Rule {
  constructor(
    /** The description of the expected value in reports. */
    readonly expected: string,
    readonly holds: (actual: unknown) => boolean,
    /** The faults inside a value that does not match; default: one for the whole value. */
    readonly faults?: (actual: unknown, path: string) => readonly Fault[],
  ) {}
}

/** A place where a value differs from what is expected. */
export interface Fault {
  /** JSON Pointer. */
  readonly path: string
  readonly expected: string
  readonly actual: string
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Finds all places where a value does not match a pattern; empty if it matches. */
export function findFaults(actual: unknown, pattern: Pattern, path = ''): readonly Fault[] {
  const fault = (): readonly Fault[] => [{ path, expected: describe(pattern), actual: show(actual) }]
  if (pattern instanceof Rule) {
    if (pattern.faults !== undefined) return pattern.faults(actual, path)
    return pattern.holds(actual) ? [] : fault()
  }
  if (pattern instanceof RegExp) return typeof actual === 'string' && pattern.test(actual) ? [] : fault()
  if (Array.isArray(pattern)) {
    if (!Array.isArray(actual) || actual.length !== pattern.length) return fault()
    return pattern.flatMap((inner: Pattern, index) => findFaults(actual[index], inner, `${path}/${index}`))
  }
  if (isObject(pattern)) {
    if (!isObject(actual)) return fault()
    return Object.entries(pattern).flatMap(([key, inner]) =>
      findFaults(Object.hasOwn(actual, key) ? actual[key] : undefined, inner as Pattern, `${path}/${escapeKey(key)}`),
    )
  }
  return actual === pattern ? [] : fault()
}

function escapeKey(key: string) {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Describes a pattern in words and JSON. */
export function describe(pattern: Pattern): string {
  if (pattern instanceof Rule) return pattern.expected
  if (pattern instanceof RegExp) return `a text like ${pattern}`
  if (Array.isArray(pattern)) return `[${pattern.map((inner: Pattern) => describe(inner)).join(', ')}]`
  if (isObject(pattern)) {
    return `{${Object.entries(pattern)
      .map(([key, inner]) => `${JSON.stringify(key)}: ${describe(inner as Pattern)}`)
      .join(', ')}}`
  }
  return JSON.stringify(pattern)
}

/** Formats a whole value for a report; secrets are removed before it is truncated. */
function show(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value))
}

/** Truncates the text of a value for a report. */
export function cutShown(text: string): string {
  return text.length <= 400 ? text : `${text.slice(0, 400)}…`
}

function rule(expected: string, holds: (actual: unknown) => boolean) {
  return new Rule(expected, holds)
}

export const text = /* @__PURE__ */ rule('a text', (value) => typeof value === 'string')
export const filled = /* @__PURE__ */ rule(
  'a text that is not empty',
  (value) => typeof value === 'string' && value !== '',
)
export const integer = /* @__PURE__ */ rule('an integer', Number.isInteger)
export const boolean = /* @__PURE__ */ rule('true or false', (value) => typeof value === 'boolean')
export const object = /* @__PURE__ */ rule('an object', isObject)
export const array = /* @__PURE__ */ rule('an array', Array.isArray)
export const anything = /* @__PURE__ */ rule('any value', (value) => value !== undefined)
export const absent = /* @__PURE__ */ rule('nothing', (value) => value === undefined)
/** A number from 0 to 1. */
export const fraction = /* @__PURE__ */ rule(
  'a number from 0 to 1',
  (value) => typeof value === 'number' && value >= 0 && value <= 1,
)
/** RFC 3339 with any offset, because the specification is no more specific. */
export const dateTime = /* @__PURE__ */ rule(
  'a date-time of RFC 3339',
  (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(value) &&
    !Number.isNaN(Date.parse(value)),
)
/** RFC 3339 in UTC with milliseconds. */
export const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Matches if one of several patterns does. */
export function either(...patterns: readonly Pattern[]): Rule {
  return rule(patterns.map(describe).join(' or '), (value) =>
    patterns.some((option) => findFaults(value, option).length === 0),
  )
}

export function orNull(pattern: Pattern): Rule {
  return either(null, pattern)
}

/** Matches a number, apart from the rounding error between two implementations of the same sum. */
export function near(expected: number): Rule {
  return rule(`${expected} (within 1e-9)`, (value) => typeof value === 'number' && Math.abs(value - expected) <= 1e-9)
}

/** Matches an array with at least `least` elements, all of which match. */
export function each(pattern: Pattern, least = 0): Rule {
  return new Rule(
    `an array of ${least > 0 ? `at least ${least} of ` : ''}${describe(pattern)}`,
    () => false,
    (value, path) =>
      Array.isArray(value) && value.length >= least
        ? value.flatMap((element, index) => findFaults(element, pattern, `${path}/${index}`))
        : [
            {
              path,
              expected: `an array${least > 0 ? ` of at least ${least}` : ''}: ${describe(pattern)}`,
              actual: show(value),
            },
          ],
  )
}

/** Matches an array that contains all given values. */
export function includingAll(...values: readonly unknown[]): Rule {
  return rule(
    `an array with ${values.map(show).join(', ')} in it`,
    (value) => Array.isArray(value) && values.every((expected) => value.includes(expected)),
  )
}

/** Matches an object with at least `least` members, all of which match. */
export function everyMember(pattern: Pattern, least = 0): Rule {
  return rule(
    `an object of which every member is ${describe(pattern)}`,
    (value) =>
      isObject(value) &&
      Object.keys(value).length >= least &&
      Object.values(value).every((member) => findFaults(member, pattern).length === 0),
  )
}

/** Matches equal JSON, without additional members; the order of members does not matter. */
export function same(expected: unknown): Rule {
  return rule(`exactly ${show(expected)}`, (value) => canonical(value) === canonical(expected))
}

/** Matches anything that does not match the pattern. */
export function not(pattern: Pattern): Rule {
  return rule(`not ${describe(pattern)}`, (value) => findFaults(value, pattern).length > 0)
}

/** Matches a text that contains none of the given words. */
export function without(...words: readonly (string | RegExp)[]): Rule {
  return rule(
    `a text without ${words.map(String).join(', ')}`,
    (value) =>
      typeof value === 'string' &&
      !words.some((word) => (typeof word === 'string' ? value.includes(word) : word.test(value))),
  )
}

/** Returns JSON text with members in alphabetical order. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined'
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`
}

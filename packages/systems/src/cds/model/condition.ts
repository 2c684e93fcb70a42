import type { JsonValue, Steps } from '@carebench/protocol'
import { jsonEqual } from '@carebench/verifier/kinds'
import { type Static, Type } from 'typebox'
import { show } from '../../json-shape.js'
import { type HookValues, parseValuePath, valuePathPattern } from './value-path.js'

const closed = { additionalProperties: false } as const
const anyJson = Type.Unsafe<JsonValue>({})

const matchers = {
  equals: Type.Optional(anyJson),
  oneOf: Type.Optional(Type.Array(anyJson, { minItems: 1, maxItems: 1000 })),
  contains: Type.Optional(anyJson),
  gt: Type.Optional(Type.Number()),
  gte: Type.Optional(Type.Number()),
  lt: Type.Optional(Type.Number()),
  lte: Type.Optional(Type.Number()),
  exists: Type.Optional(Type.Boolean()),
}

const testSchema = Type.Object(
  { path: Type.String({ maxLength: 300, pattern: valuePathPattern }), ...matchers },
  { ...closed, minProperties: 2, description: 'A path, and requirements on one of its values.' },
)

const tests = Type.Array(testSchema, { minItems: 1, maxItems: 100 })

const conditionSchema = Type.Union([
  testSchema,
  Type.Object({ any: tests }, { ...closed, description: 'At least one test holds.' }),
  Type.Object({ none: tests }, { ...closed, description: 'No test holds.' }),
])

/** When a card is returned: a condition, or several that must all hold. */
export const whenSchema = Type.Union([conditionSchema, Type.Array(conditionSchema, { minItems: 1, maxItems: 100 })], {
  description: 'A condition on context and prefetch, or several that must all hold. Default: always.',
})

type Test = Static<typeof testSchema>
type Condition = Static<typeof conditionSchema>

export type CardWhen = Static<typeof whenSchema>

/** Tests in steps whether a condition holds for a request. */
export type Holds = (values: HookValues) => Steps<boolean>

/**
 * Compiles a condition. Throws an Error that locates an invalid path, or a test that combines `"exists": false` with
 * other matchers.
 */
export function compileCardWhen(when: CardWhen | undefined, place: string): Holds {
  if (when === undefined) return always
  if (!isList(when)) return compileCondition(when, place)
  const all = when.map((condition, index) => compileCondition(condition, `${place}[${index}]`))
  return function* (values) {
    for (const holds of all) {
      if (!(yield* holds(values))) return false
    }
    return true
  }
}

function* always(): Steps<boolean> {
  yield
  return true
}

function* hasOne(tests: readonly Holds[], values: HookValues): Steps<boolean> {
  for (const holds of tests) {
    if (yield* holds(values)) return true
  }
  return false
}

function compileCondition(condition: Condition, place: string): Holds {
  if ('path' in condition) return compileTest(condition, place)
  if ('any' in condition) {
    const any = condition.any.map((test, index) => compileTest(test, `${place}.any[${index}]`))
    return (values) => hasOne(any, values)
  }
  const none = condition.none.map((test, index) => compileTest(test, `${place}.none[${index}]`))
  return function* (values) {
    return !(yield* hasOne(none, values))
  }
}

function compileTest({ path, exists, ...rest }: Test, place: string): Holds {
  const find = parseValuePath(path, `${place}.path`)
  const fits = makeMatcher(rest)
  if (exists === false) {
    if (fits !== undefined)
      throw new Error(`${place}: expected "exists": false without other tests, got ${show({ exists, ...rest })}.`)
    return function* (values) {
      yield
      return find(values).length === 0
    }
  }
  return function* (values) {
    yield
    for (const value of find(values)) {
      if (fits === undefined || fits(value)) return true
      yield
    }
    return false
  }
}

/** Compiles the matchers of a test; undefined if it has none, so that a value only has to exist. */
function makeMatcher(test: Omit<Test, 'path' | 'exists'>): ((value: JsonValue) => boolean) | undefined {
  const { equals, oneOf, contains, gt, gte, lt, lte } = test
  const fits: ((value: JsonValue) => boolean)[] = []
  if (equals !== undefined) fits.push((value) => jsonEqual(value, equals))
  if (oneOf !== undefined) fits.push((value) => oneOf.some((option) => jsonEqual(value, option)))
  if (contains !== undefined) fits.push((value) => holdsIn(value, contains))
  if (gt !== undefined) fits.push((value) => typeof value === 'number' && value > gt)
  if (gte !== undefined) fits.push((value) => typeof value === 'number' && value >= gte)
  if (lt !== undefined) fits.push((value) => typeof value === 'number' && value < lt)
  if (lte !== undefined) fits.push((value) => typeof value === 'number' && value <= lte)
  return fits.length === 0 ? undefined : (value) => fits.every((holds) => holds(value))
}

function holdsIn(value: JsonValue, wanted: JsonValue): boolean {
  if (typeof value === 'string') return typeof wanted === 'string' && value.includes(wanted)
  return Array.isArray(value) && value.some((element: JsonValue) => jsonEqual(element, wanted))
}

function isList(when: CardWhen): when is Condition[] {
  return Array.isArray(when)
}

import type { JsonObject, JsonValue } from '@carebench/protocol'
import fc from 'fast-check'

/** Names that objects inherit, that matchers use, or that paths must escape. */
const hostileKey = fc.constantFrom('__proto__', 'constructor', 'length', '$eq', '$x', 'a.b', 'a/b', '~', '0', '')

const key = fc.oneof({ weight: 4, arbitrary: fc.string({ maxLength: 6 }) }, { weight: 1, arbitrary: hostileKey })

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, '', 0, 1, '1', 'null'),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
)

const { value, object } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  // Created from entries, so that "__proto__" is an ordinary member.
  object: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries) as JsonObject),
}))

/** Generates any JSON value, including hostile keys and nearly equal values. */
export function jsonValue(): fc.Arbitrary<JsonValue> {
  return value
}

/** Generates any JSON object, including hostile keys. */
export function jsonObject(): fc.Arbitrary<JsonObject> {
  return object
}

import type { JsonObject, JsonValue } from '@carebench/protocol'
import { pointerTo } from '../values/finding.js'
import { isJsonObject } from '../values/json/is-json-object.js'
import { nameOfType, showJson } from '../values/json/show-json.js'
import type { MatcherContext, MatcherKind } from './matcher.js'

/** Reports an invalid operand, with what was expected, the actual value and an example. */
export function refuseOperand(
  kind: Pick<MatcherKind, 'key' | 'example'>,
  expected: string,
  operand: JsonValue | undefined,
  path: string,
  context: MatcherContext,
): undefined {
  return context.findings.add(
    path,
    `${kind.key} needs ${expected}, found ` +
      `${nameOfType(operand)}${operand === undefined ? '' : ` ${showJson(operand)}`}; for example ${kind.example}`,
  )
}

/** Accepts an operand that is an object with only these members, including the required ones; otherwise reports it. */
export function objectOperand(
  kind: Pick<MatcherKind, 'key' | 'example'>,
  members: { readonly required: readonly string[]; readonly optional: readonly string[] },
  operand: JsonValue,
  path: string,
  context: MatcherContext,
): JsonObject | undefined {
  if (!isJsonObject(operand)) return refuseOperand(kind, 'an object', operand, path, context)
  const before = context.findings.list.length
  for (const key of members.required) {
    if (!Object.hasOwn(operand, key)) refuseOperand(kind, `"${key}"`, undefined, pointerTo(path, key), context)
  }
  const known = [...members.required, ...members.optional]
  for (const key of Object.keys(operand)) {
    if (!known.includes(key)) {
      context.findings.add(
        pointerTo(path, key),
        `${kind.key} has no member ${JSON.stringify(key)}; for example ${kind.example}`,
      )
    }
  }
  return context.findings.list.length === before ? operand : undefined
}

/** Accepts an operand that is a non-empty array; otherwise reports it. */
export function listOperand(
  kind: Pick<MatcherKind, 'key' | 'example'>,
  operand: JsonValue,
  path: string,
  context: MatcherContext,
): readonly JsonValue[] | undefined {
  return Array.isArray(operand) && operand.length > 0
    ? (operand as readonly JsonValue[])
    : refuseOperand(kind, 'an array with at least one element', operand, path, context)
}

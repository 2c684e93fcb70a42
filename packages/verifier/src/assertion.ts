import type { JsonValue } from '@carebench/protocol'
import type { Check, CompiledCheck, KeySelection } from './check.js'
import type { Collections } from './collections/collections.js'
import { type Fault, Faults } from './fault.js'
import { ownMember } from './json/is-json-object.js'
import { nameOfType, showJson } from './json/show-json.js'
import { checkSchema } from './schema-faults.js'

/** An assertion that was accepted, or what is wrong with it. */
export type CompiledAssertion = (
  | { readonly ok: true; readonly kind: string; readonly check: CompiledCheck }
  | { readonly ok: false; readonly errors: readonly Fault[] }
) & {
  /** How it selects records by a key; undefined if it does not. */
  readonly keySelection?: KeySelection | undefined
}

/** Whether an assertion may be written; if not, what is wrong, each with the JSON Pointer of the offending member. */
export type AssertionValidity = { readonly ok: true } | { readonly ok: false; readonly errors: readonly Fault[] }

/** Compiles an assertion by the check of its kind. Never throws; an unknown kind or shape is answered with errors. */
export function compileWith(
  checks: ReadonlyMap<string, Check>,
  collections: Collections,
  assertion: unknown,
): CompiledAssertion {
  const faults = new Faults()
  const check = findCheck(checks, assertion, faults)
  if (check === undefined) return { ok: false, errors: faults.list }
  checkSchema(check.schema, assertion, faults)
  const compiled = faults.list.length === 0 ? check.compile(assertion, faults, collections) : undefined
  const keySelection = check.keySelection?.(assertion as JsonValue)
  if (compiled !== undefined && faults.list.length === 0) {
    return { ok: true, kind: check.kind, check: compiled, keySelection }
  }
  if (faults.list.length === 0) faults.add('', 'is not accepted by the check of its kind')
  return { ok: false, errors: faults.list, keySelection }
}

function findCheck(checks: ReadonlyMap<string, Check>, assertion: unknown, faults: Faults): Check | undefined {
  const kind = ownMember(assertion as JsonValue | undefined, 'assert')
  const known = [...checks.keys()].join(', ')
  if (typeof assertion !== 'object' || assertion === null || Array.isArray(assertion)) {
    return faults.add(
      '',
      `must be an object such as {"assert": "fhir-resource-state", …}, found ${nameOfType(assertion)}`,
    )
  }
  if (typeof kind !== 'string') {
    return faults.add('/assert', `must name a kind (${known}), found ${showJson(kind)}`)
  }
  return checks.get(kind) ?? faults.add('/assert', `unknown kind ${showJson(kind)}; known are ${known}`)
}

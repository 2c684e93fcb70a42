import type { JsonValue } from '@carebench/protocol'
import { hasMoreValues } from '@carebench/protocol/wire'
import type { Check, CompiledCheck, KeySelection } from '../checks/check.js'
import { createEvidenceReader } from '../checks/reader/evidence-reader.js'
import type { Collections } from '../evidence/collections/collections.js'
import { type Finding, Findings } from '../values/finding.js'
import { ownMember } from '../values/json/is-json-object.js'
import { nameOfType, showJson } from '../values/json/show-json.js'
import { type NamedSystem, namedSystems } from './named-systems.js'
import { checkSchema } from './schema-findings.js'

/** An accepted assertion, or the errors in it. */
export type CompiledAssertion = (
  | {
      readonly ok: true
      readonly kind: string
      readonly check: CompiledCheck
      /** The keys of systems that the assertion names, wherever the schema of its kind has one. */
      readonly systems: readonly NamedSystem[]
    }
  | { readonly ok: false; readonly errors: readonly Finding[] }
) & {
  /** The way in which it selects records by a key; undefined if it does not. */
  readonly keySelection?: KeySelection | undefined
}

/** Whether an assertion is valid; if not, the errors, each with the JSON Pointer of the offending member. */
export type AssertionValidity = { readonly ok: true } | { readonly ok: false; readonly errors: readonly Finding[] }

/** Maximum number of JSON values of an assertion, itself included. */
const maxValues = 5000

/** Compiles an assertion with the check of its kind. Never throws; for an unknown kind or shape it returns errors. */
export function compileWith(
  checks: ReadonlyMap<string, Check>,
  collections: Collections,
  assertion: unknown,
): CompiledAssertion {
  const findings = new Findings()
  findings.reader = createEvidenceReader(collections, findings)
  const check = findCheck(checks, assertion, findings)
  if (check === undefined) return { ok: false, errors: findings.list }
  if (hasMoreValues(assertion, maxValues)) {
    findings.add('', `must have at most ${maxValues} values, objects and arrays included`)
    return { ok: false, errors: findings.list }
  }
  checkSchema(check.schema, assertion, findings)
  const compiled = findings.list.length === 0 ? check.compile(assertion, findings, collections) : undefined
  const keySelection = check.keySelection?.(assertion as JsonValue)
  if (compiled !== undefined && findings.list.length === 0) {
    return { ok: true, kind: check.kind, check: compiled, systems: namedSystems(check.schema, assertion), keySelection }
  }
  if (findings.list.length === 0) findings.add('', 'is not accepted by the check of its kind')
  return { ok: false, errors: findings.list, keySelection }
}

function findCheck(checks: ReadonlyMap<string, Check>, assertion: unknown, findings: Findings): Check | undefined {
  const kind = ownMember(assertion as JsonValue | undefined, 'assert')
  const known = [...checks.keys()].join(', ')
  if (typeof assertion !== 'object' || assertion === null || Array.isArray(assertion)) {
    return findings.add(
      '',
      `must be an object such as {"assert": "fhir-resource-state", …}, found ${nameOfType(assertion)}`,
    )
  }
  if (typeof kind !== 'string') {
    return findings.add('/assert', `must name a kind (${known}), found ${showJson(kind)}`)
  }
  return checks.get(kind) ?? findings.add('/assert', `unknown kind ${showJson(kind)}; known are ${known}`)
}

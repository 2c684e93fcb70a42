import type { JsonValue } from '@carebench/protocol'
import { Type } from 'typebox'
import type { CheckContext, CheckOutcome } from '../check.js'
import type { PreparedEvidence } from '../evidence/prepared-evidence.js'
import type { Faults } from '../fault.js'
import { compileMatcher } from '../matchers/compile-matcher.js'
import type { MatchScope } from '../matchers/matcher.js'
import type { JsonPath } from '../paths/json-path.js'
import { compileFields } from './field.js'
import type { RecordRule } from './record-selection.js'

/** The members that all kinds which select records have in common. */
export const recordRuleMembers = {
  match: Type.Optional(Type.Union([Type.Literal('any'), Type.Literal('first'), Type.Literal('all')])),
  count: Type.Optional(Type.Unknown()),
}

/** A rule and the entity values it reads. */
export interface CompiledRule {
  readonly rule: RecordRule
  /** What the matchers may look at; an outcome where the entity they read cannot be told. */
  scope(
    evidence: PreparedEvidence,
    context: CheckContext,
  ): MatchScope | Extract<CheckOutcome, { outcome: 'unsupported' }>
}

/** What is compiled into a rule; `fieldsAt` is the JSON Pointer of the fields. */
export interface RecordRuleInput {
  readonly fields: readonly { readonly path: string; readonly expected: unknown }[]
  readonly fieldsAt: string
  readonly match?: 'any' | 'first' | 'all'
  readonly count?: unknown
}

/** Compiles fields, `match` and `count`; undefined after reporting faults. */
export const compileRecordRule = (input: RecordRuleInput, faults: Faults): CompiledRule | undefined => {
  const entityPaths: JsonPath[] = []
  const fields = compileFields(input.fields, input.fieldsAt, faults, entityPaths)
  const counted = input.count !== undefined
  if (counted && input.match !== undefined) faults.add('/match', 'is not taken together with "count"; leave one out')
  const matcher = counted ? compileMatcher(input.count, '/count', { faults, entityPaths }) : undefined
  if (fields === undefined || (counted && matcher === undefined)) return undefined
  const rule: RecordRule = {
    fields,
    match: input.match ?? 'any',
    ...(matcher && { count: { expected: input.count as JsonValue, matcher } }),
  }
  return { rule, scope: (evidence, context) => scopeOf(entityPaths, evidence, context) }
}

const noEntity: MatchScope = { entity: undefined }

const scopeOf = (
  entityPaths: readonly JsonPath[],
  evidence: PreparedEvidence,
  context: CheckContext,
): ReturnType<CompiledRule['scope']> => {
  if (entityPaths.length === 0) return noEntity
  const entity = evidence.resolveEntityPaths(context, entityPaths)
  if (entity !== undefined) return { entity }
  const pointers = entityPaths.map((path) => JSON.stringify(path.text)).join(', ')
  return {
    outcome: 'unsupported',
    details: `Not verified: no single bound entity has ${pointers}, which {"$entity": …} reads. Bind one entity that has it, or set input_entity_id.`,
  }
}

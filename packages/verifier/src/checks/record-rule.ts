import type { JsonValue } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { Type } from 'typebox'
import type { CheckContext, CheckOutcome } from '../check.js'
import type { RecordFormat } from '../collections/record-format.js'
import type { PreparedEvidence } from '../evidence/prepared-evidence.js'
import type { Findings } from '../finding.js'
import { compileMatcher } from '../matchers/compile-matcher.js'
import type { MatchScope } from '../matchers/matcher.js'
import type { JsonPath } from '../paths/json-path.js'
import { compileFields, type Field, type WrittenField } from './field.js'
import type { MatchMode, RecordRule } from './record-selection.js'

/** An outcome of a check that could not tell. */
export type Unsupported = Extract<CheckOutcome, { readonly outcome: 'unsupported' }>

/** The outcome of a check that needs a part which was not observed. */
export function unobserved(part: string): Unsupported {
  return {
    outcome: 'unsupported',
    details: `Not verified: the evidence has no part "${part}".`,
  }
}

/** The members that all kinds which select records have in common. */
export const recordRuleMembers = {
  match: Type.Optional(Type.Union([Type.Literal('any'), Type.Literal('first'), Type.Literal('all')])),
  count: Type.Optional(Type.Unknown()),
}

/** A rule and the entity values it reads. */
export interface CompiledRule<Value> {
  readonly rule: RecordRule<Value>
  /** What selects a record in the first place. */
  readonly correlation: readonly Field<Value>[]
  /** What the matchers may look at; an outcome where the entity they read cannot be told. */
  scope(evidence: PreparedEvidence, context: CheckContext): MatchScope | Unsupported
}

/** What is compiled into a rule. */
export interface RecordRuleInput<Value> {
  readonly fields: readonly WrittenField<Value>[]
  /** What selects a record in the first place. Default nothing. */
  readonly correlation?: readonly WrittenField<Value>[]
  readonly match?: MatchMode | undefined
  readonly count?: unknown
  /** See {@link RecordRule.asAssertionResults}. Default false. */
  readonly asAssertionResults?: boolean
}

/** Compiles fields, `match` and `count` for records of a format; undefined after reporting faults. */
export function compileRecordRule<Value>(
  input: RecordRuleInput<Value>,
  format: RecordFormat<Value>,
  findings: Findings,
): CompiledRule<Value> | undefined {
  const entityPaths: JsonPath[] = []
  const correlation = compileFields(input.correlation ?? [], format, { findings, entityPaths })
  const fields = compileFields(input.fields, format, { findings, entityPaths })
  const counted = input.count !== undefined
  if (counted && input.match !== undefined) findings.add('/match', 'is not taken together with "count"; leave one out')
  const matcher = counted ? compileMatcher(input.count, '/count', { findings, entityPaths }) : undefined
  if (fields === undefined || correlation === undefined || (counted && matcher === undefined)) return undefined
  const rule: RecordRule<Value> = {
    fields,
    match: input.match ?? 'any',
    shownChecks: plural(fields.length, 'check'),
    asAssertionResults: input.asAssertionResults ?? false,
    ...(matcher && { count: { expected: input.count as JsonValue, matcher } }),
  }
  return { rule, correlation, scope: (evidence, context) => resolveScope(entityPaths, evidence, context) }
}

const noEntity: MatchScope = { entity: undefined }

/** What matchers may look at that read these paths of an entity; an outcome where no single entity has them. */
export function resolveScope(
  entityPaths: readonly JsonPath[],
  evidence: PreparedEvidence,
  context: CheckContext,
): MatchScope | Unsupported {
  if (entityPaths.length === 0) return noEntity
  const entity = evidence.resolveEntityPaths(context, entityPaths)
  if (entity !== undefined) return { entity }
  const pointers = entityPaths.map((path) => JSON.stringify(path.text)).join(', ')
  return {
    outcome: 'unsupported',
    details: `Not verified: {"$entity": …} reads ${pointers}, and not exactly one bound entity has it. Bind one entity that has it, or set input_entity_id.`,
  }
}

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

/** The outcome of a check that is undecidable. */
export type Unsupported = Extract<CheckOutcome, { readonly outcome: 'unsupported' }>

/** The outcome of a check whose part was not observed. */
export function unobserved(part: string): Unsupported {
  return {
    outcome: 'unsupported',
    details: `Not verified: the evidence has no part "${part}".`,
  }
}

/** The members shared by all kinds that select records. */
export const recordRuleMembers = {
  match: Type.Optional(Type.Union([Type.Literal('any'), Type.Literal('first'), Type.Literal('all')])),
  count: Type.Optional(Type.Unknown()),
}

/** A rule and the entity values it reads. */
export interface CompiledRule<Value> {
  readonly rule: RecordRule<Value>
  /** The conditions that select a record. */
  readonly correlation: readonly Field<Value>[]
  /** The context for matchers, or an outcome if the entity they read cannot be determined. */
  scope(evidence: PreparedEvidence, context: CheckContext): MatchScope | Unsupported
}

/** The source of a compiled rule. */
export interface RecordRuleInput<Value> {
  readonly fields: readonly WrittenField<Value>[]
  /** The conditions that select a record. Default none. */
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
  if (counted && input.match !== undefined)
    findings.add('/match', 'cannot be combined with "count"; remove one of them')
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

/** The context for matchers that read these paths of an entity, or an outcome if no single entity has them. */
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

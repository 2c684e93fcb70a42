import type { JsonValue } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { Type } from 'typebox'
import type { PreparedEvidence } from '../../evidence/prepared-evidence.js'
import type { RecordFormat, RecordPath } from '../../evidence/records/record-format.js'
import { compileMatcher } from '../../matchers/compile-matcher.js'
import type { Matcher, MatchScope } from '../../matchers/matcher.js'
import { type Findings, pointerTo } from '../../values/finding.js'
import type { JsonPath } from '../../values/paths/json-path.js'
import type { CheckContext, CheckOutcome } from '../check.js'
import { compileFields, type Field } from '../fields/field.js'
import { conditionPaths, type SelectedFrom, type SelectingPath, selectingPath } from '../fields/selecting-path.js'
import type { WrittenField } from '../fields/written-field.js'

/** Which of the selected records is judged: the one with the highest score, the earliest, or the worst. */
export type MatchMode = 'any' | 'first' | 'all'

/** The requirements on the selected records. */
export interface RecordRule<Value> {
  readonly fields: readonly Field<Value>[]
  readonly match: MatchMode
  /** Judges the number of selected records that satisfy all fields. */
  readonly count?: { readonly expected: JsonValue; readonly matcher: Matcher }
  /** A record that is equal at all of these paths and fails a field contradicts. */
  readonly exclusive?: readonly RecordPath<Value>[]
  /** The number of fields, for a sentence: `10 checks`. */
  readonly shownChecks: string
  /** Whether evidence also contains the results of the fields as `assertion_results`. */
  readonly asAssertionResults?: boolean
}

/** The outcome of a check that lacks the data that it needs. */
export type Unsupported = Extract<CheckOutcome, { readonly outcome: 'unsupported' }>

/** Returns the outcome of a check whose part was not observed. */
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
  exclusive: Type.Optional(
    Type.Object(
      { by: Type.Optional(Type.Array(Type.String(), { minItems: 1 })) },
      {
        additionalProperties: false,
        description:
          'One answer: the criterion fails if another record that the agent made or changed is equal at all paths ' +
          'in `by` and fails a field.',
      },
    ),
  ),
}

/** "exclusive" as it is written. */
export interface WrittenExclusive {
  readonly by?: readonly string[]
}

/** A rule and the entity values it reads. */
export interface CompiledRule<Value> {
  readonly rule: RecordRule<Value>
  /** The conditions that select a record. */
  readonly correlation: readonly Field<Value>[]
  /** The paths of the correlation and of a written `exclusive`, by which it selects from records. */
  selectingPaths(from: SelectedFrom<Value>): readonly SelectingPath[]
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
  readonly exclusive?: WrittenExclusive | undefined
  /** The path in place of an absent `exclusive.by`. Default none: `by` is then required. */
  readonly exclusiveBy?: string
  /** See {@link RecordRule.asAssertionResults}. Default false. */
  readonly asAssertionResults?: boolean
}

/** Compiles the requirements on records of a format, and their selection; undefined after reporting errors. */
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
  const exclusive = compileExclusive(input, format, findings)
  if (exclusive !== undefined && matcher?.(0, noEntity) === true) {
    findings.add('/exclusive', 'cannot be combined with a "count" that accepts 0; remove one of them')
  }
  if (fields === undefined || correlation === undefined || (counted && matcher === undefined)) return undefined
  const rule: RecordRule<Value> = {
    fields,
    match: input.match ?? 'any',
    shownChecks: plural(fields.length, 'check'),
    asAssertionResults: input.asAssertionResults ?? false,
    ...(matcher && { count: { expected: input.count as JsonValue, matcher } }),
    ...(exclusive && { exclusive }),
  }
  const written = input.exclusive?.by === undefined ? [] : (exclusive ?? [])
  return {
    rule,
    correlation,
    selectingPaths: (from) => [
      ...conditionPaths(correlation, from),
      ...written.map((path, index) => selectingPath(pointerTo('/exclusive/by', index), path, from)),
    ],
    scope: (evidence, context) => resolveScope(entityPaths, evidence, context),
  }
}

/** Returns the paths of `exclusive`; undefined without it, or after reporting errors. */
function compileExclusive<Value>(
  { exclusive, exclusiveBy, fields }: RecordRuleInput<Value>,
  format: RecordFormat<Value>,
  findings: Findings,
): readonly RecordPath<Value>[] | undefined {
  if (exclusive === undefined) return undefined
  if (fields.length === 0) {
    return findings.add('/exclusive', 'expected at least one field, which a contradicting record fails; add one')
  }
  const by = exclusive.by ?? (exclusiveBy === undefined ? undefined : [exclusiveBy])
  if (by === undefined) {
    return findings.add(
      '/exclusive/by',
      'expected the paths that identify the answer; for example ["subject.reference"]',
    )
  }
  return by.flatMap((path, index) => format.compilePath(path, pointerTo('/exclusive/by', index), findings) ?? [])
}

const noEntity: MatchScope = { entity: undefined }

/** Returns the context for matchers that read these paths of an entity, or an outcome if no single entity has them. */
export function resolveScope(
  entityPaths: readonly JsonPath[],
  evidence: PreparedEvidence,
  context: CheckContext,
): MatchScope | Unsupported {
  const { assumptions, budget } = context
  if (entityPaths.length === 0) return { entity: undefined, assumptions, budget, evidence }
  const entity = evidence.resolveEntityPaths(context, entityPaths)
  if (entity !== undefined) return { entity, assumptions, budget, evidence }
  const pointers = entityPaths.map((path) => JSON.stringify(path.text)).join(', ')
  return {
    outcome: 'unsupported',
    details:
      `Not verified: {"$entity": …} reads ${pointers}, and not exactly one bound entity has it. Bind one entity that ` +
      'has it, or set input_entity_id.',
  }
}

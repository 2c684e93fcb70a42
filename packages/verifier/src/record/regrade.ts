import type { JsonValue } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol/wire'
import { type Criterion, defaultAxis } from '../criteria/criterion.js'
import type { EvidenceSource } from '../evidence/state/evidence-source.js'
import { defaultThreshold } from '../scoring/verdict.js'
import type { CriterionRun, Verification, VerifyOptions } from '../scoring/verification.js'
import { jsonDifferences } from '../values/differences/json-differences.js'
import { isJsonObject } from '../values/json/is-json-object.js'
import { showJson } from '../values/json/show-json.js'
import type { Verifier } from '../verify/verifier.js'
import { digestJsonInSteps } from './canonical-json.js'
import { type TaskRunContent, verifierVersion } from './record.js'

export interface RegradeOptions {
  /** Criteria that replace those of the record. Default: those of the record. */
  readonly criteria?: readonly Criterion[]
  /** Options that replace those of the record. Default: those of the record. */
  readonly options?: VerifyOptions
  readonly verifier: Pick<Verifier, 'verifyInSteps'>
}

/** The input for judging again: a record, or its content with evidence as a service holds it. */
export interface JudgedRecord extends Pick<TaskRunContent, 'engine' | 'criteria' | 'options' | 'result'> {
  readonly evidence: EvidenceSource
}

/** A criterion with a different result. */
export interface RegradeChange {
  readonly criterion_id: string | null
  readonly label: string
  /** Null if the record does not have the criterion or its result. */
  readonly from: CriterionRun | null
  /** Null if the criterion was removed. */
  readonly to: CriterionRun | null
  /** Sentences on the cause and the new result. */
  readonly why: string
}

/** The result of judging a record again. */
export interface Regrade {
  /** Whether the result is identical to the recorded one, byte for byte. */
  readonly same: boolean
  /** The recorded result; null if the verification failed. */
  readonly before: Verification | null
  readonly after: Verification
  /** Criteria whose result, explanation or weight differs. */
  readonly changes: readonly RegradeChange[]
  /** Other reasons for a different score or verdict, in sentences: changed options, or a changed record. */
  readonly notes: readonly string[]
}

/**
 * Judges the evidence of a record again, by its own criteria or by others, and reports what differs and why.
 *
 * Neither checks the seal (see {@link checkRecord}) nor asks a judge: judgements are part of the evidence.
 *
 * @throws {InvalidCriteriaError} if the criteria are malformed, {@link InvalidEvidenceError} if the evidence is,
 *   RangeError if an option is out of range
 */
export function regrade(record: JudgedRecord, overrides: RegradeOptions): Regrade {
  return finish(regradeInSteps(record, overrides))
}

/** Does the same as {@link regrade} in the steps of the verification. The record must not change until it is done. */
export function* regradeInSteps(record: JudgedRecord, overrides: RegradeOptions): Steps<Regrade> {
  const { criteria: written = record.criteria, options = record.options, verifier } = overrides
  const partners = pair(record.criteria, written)
  const criteria =
    partners.size === 0 ? written : written.map((one, at) => withId(one, record.criteria[partners.get(at) ?? -1]))
  const after = yield* verifier.verifyInSteps({ criteria, evidence: record.evidence, options })
  const before = record.result
  const same = before !== null && (yield* areSame(before, after))
  const changes = same ? [] : yield* changesBetween(record, after, criteria, partners)
  const differences = jsonDifferences(writeOptions(record.options), writeOptions(options))
  const notes = differences.map(
    ({ path, from, to }) => `The option ${path} was ${showJson(from)} and is now ${showJson(to)}.`,
  )
  if (!same && changes.length === 0 && notes.length === 0) notes.push(sameCause(record, 'its score, verdict or axes'))
  return { same, before, after, changes, notes }
}

/** Whether two values have the same canonical JSON, in steps: the evidence of one criterion may have many megabytes. */
function* areSame(one: unknown, other: unknown): Steps<boolean> {
  return (yield* digestJsonInSteps(one as JsonValue)) === (yield* digestJsonInSteps(other as JsonValue))
}

function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value))
}

function writeOptions(options: VerifyOptions): JsonValue {
  return toJson({ pass_threshold: defaultThreshold, axis_weights: {}, ...options })
}

function* changesBetween(
  record: JudgedRecord,
  after: Verification,
  criteria: readonly Criterion[],
  partners: ReadonlyMap<number, number>,
): Steps<readonly RegradeChange[]> {
  const recorded = record.result?.criterion_runs ?? []
  const changes: RegradeChange[] = []
  for (const [index, to] of after.criterion_runs.entries()) {
    const partner = partners.get(index)
    const from = partner === undefined ? undefined : recorded[partner]
    const heading = { criterion_id: to.criterion_id, label: to.label }
    if (from === undefined || partner === undefined) {
      const why =
        record.result === null
          ? 'The record has no result: its verification failed with an error.'
          : 'The criterion is new.'
      changes.push({ ...heading, from: null, to, why: `${why} ${to.details}` })
    } else if (!(yield* areSame(from, to))) {
      const cause = yield* findCause(record, from, to, record.criteria[partner], criteria[index])
      changes.push({ ...heading, from, to, why: from.details === to.details ? cause : `${cause} Now: ${to.details}` })
    }
  }
  const kept = new Set(partners.values())
  recorded.forEach((from, index) => {
    if (kept.has(index)) return
    const heading = { criterion_id: from.criterion_id, label: from.label }
    changes.push({ ...heading, from, to: null, why: 'The criterion was removed.' })
  })
  return changes
}

/** Returns a criterion with the id of its recorded partner, so that a service's ids are no change of criteria files. */
function withId(criterion: Criterion, partner: Criterion | undefined): Criterion {
  return partner === undefined || partner.id === criterion.id ? criterion : { ...criterion, id: partner.id ?? null }
}

/** Pairs recorded criteria with new ones, by index: by id, or by label if one of them has no id. */
function pair(before: readonly Criterion[], after: readonly Criterion[]): ReadonlyMap<number, number> {
  const partners = new Map<number, number>()
  // The verification reports criteria that are no array of objects.
  if (![before, after].every((list) => Array.isArray(list) && list.every(isJsonObject))) return partners
  const taken = new Set<number>()
  const join = (fits: (from: Criterion, to: Criterion) => boolean): void => {
    after.forEach((to, index) => {
      if (partners.has(index)) return
      const partner = before.findIndex((from, at) => !taken.has(at) && fits(from, to))
      if (partner < 0) return
      partners.set(index, partner)
      taken.add(partner)
    })
  }
  const hasId = ({ id }: Criterion) => typeof id === 'string'
  join((from, to) => hasId(from) && from.id === to.id)
  join((from, to) => from.label === to.label && !(hasId(from) && hasId(to)))
  return partners
}

function* findCause(
  record: JudgedRecord,
  from: CriterionRun,
  to: CriterionRun,
  written: Criterion | undefined,
  now: Criterion | undefined,
): Steps<string> {
  const differences = jsonDifferences(withDefaults(written), withDefaults(now))
  if (differences.length > 0) {
    const shown = differences.map(
      (difference) =>
        `${difference.path || '/'} was ${showJson(difference.from)} and is now ${showJson(difference.to)}`,
    )
    return `The criterion was changed: ${shown.join('; ')}.`
  }
  const isDecidedAlike = from.outcome === to.outcome && from.score === to.score
  if (isDecidedAlike && (yield* areSame(from.evidence, to.evidence))) {
    return 'Only the explanation differs, which also depends on the other criteria.'
  }
  return sameCause(record, 'its result of this criterion')
}

/** Returns a criterion with its defaults filled in, so that writing out a default is not a change. */
function withDefaults(criterion: Criterion | undefined): JsonValue {
  if (criterion === undefined) return null
  const { label, assertion, weight, axis, guard, severity, harm, input_entity_id, item } = criterion
  return toJson({
    label,
    assertion,
    weight: weight ?? 1,
    axis: axis ?? defaultAxis,
    guard: guard ?? false,
    severity: severity ?? null,
    harm: harm ?? null,
    input_entity_id: input_entity_id ?? null,
    item: item ?? null,
  })
}

function sameCause({ engine }: JudgedRecord, what: string): string {
  return engine.verifier === verifierVersion
    ? 'Criteria and engine are those of the record, so the record was changed after the verification: its evidence, ' +
        `or ${what}.`
    : `The engine is version ${verifierVersion}; the record was verified by version ${engine.verifier}.`
}

import type { JsonObject } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { Type } from 'typebox'
import { EarlierRecords } from '../../evidence/collections/earlier-records.js'
import {
  type CollectedRecord,
  describeUnreadable,
  type RecordCollection,
  type UnreadableItem,
} from '../../evidence/collections/record-collection.js'
import type { MatchScope } from '../../matchers/matcher.js'
import { filterEach } from '../../matchers/run-loop.js'
import type { Findings } from '../../values/finding.js'
import type { CheckOutcome, CompiledCheck } from '../check.js'
import { describeConditions, listValues } from '../fields/describe.js'
import { type Field, fieldSchema, passesAll } from '../fields/field.js'
import { nearestMiss } from '../fields/nearest-miss.js'
import { conditionsAt, fieldsAt } from '../fields/written-field.js'
import { judgeRecords } from './judge-records.js'
import {
  compileRecordRule,
  type MatchMode,
  type RecordRule,
  recordRuleMembers,
  unobserved,
  type WrittenExclusive,
} from './record-rule.js'
import type { SelectedRecord, Selection } from './record-selection.js'

/** The members that all kinds of assertions on lists of records share. */
export const recordListMembers = {
  correlate_by: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  fields: Type.Optional(Type.Array(fieldSchema)),
  ...recordRuleMembers,
}

/** An assertion with {@link recordListMembers}. */
export interface RecordListAssertion {
  readonly correlate_by?: Readonly<Record<string, unknown>>
  readonly fields?: readonly { readonly path: string; readonly expected: unknown }[]
  readonly match?: MatchMode
  readonly count?: unknown
  readonly exclusive?: WrittenExclusive
}

/** The records that a kind reads. */
export interface RecordListInput<Value> {
  readonly collection: RecordCollection<Value>
  /** Restricts the collection before correlation. Default all records. */
  readonly accepts?: (record: CollectedRecord<Value>) => boolean
  /** The noun for those records in a sentence, in the plural. Default: the collection's own noun. */
  readonly noun?: string
}

/**
 * Compiles an assertion on the records of a collection that satisfy all of `correlate_by`; undefined after reporting
 * errors.
 */
export function compileRecordList<Value>(
  { correlate_by = {}, fields = [], match, count, exclusive }: RecordListAssertion,
  { collection, accepts = () => true, noun = collection.noun }: RecordListInput<Value>,
  findings: Findings,
): CompiledCheck | undefined {
  const correlation = conditionsAt(correlate_by, '/correlate_by')
  const written = { fields: fieldsAt(fields, '/fields'), correlation, match, count, exclusive }
  const compiled = compileRecordRule(written, collection.format, findings)
  if (compiled === undefined) return undefined
  return {
    selectingPaths: compiled.selectingPaths({
      noun,
      records: (state) => collection.records(state)?.flatMap((record) => (accepts(record) ? [record.value] : [])),
    }),
    evaluate(evidence, context) {
      const records = collection.records(evidence.final)
      if (records === undefined) return unobserved(evidence.final.nameOf(collection.part))
      const scope = compiled.scope(evidence, context)
      if ('outcome' in scope) return scope
      const readEarlier = () => evidence.initial && collection.records(evidence.initial)
      const earlier = new EarlierRecords(records, readEarlier, collection.keyOf)
      const input = { collection, noun, records, accepts, accepted: records.filter(accepts), earlier, scope }
      const outcome = judgeRecords(new SelectedRecords(input, compiled.correlation), compiled.rule, scope)
      return withUnreadable(outcome, compiled.rule, collection.unreadable?.(evidence.final) ?? [])
    },
  }
}

/**
 * Returns the outcome if some items cannot be read. A pass that one more record could break is undecided, and a failure
 * names the first of them.
 */
function withUnreadable(
  outcome: CheckOutcome,
  { count, exclusive, match }: Pick<RecordRule<never>, 'count' | 'exclusive' | 'match'>,
  [first, ...others]: readonly UnreadableItem[],
): CheckOutcome {
  if (first === undefined) return outcome
  const sentence = `${describeUnreadable(first)}${others.length === 0 ? '' : `, nor can ${others.length} more`}.`
  if (outcome.outcome === 'failed') return { ...outcome, details: `${outcome.details} ${sentence}` }
  if (outcome.outcome !== 'passed') return outcome
  const isSafe = count === undefined && exclusive === undefined && match === 'any'
  return isSafe ? outcome : { outcome: 'undecided', details: `Not verified: ${sentence} ${outcome.details}` }
}

interface ListInput<Value> {
  readonly collection: RecordCollection<Value>
  readonly noun: string
  readonly records: readonly CollectedRecord<Value>[]
  readonly accepts: (record: CollectedRecord<Value>) => boolean
  readonly accepted: readonly CollectedRecord<Value>[]
  readonly earlier: EarlierRecords<Value>
  readonly scope: MatchScope
}

/** The accepted records that satisfy the correlation. */
class SelectedRecords<Value> implements Selection<Value> {
  readonly size: number
  readonly #list: ListInput<Value>
  readonly #correlation: readonly Field<Value>[]
  readonly #selected: readonly CollectedRecord<Value>[]

  constructor(list: ListInput<Value>, correlation: readonly Field<Value>[]) {
    this.#list = list
    this.#correlation = correlation
    this.#selected = filterEach(list.accepted, correlation, list.scope, ({ value }) =>
      passesAll(correlation, value, list.scope),
    )
    this.size = this.#selected.length
  }

  at(index: number): SelectedRecord<Value> {
    return new ListedRecord(this.#selected[index] as CollectedRecord<Value>, this.#list)
  }

  describe(): string {
    const { noun } = this.#list
    return this.#correlation.length === 0 ? noun : `${noun} ${describeConditions(this.#correlation)}`
  }

  describeOthers(): string {
    const { accepted, collection, noun, scope } = this.#list
    const names = accepted.map((record) => record.name)
    if (names.length === 0) return this.#describeUnaccepted()
    const miss = nearestMiss(this.#correlation, accepted, { scope, identifyingValues: collection.identifyingValues })
    return (
      `There ${names.length === 1 ? 'is' : 'are'} ${plural(names.length, 'other')} of the ${noun}: ` +
      `${listValues(names)}.${miss}`
    )
  }

  earlier(): Iterable<Value> | undefined {
    const records = this.#list.earlier.all()
    return records && this.#selectedOf(records)
  }

  *rivals(): Iterable<SelectedRecord<Value>> {
    for (const record of this.#list.accepted) yield new ListedRecord(record, this.#list)
  }

  *#selectedOf(records: readonly CollectedRecord<Value>[]): Iterable<Value> {
    const { accepts, scope } = this.#list
    const isSelected = (record: CollectedRecord<Value>) =>
      accepts(record) && passesAll(this.#correlation, record.value, scope)
    for (const { value } of filterEach(records, this.#correlation, scope, isSelected)) yield value
  }

  #describeUnaccepted(): string {
    const { records, collection } = this.#list
    if (records.length === 0) return `There are no ${collection.noun} at all.`
    return `Among the ${collection.noun} are ${listValues(records.map((record) => record.name))}.`
  }
}

class ListedRecord<Value> implements SelectedRecord<Value> {
  readonly value: Value
  readonly #record: CollectedRecord<Value>
  readonly #list: ListInput<Value>

  constructor(record: CollectedRecord<Value>, list: ListInput<Value>) {
    this.value = record.value
    this.#record = record
    this.#list = list
  }

  identify(): JsonObject {
    return this.#list.collection.identify(this.#record)
  }

  describe(): string {
    return this.#record.name
  }

  isUnchanged(): boolean {
    return this.#list.earlier.has(this.#record)
  }

  earlier(): Value | undefined {
    return this.#list.earlier.of(this.#record)?.value
  }
}

import type { JsonObject, JsonValue } from '@carebench/protocol'
import { Type } from 'typebox'
import { type CheckContext, defineCheck } from '../check.js'
import type { PreparedEvidence } from '../evidence/prepared-evidence.js'
import type { RowIndex } from '../evidence/row-index.js'
import { ownMember } from '../json/is-json-object.js'
import { jsonEqual } from '../json/json-equal.js'
import { showJson } from '../json/show-json.js'
import { listValues, plural } from './describe.js'
import { fieldSchema } from './field.js'
import { compileRecordRule, recordRuleMembers } from './record-rule.js'
import { judgeRecords, type Selection } from './record-selection.js'

const schema = Type.Object(
  {
    assert: Type.Literal('portal-state-match'),
    correlate_by: Type.Object(
      {
        resource: Type.String({ minLength: 1 }),
        key: Type.String({ minLength: 1 }),
        value: Type.Optional(Type.Unknown()),
      },
      { additionalProperties: false },
    ),
    assertions: Type.Array(fieldSchema),
    ...recordRuleMembers,
  },
  { additionalProperties: false },
)

interface Correlation {
  readonly resource: string
  readonly key: string
  readonly value?: unknown
}

/**
 * `portal-state-match`: rows of a portal resource whose `key` equals `value`, else the entity's `data[key]`; without
 * either, all rows that have the key. Specification 2.6.
 */
export const portalStateMatch = defineCheck({
  kind: 'portal-state-match',
  schema,
  compile(assertion, faults) {
    const { correlate_by, assertions, match, count } = assertion
    const compiled = compileRecordRule(
      { fields: assertions, fieldsAt: '/assertions', ...(match && { match }), ...(count !== undefined && { count }) },
      faults,
    )
    if (compiled === undefined) return undefined
    return {
      announce(evidence, context) {
        const value = wantedValue(correlate_by, evidence, context)
        if (value !== undefined) evidence.final.portalRows(correlate_by.resource)?.want(correlate_by.key, value)
      },
      evaluate(evidence, context) {
        const rows = evidence.final.portalRows(correlate_by.resource)
        if (rows === undefined) {
          return { outcome: 'unsupported', details: 'Not verified: the evidence has no part "portal".' }
        }
        const scope = compiled.scope(evidence, context)
        if ('outcome' in scope) return scope
        const value = wantedValue(correlate_by, evidence, context)
        const outcome = judgeRecords(selectRows(rows, { ...correlate_by, value }, evidence), compiled.rule, scope)
        if (outcome.outcome === 'unsupported') return outcome
        const { evidence: found } = outcome
        return { ...outcome, evidence: { ...found, assertion_results: found.field_results ?? [] } }
      },
    }
  },
})

const wantedValue = (
  { key, value }: Correlation,
  evidence: PreparedEvidence,
  context: CheckContext,
): JsonValue | undefined => {
  if (value !== undefined) return value as JsonValue
  return ownMember(
    evidence.resolveEntity(context, (data) => ownMember(data, key) !== undefined),
    key,
  )
}

const selectRows = (
  rows: RowIndex,
  { resource, key, value }: { resource: string; key: string; value: JsonValue | undefined },
  evidence: PreparedEvidence,
): Selection => {
  const positions = value === undefined ? rows.having(key) : rows.find(key, value)
  const selected =
    value === undefined ? `${resource} rows that have ${key}` : `${resource} rows whose ${key} is ${showJson(value)}`
  return {
    size: positions.length,
    at(index) {
      const position = positions[index] ?? 0
      const row = rows.rows[position] as JsonObject
      return {
        value: row,
        identify: () => ({ resource, key, value: row[key] ?? null, row: position }),
        describe: () => `${resource} row ${position + 1} (${key} ${showJson(row[key])})`,
        isUnchanged: () => wasThere(row, { resource, key }, evidence),
      }
    },
    describe: () => selected,
    describeOthers: () => describeOthers(rows, resource, key),
  }
}

const wasThere = (
  row: JsonObject,
  { resource, key }: { resource: string; key: string },
  evidence: PreparedEvidence,
): boolean => {
  const before = evidence.initial?.portalRows(resource)
  if (before === undefined) return false
  return before.find(key, row[key] ?? null).some((position) => jsonEqual(before.rows[position] ?? null, row))
}

const describeOthers = (rows: RowIndex, resource: string, key: string): string => {
  if (rows.rows.length === 0) return `${resource} has no rows.`
  const values = new Set(rows.rows.slice(0, 1000).map((row) => ownMember(row, key)))
  values.delete(undefined)
  const there = [...values].map(showJson)
  const count = `${resource} has ${plural(rows.rows.length, 'row')}`
  return there.length === 0 ? `${count}, none with ${key}.` : `${count}; ${key} is ${listValues(there)}.`
}

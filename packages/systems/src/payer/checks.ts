import type { JsonObject, JsonValue } from '@carebench/protocol'
import { plural } from '@carebench/text'
import {
  type CheckContext,
  defineSystemCheck,
  type EvidenceState,
  type KeySelection,
  type PreparedEvidence,
  type RecordPath,
} from '@carebench/verifier'
import {
  compileRecordRule,
  describeNearest,
  fieldSchema,
  fieldsAt,
  jsonEqual,
  jsonFormat,
  judgeRecords,
  listValues,
  nearestMember,
  ownMember,
  pointerTo,
  recordRuleMembers,
  type SelectedRecord,
  type Selection,
  selectingPath,
  showJson,
  unchangedPositions,
  unobserved,
} from '@carebench/verifier/kinds'
import { Type } from 'typebox'
import { personalColumns } from './view/identity.js'
import { portalRows } from './view/portal-rows.js'
import type { RowIndex, RowPositions } from './view/row-index.js'

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
export const portalStateMatch = defineSystemCheck({
  kind: 'portal-state-match',
  schema,
  keySelection: readKeySelection,
  compile(assertion, findings) {
    const { correlate_by, assertions, match, count, exclusive } = assertion
    const compiled = compileRecordRule(
      {
        fields: fieldsAt(assertions, '/assertions'),
        match,
        count,
        exclusive,
        exclusiveBy: pointerTo('', correlate_by.key),
        asAssertionResults: true,
      },
      jsonFormat,
      findings,
    )
    if (compiled === undefined) return undefined
    const { resource, key } = correlate_by
    const rows = { noun: `${resource} rows`, records: (state: EvidenceState) => portalRows(state, resource)?.rows }
    return {
      selectingPaths: [selectingPath('/correlate_by/key', keyPath(key), rows), ...compiled.selectingPaths(rows)],
      announce(evidence, context) {
        if (evidence.final.isKept) return
        const value = wantedValue(correlate_by, evidence, context)
        if (value !== undefined) portalRows(evidence.final, correlate_by.resource)?.announce(correlate_by.key, value)
      },
      evaluate(evidence, context) {
        const rows = portalRows(evidence.final, correlate_by.resource)
        if (rows === undefined) return unobserved(evidence.final.nameOf('portal'))
        const scope = compiled.scope(evidence, context)
        if ('outcome' in scope) return scope
        const wanted = wantedValue(correlate_by, evidence, context)
        return judgeRecords(new SelectedRows(rows, correlate_by, wanted, evidence), compiled.rule, scope)
      },
    }
  },
})

function readKeySelection(assertion: JsonValue): KeySelection | undefined {
  const correlation = ownMember(assertion, 'correlate_by')
  const list = ownMember(correlation, 'resource')
  if (typeof list !== 'string') return undefined
  return { list, key: ownMember(correlation, 'key'), value: ownMember(correlation, 'value') }
}

function wantedValue(
  { key, value }: Correlation,
  evidence: PreparedEvidence,
  context: CheckContext,
): JsonValue | undefined {
  if (value !== undefined) return value as JsonValue
  return ownMember(
    evidence.resolveEntity(context, (data) => ownMember(data, key) !== undefined),
    key,
  )
}

/** Returns the path that reads a member of a row by its name. */
function keyPath(key: string): RecordPath<JsonValue> {
  const read = (row: JsonValue) => ownMember(row, key)
  return {
    text: key,
    many: false,
    read,
    readAll: (row) => [read(row)],
    nearest: (row) => nearestMember(key, Object.keys(row as JsonObject)),
  }
}

/** The rows of a resource that have the key, and the wanted value if there is one. */
class SelectedRows implements Selection<JsonValue> {
  readonly size: number
  readonly #rows: RowIndex
  readonly #positions: RowPositions
  readonly #by: Correlation
  readonly #wanted: JsonValue | undefined
  readonly #evidence: PreparedEvidence
  #earlier: EarlierRows | undefined

  constructor(rows: RowIndex, by: Correlation, wanted: JsonValue | undefined, evidence: PreparedEvidence) {
    this.#rows = rows
    this.#by = by
    this.#wanted = wanted
    this.#evidence = evidence
    this.#positions = wanted === undefined ? rows.having(by.key) : rows.find(by.key, wanted)
    this.size = this.#positions.length
  }

  at(index: number): SelectedRecord<JsonValue> {
    const position = this.#positions[index] ?? 0
    return this.#rowAt(position)
  }

  #rowAt(position: number): SelectedRow {
    return new SelectedRow(this.#rows.rows[position] as JsonObject, position, this.#by, this)
  }

  earlier(): Iterable<JsonObject> | undefined {
    const { initial } = this.#evidence
    const before = initial && portalRows(initial, this.#by.resource)
    return before && this.#select(before)
  }

  *#select(rows: RowIndex): Iterable<JsonObject> {
    const { key } = this.#by
    const positions = this.#wanted === undefined ? rows.having(key) : rows.find(key, this.#wanted)
    for (const position of positions) yield rows.rows[position] as JsonObject
  }

  *rivals(): Iterable<SelectedRecord<JsonValue>> {
    for (const position of this.#rows.rows.keys()) yield this.#rowAt(position)
  }

  describe(): string {
    const { resource, key } = this.#by
    const wanted = this.#wanted
    return wanted === undefined
      ? `${resource} rows that have ${key}`
      : `${resource} rows whose ${key} is ${showJson(wanted)}`
  }

  describeOthers(): string {
    const { resource, key } = this.#by
    const { initial } = this.#evidence
    const before = personalColumns(resource).has(key) && initial ? portalRows(initial, resource)?.rows : undefined
    const strangers = new Set((before ?? []).map((row) => ownMember(row, key)))
    return describeOthers(this.#rows, { ...this.#by, value: this.#wanted }, strangers)
  }

  /** Whether a row existed before the agent began; false if that is unknown. */
  wasThere(position: number): boolean {
    return this.#earlierRows()?.has(position) ?? false
  }

  /** Returns the row as it was before the agent began: itself if unchanged, else the only one with the same key. */
  findEarlier(position: number): JsonObject | undefined {
    return this.#earlierRows()?.of(position)
  }

  #earlierRows(): EarlierRows | undefined {
    const { initial } = this.#evidence
    const before = initial && portalRows(initial, this.#by.resource)
    if (before === undefined) return undefined
    this.#earlier ??= new EarlierRows(before, this.#rows, this.#by.key)
    return this.#earlier
  }
}

class SelectedRow implements SelectedRecord<JsonValue> {
  readonly value: JsonObject
  readonly #position: number
  readonly #by: Correlation
  readonly #rows: SelectedRows

  constructor(value: JsonObject, position: number, by: Correlation, rows: SelectedRows) {
    this.value = value
    this.#position = position
    this.#by = by
    this.#rows = rows
  }

  identify(): JsonObject {
    const { resource, key } = this.#by
    return { resource, key, value: this.value[key] ?? null, row: this.#position }
  }

  describe(): string {
    const { resource, key } = this.#by
    return `${resource} row ${this.#position + 1} (${key} ${showJson(this.value[key])})`
  }

  isUnchanged(): boolean {
    return this.#rows.wasThere(this.#position)
  }

  earlier(): JsonObject | undefined {
    return this.#rows.findEarlier(this.#position)
  }
}

/** With more candidate rows than this, serializing all rows is cheaper than comparing each with all others. */
const comparedAtMost = 4

/** The rows of a resource before the agent began, to determine which of the present rows already existed. */
class EarlierRows {
  readonly #before: RowIndex
  readonly #present: RowIndex
  readonly #key: string
  #asked = 0
  #unchanged: ReadonlySet<number> | undefined

  constructor(before: RowIndex, present: RowIndex, key: string) {
    this.#before = before
    this.#present = present
    this.#key = key
  }

  /** Returns the present row if it existed before, else the only earlier row with the same key. */
  of(position: number): JsonObject | undefined {
    const row = this.#present.rows[position] as JsonObject
    if (this.has(position)) return row
    const [only, ...more] = this.#before.find(this.#key, row[this.#key] ?? null)
    return only === undefined || more.length > 0 ? undefined : this.#before.rows[only]
  }

  /**
   * Whether the row at a position existed before. Equal rows are counted: it existed if more equal rows existed before
   * than now precede it.
   */
  has(position: number): boolean {
    if (this.#unchanged === undefined && ++this.#asked <= comparedAtMost) return this.#compare(position)
    this.#unchanged ??= this.#findUnchanged()
    return this.#unchanged.has(position)
  }

  #compare(position: number): boolean {
    const row = this.#present.rows[position] as JsonObject
    const value = row[this.#key] ?? null
    const countIn = ({ rows }: RowIndex, positions: RowPositions): number =>
      positions.filter((other) => jsonEqual(rows[other] ?? null, row)).length
    const preceding = this.#present.find(this.#key, value).filter((other) => other < position)
    return countIn(this.#before, this.#before.find(this.#key, value)) > countIn(this.#present, preceding)
  }

  #findUnchanged(): ReadonlySet<number> {
    const listContents = ({ rows }: RowIndex) => rows.map((content) => ({ content }))
    return unchangedPositions(listContents(this.#before), listContents(this.#present))
  }
}

function describeOthers(
  { rows }: RowIndex,
  { resource, key, value: wanted }: Correlation & { readonly value: JsonValue | undefined },
  strangers: ReadonlySet<JsonValue | undefined>,
): string {
  if (rows.length === 0) return `${resource} has no rows.`
  const values = new Set(rows.slice(0, 1000).map((row) => ownMember(row, key)))
  values.delete(undefined)
  const there = [...values].filter((value) => value !== undefined)
  const count = `${resource} has ${plural(rows.length, 'row')}`
  if (there.length === 0) return `${count}, none with ${key}.`
  // A number that existed before the agent began is another person's, not a misspelling.
  const alike = there.filter((value) => !strangers.has(value))
  const nearest = wanted === undefined ? undefined : describeNearest(wanted, alike)
  return `${count}; ${key} is ${listValues(there.map(showJson))}.${nearest === undefined ? '' : ` ${nearest}`}`
}

import type { JsonObject, JsonValue } from '@carebench/protocol'
import { type ChangedValue, otherTextThan, otherValue } from '../../../evidence/mutation/changed-value.js'
import { type Leaf, listLeaves, showSteps, withValue } from '../../../evidence/mutation/leaf.js'
import type { RecordChange, ValuePool } from '../../../evidence/mutation/record-change.js'
import { ownMember } from '../../../values/json/is-json-object.js'

/** The leaves that may be changed in a record, and the alternative values. */
interface JsonChangeOptions {
  /** Whether a leaf may be changed at all. */
  readonly accepts: (leaf: Leaf) => boolean
  readonly pool: ValuePool
  /** For a row of a table: another value of a column; undefined if there is none. */
  readonly otherCell?: (column: string, value: string) => string | undefined
  /** For a row of a table: the columns that identify the person it is about; their values are swapped. Default none. */
  readonly personal?: ReadonlySet<string>
}

/**
 * Members for presentation and transport, which carry no meaning: an agent that writes them differently is not wrong.
 */
const unsaid = new Set(['display', 'file_name', 'media_type', 'contentType', 'resourceType'])

/** Members with bytes in base64. */
const encoded = new Set(['data', 'content_base64'])

/** Maximum number of values in all changed copies of one record; a copy for each of n values has n² of them. */
const maxCopiedValues = 1_000_000

/**
 * Returns all changes of one value of a record, in the order of its members; in a record with more than 1,000 values,
 * an evenly spaced selection of the values is changed.
 */
export function changesOfJson(record: JsonValue, options: JsonChangeOptions): readonly RecordChange[] {
  const changes: RecordChange[] = []
  const leaves = listLeaves(record)
  const stride = Math.ceil(leaves.length ** 2 / maxCopiedValues)
  for (const [index, leaf] of leaves.entries()) {
    if (index % stride !== 0 || isUnsaid(leaf) || !options.accepts(leaf)) continue
    const { parent, key, steps } = leaf
    if (isQuantity(parent) && (key === 'code' || key === 'system')) continue
    const path = steps.length === 0 ? 'value' : showSteps(steps)
    if (isQuantity(parent) && key === 'unit') {
      changes.push(changeOfUnit(record, parent, steps.slice(0, -1), path))
      continue
    }
    const { verb, how, value } = changeLeaf(leaf, options)
    const ofStatus = isStatus(key) && steps.at(-1) === key && verb === 'change'
    const changed = withValue(record, steps, value)
    changes.push({ verb, what: `${path} ${how}`, record: changed, ...(ofStatus && { isStatus: true }) })
  }
  return changes
}

/** Whether a leaf carries no meaning: it is for display or transport. */
export function isUnsaid(leaf: Leaf): boolean {
  return unsaid.has(leaf.key) || isNarrative(leaf)
}

/** Whether a member of this name holds bytes in base64. */
export function isEncoded(key: string): boolean {
  return encoded.has(key)
}

/** `div`, and `text` beside `coding`, are for display; the meaning is coded. */
function isNarrative({ key, parent, steps }: Leaf): boolean {
  return (key === 'text' && parent !== undefined && Object.hasOwn(parent, 'coding')) || steps.at(-1) === 'div'
}

function isQuantity(parent: JsonObject | undefined): parent is JsonObject {
  return typeof ownMember(parent, 'value') === 'number' && typeof ownMember(parent, 'unit') === 'string'
}

function changeOfUnit(
  record: JsonValue,
  quantity: JsonObject,
  at: readonly (string | number)[],
  path: string,
): RecordChange {
  const unit = quantity.unit === 'g' || quantity.code === 'g' ? 'kg' : 'g'
  const changed = { ...quantity, unit, ...(typeof ownMember(quantity, 'code') === 'string' && { code: unit }) }
  return { verb: 'change', what: `${path} to ${JSON.stringify(unit)}`, record: withValue(record, at, changed) }
}

function changeLeaf(leaf: Leaf, { pool, otherCell, personal }: JsonChangeOptions): ChangedValue {
  const { key, value } = leaf
  if (typeof value !== 'string') return otherValue(value)
  if (key === 'reference') {
    const other = pool.otherReference(value)
    return other === undefined ? otherValue(value) : { verb: 'swap', how: `to ${other}`, value: other }
  }
  if (isEncoded(key)) {
    const text = btoa(otherTextThan(''))
    const other = value === text ? btoa(otherTextThan(otherTextThan(''))) : text
    return { verb: 'change', how: 'to other bytes', value: other }
  }
  if (isStatus(key)) return statusChange(value, otherCell?.(key, value))
  if (otherCell !== undefined && personal?.has(key)) {
    const other = otherCell(key, value)
    if (other !== undefined) return { verb: 'swap', how: `to ${JSON.stringify(other)}`, value: other }
  }
  return otherValue(value)
}

/** Whether a member holds a status, by its name. */
export function isStatus(key: string): boolean {
  return key === 'status' || key.endsWith('_status')
}

/** Returns a status changed to another known one, or else to one that FHIR defines. */
export function statusChange(value: string, known: string | undefined): ChangedValue {
  const other = known ?? (value === 'entered-in-error' ? 'unknown' : 'entered-in-error')
  return { verb: 'change', how: `to ${JSON.stringify(other)}`, value: other }
}

import type { JsonValue } from '@carebench/protocol'
import { type Leaf, readSteps } from '../../evidence/mutation/leaf.js'
import type { ChangeOptions, RecordChange } from '../../evidence/mutation/record-change.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { jsonEqual } from '../../values/json/json-equal.js'
import { changesOfJson } from './texts/json-changes.js'
import type { WrittenRecord } from './written-records.js'

/** Returns every change of a single value in a record that an agent left. */
export function changesOfRecord(
  { part, place, what, record, earlier }: WrittenRecord,
  { pool, said }: Omit<ChangeOptions, 'mayBeWrong'>,
): readonly RecordChange[] {
  if (what === 'removed') return []
  if (part === undefined || !isJsonObject(record)) return changesOfJson(record, { pool, accepts: () => true })
  const changed = (leaf: Leaf): boolean => earlier === undefined || differs(earlier, leaf)
  const mayBeWrong = (leaf: Leaf): boolean =>
    said === undefined ? changed(leaf) && part.isGenerated?.(leaf) !== true : said.has(leaf)
  return part.changes(record, place, { pool, said, mayBeWrong })
}

function differs(earlier: JsonValue, { steps, value }: Leaf): boolean {
  const before = readSteps(earlier, steps)
  return before === undefined || !jsonEqual(before, value)
}

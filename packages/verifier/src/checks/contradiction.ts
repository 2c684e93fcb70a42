import type { JsonObject, JsonValue } from '@carebench/protocol'
import { foldText } from '@carebench/text'
import type { RecordPath } from '../collections/record-format.js'
import { sortedJson } from '../json/sorted-json.js'
import type { MatchScope } from '../matchers/matcher.js'
import { passesAll } from './field.js'
import type { RecordRule } from './record-rule.js'
import type { SelectedRecord, Selection } from './record-selection.js'

/**
 * The first other record that has a value at all paths of `exclusive`, equal to those of the chosen one, fails a field and is not as it was
 * before the agent began; undefined if there is none, or without `exclusive`.
 */
export function findContradiction<Value>(
  chosen: SelectedRecord<Value>,
  selection: Selection<Value>,
  rule: RecordRule<Value>,
  scope: MatchScope,
): SelectedRecord<Value> | undefined {
  const { exclusive, fields } = rule
  if (exclusive === undefined) return undefined
  const wanted = keyAt(exclusive, chosen.value)
  if (wanted === undefined) return undefined
  const own = identityOf(chosen)
  for (const rival of selection.rivals()) {
    if (rival.value === chosen.value || passesAll(fields, rival.value, scope)) continue
    if (keyAt(exclusive, rival.value) !== wanted || identityOf(rival) === own) continue
    if (!rival.isUnchanged()) return rival
  }
  return undefined
}

function identityOf(record: SelectedRecord<unknown>): string {
  const identity: JsonObject = record.identify()
  return sortedJson(identity)
}

/**
 * The values at the paths as one text; undefined if one of the paths leads nowhere, because such a record answers nothing.
 * Texts are folded, because an answer written differently is the same answer.
 */
function keyAt<Value>(paths: readonly RecordPath<Value>[], record: Value): string | undefined {
  const keys: string[] = []
  for (const path of paths) {
    const values = path.readAll(record).filter((value) => value !== undefined)
    if (values.length === 0) return undefined
    keys.push(values.map(keyOf).join('|'))
  }
  return keys.join('\n')
}

function keyOf(value: JsonValue): string {
  if (typeof value !== 'string') return sortedJson(value)
  // A text without letters and digits folds to nothing.
  return JSON.stringify(foldText(value) || value)
}

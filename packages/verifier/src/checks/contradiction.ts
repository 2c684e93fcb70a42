import type { JsonObject, JsonValue } from '@carebench/protocol'
import { foldText } from '@carebench/text'
import type { RecordPath } from '../collections/record-format.js'
import { sortedJson } from '../json/sorted-json.js'
import type { MatchScope } from '../matchers/matcher.js'
import { passesAll } from './field.js'
import type { RecordRule } from './record-rule.js'
import type { SelectedRecord, Selection } from './record-selection.js'

/**
 * The first other record that is equal to the chosen one at all paths of `exclusive`, fails a field and is not as it was
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

/** The values at the paths as one text; texts are folded, because an answer written differently is the same answer. */
function keyAt<Value>(paths: readonly RecordPath<Value>[], record: Value): string {
  return paths.map((path) => path.readAll(record).map(keyOf).join('|')).join('\n')
}

function keyOf(value: JsonValue | undefined): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return sortedJson(value)
  // A text without letters and digits folds to nothing.
  return JSON.stringify(foldText(value) || value)
}

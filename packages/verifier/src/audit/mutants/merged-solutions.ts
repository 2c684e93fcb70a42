import { isMadeByAgents } from '../../evidence/identifying-values.js'
import type { EvidenceSource } from '../../evidence/state/evidence-source.js'
import { readWhole } from '../../evidence/state/evidence-state.js'
import { placeIn, selectState } from '../../evidence/state/keyed-states.js'
import type { Mutation } from '../../evidence/state/mutation.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { jsonEqual } from '../../values/json/json-equal.js'
import type { HarmContext, HarmMutant, OtherSolution } from './harm.js'
import { mutateState } from './mutate-state.js'
import type { WrittenRecord } from './written-records.js'

/**
 * Returns this solution's state with the records that another solution added; none if this solution added all of them.
 */
export function mergedWith(
  { name, written: theirs }: OtherSolution,
  written: readonly WrittenRecord[],
  { parts, after }: HarmContext,
): readonly HarmMutant[] {
  const own = written.filter(({ what }) => what === 'added')
  let merged: EvidenceSource = after
  const edits: Mutation[] = []
  for (const other of theirs) {
    const { part, item, place, record } = other
    if (part === undefined || item === undefined || other.what !== 'added' || !isJsonObject(record)) continue
    if (!isMadeByAgents(part, item)) continue
    if (own.some((one) => one.item !== undefined && jsonEqual(one.item.content, item.content))) continue
    const whole = readWhole(part.name, selectState(merged, place.system)) ?? part.empty
    const copy = part.copy({ place, record }, whole)
    const edit: Mutation = {
      name: '',
      place: placeIn(copy.place, place.system),
      change: 'insert',
      record: copy.record,
    }
    edits.push(edit)
    merged = mutateState(parts, merged, edit)
  }
  return edits.length === 0 ? [] : [{ kind: 'merged', name: `the work of ${JSON.stringify(name)} done as well`, edits }]
}

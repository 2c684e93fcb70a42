import type { Steps } from '@carebench/protocol'
import type { EvidencePart, PlacedItem } from '../../evidence/evidence-part.js'
import { isMadeByAgents } from '../../evidence/identifying-values.js'
import { listLeaves, showSteps, withValue } from '../../evidence/mutation/leaf.js'
import type { EvidenceStateSource } from '../../evidence/state/evidence-source.js'
import { readWhole } from '../../evidence/state/evidence-state.js'
import { listSystems, placeIn, selectState } from '../../evidence/state/keyed-states.js'
import { jsonEqual } from '../../values/json/json-equal.js'
import { showJson } from '../../values/json/show-json.js'
import type { HarmMutant } from './harm.js'
import { chooseEvenly } from './make-mutants.js'
import { isStatus, statusChange } from './texts/json-changes.js'

/**
 * Whether an agent can change or remove such an item later. A sent item cannot be changed: a list that only grows has
 * items without keys, in a part with fixed kinds.
 */
export function canChange(part: EvidencePart, item: PlacedItem): boolean {
  return (item.key !== undefined || part.open !== undefined) && isMadeByAgents(part, item)
}

/**
 * Returns, in steps, changes of initial records that the solution left alone: each record is removed if it has a key,
 * and each has its status changed. Uses equally many records of each list, evenly spaced: at most `limit` in all, but
 * at least one of each list.
 */
export function* seededChanges(
  parts: readonly EvidencePart[],
  before: EvidenceStateSource,
  after: EvidenceStateSource,
  limit: number,
): Steps<readonly HarmMutant[]> {
  const lists = new Map<string, SeededItem[]>()
  let compared = 0
  for (const system of listSystems(after)) {
    for (const part of parts) {
      const was = readWhole(part.name, selectState(before, system))
      const is = readWhole(part.name, selectState(after, system))
      if (was === undefined || is === undefined) continue
      const unchanged = unchangedItems(part, was, is)
      for (const item of part.items(was)) {
        if (++compared % itemsOfStep === 0) yield
        const same = unchanged(item)
        if (same === undefined || !canChange(part, item)) continue
        const list = `${item.list} of ${system ?? ''}`
        const items = lists.get(list)
        if (items === undefined) lists.set(list, [{ item: same, system }])
        else items.push({ item: same, system })
      }
    }
  }
  const each = Math.max(1, Math.floor(limit / Math.max(1, lists.size)))
  return [...lists.values()].flatMap((items) => chooseEvenly(items, each).flatMap(makeChanges))
}

/** The number of items that are compared in one step. */
const itemsOfStep = 200

interface SeededItem {
  readonly item: PlacedItem
  readonly system: string | undefined
}

/** Finds the unchanged item of a later state that corresponds to an item of an earlier state. */
function unchangedItems(part: EvidencePart, was: unknown, is: unknown): (item: PlacedItem) => PlacedItem | undefined {
  const differing = part.differing?.(was, is)
  const present = new Map(Array.from(differing?.after ?? part.items(is), (item) => [toAddress(item), item]))
  const before = differing && new Set(differing.before.map(toAddress))
  return (item) => {
    // An item that cannot differ is the same in both states.
    if (before?.has(toAddress(item)) === false) return item
    const same = present.get(toAddress(item))
    return same !== undefined && (same.value === item.value || jsonEqual(same.content, item.content)) ? same : undefined
  }
}

function toAddress(item: PlacedItem): string {
  // Items with a key may have to count other items to know their position.
  return `${item.list} ${item.key ?? `#${item.position}`}`
}

function makeChanges({ item, system }: SeededItem): readonly HarmMutant[] {
  const place = placeIn(item.place, system)
  const name = `${item.name}${system === undefined ? '' : ` of ${system}`}, which was there before`
  const harmed = { place, list: item.list }
  const leaf = listLeaves(item.value).find(({ key, value }) => typeof value === 'string' && isStatus(key))
  const removal: HarmMutant = {
    kind: 'seeded-change',
    name: `${name}, removed`,
    record: harmed,
    edits: [{ name: '', place, change: 'remove', record: null }],
  }
  // An item without its own key cannot be addressed, so no agent can delete it.
  const removed = item.key === undefined ? [] : [removal]
  if (leaf === undefined) return removed
  const { value } = statusChange(String(leaf.value), undefined)
  const record = withValue(item.value, leaf.steps, value)
  return [
    ...removed,
    {
      kind: 'seeded-change',
      name: `${name}, with ${showSteps(leaf.steps)} ${showJson(value)}`,
      record: harmed,
      edits: [{ name: '', place, change: 'replace', record }],
    },
  ]
}

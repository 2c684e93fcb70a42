import { findDifferences } from '../../evidence/collections/part-differences.js'
import type { EvidencePart, PlacedItem } from '../../evidence/evidence-part.js'
import { type Leaf, listLeaves } from '../../evidence/mutation/leaf.js'
import { toSharedPart } from '../shared-part.js'
import { isStatus } from './texts/json-changes.js'

/** The values of each status member in the records of a list. */
type Statuses = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The statuses of each list in a part of a state, or in the data that states share, which are read once for all tasks
 * of a version.
 */
const known = new WeakMap<object, Map<string, Statuses>>()

/** The member that `statusesIn` looks for. */
export interface StatusMember {
  readonly list: string
  /** The name of the member: `status`. */
  readonly key: string
}

/**
 * Returns the statuses that records of a list have before or after, sorted; `before` is undefined for a part that was
 * not observed then.
 */
export function statusesIn(
  part: EvidencePart,
  { before, after }: { readonly before: unknown; readonly after: unknown },
  { list, key }: StatusMember,
): readonly string[] {
  const found = new Set<string>()
  const add = (statuses: Statuses): void => {
    for (const status of statuses.get(key) ?? []) found.add(status)
  }
  if (before === undefined) add(readStatuses(part.items(after), list))
  else {
    const own = toSharedPart(part, before)
    // A status that only a changed or removed record had does not count.
    if (own === undefined || own.differing.before.length > 0) add(getStatuses(part, before, list))
    else {
      add(getStatuses(part, own.shared, list))
      add(readStatuses(own.differing.after, list))
    }
    const changes = findDifferences(part, before, after).filter(({ what }) => what !== 'removed')
    const written = changes.map(({ record }) => record)
    add(readStatuses(written, list))
  }
  return [...found].sort()
}

/** Whether a value is a status. */
export function isStatusLeaf({ key, value }: Leaf): boolean {
  return typeof value === 'string' && isStatus(key)
}

function getStatuses(part: EvidencePart, whole: unknown, list: string): Statuses {
  if (typeof whole !== 'object' || whole === null) return readStatuses(part.items(whole), list)
  const lists = known.get(whole) ?? new Map<string, Statuses>()
  known.set(whole, lists)
  let statuses = lists.get(list)
  if (statuses === undefined) {
    statuses = readStatuses(part.items(whole), list)
    lists.set(list, statuses)
  }
  return statuses
}

function readStatuses(items: Iterable<PlacedItem>, list: string): Statuses {
  const statuses = new Map<string, Set<string>>()
  for (const item of items) {
    if (item.list !== list) continue
    for (const leaf of listLeaves(item.value)) {
      if (!isStatusLeaf(leaf)) continue
      const values = statuses.get(leaf.key)
      if (values === undefined) statuses.set(leaf.key, new Set([String(leaf.value)]))
      else values.add(String(leaf.value))
    }
  }
  return statuses
}

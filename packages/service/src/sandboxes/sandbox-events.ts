import type { KeysetPage, KeysetRequest, PageItem } from '@carebench/pagination'
import type { SandboxEvent } from '@carebench/protocol'
import type { ServiceContext } from '../context/context.js'
import { toEventRecord } from '../playground/log/event-records.js'
import type { FoldedEntry } from '../playground/log/folded-entry.js'
import { type StandingPlayground, toRef } from './standing-playground.js'

/** Returns the current log of a playground; empty before the start of its task run. */
export async function readFoldedEntries(
  context: ServiceContext,
  standing: StandingPlayground,
): Promise<readonly FoldedEntry[]> {
  if (standing.taskRun !== null && standing.taskRun.started_at === null) return []
  // Only an active playground can have entries that the store does not have yet.
  if (standing.status !== 'active') return context.store.log.read(standing.doc.id)
  return context.playgrounds.with(await toRef(context, standing), (playground) => playground.readEntries())
}

/** An event with its position in the list of events. */
interface ListedEvent extends PageItem {
  readonly item: SandboxEvent
}

/**
 * Reads pages of the events in one simulator, by its name in the log, without reading more of the log than the page
 * needs.
 */
export function pagesOfEvents(
  entries: readonly FoldedEntry[],
  simulator: string,
): (request: KeysetRequest) => KeysetPage<ListedEvent> {
  return ({ position, limit }) => {
    // Entries are numbered from 1 without gaps; the key of a position contains the number of its entry.
    const place = position === undefined ? entries.length : findPlace(position.key.createdAt, entries.length)
    const found: ListedEvent[] = []
    if (position?.direction === 'prev') {
      for (let seq = Math.max(1, place); seq <= entries.length && found.length <= limit; seq++) {
        found.push(...eventsOfEntry(entries[seq - 1], simulator).filter(({ id }) => id > position.key.id))
      }
      return { docs: found.slice(0, limit).reverse(), more: found.length > limit }
    }
    for (let seq = Math.min(place, entries.length); seq >= 1 && found.length <= limit; seq--) {
      const events = eventsOfEntry(entries[seq - 1], simulator).reverse()
      found.push(...events.filter(({ id }) => position === undefined || id < position.key.id || place > entries.length))
    }
    return { docs: found.slice(0, limit), more: found.length > limit }
  }
}

/**
 * Returns the entry number of a cursor; 0 if it is before the first entry, the length plus one if it is after the last.
 */
function findPlace(createdAt: string, length: number): number {
  if (/^\d{9}$/.test(createdAt)) return Number(createdAt)
  return createdAt === '' ? 0 : length + 1
}

function eventsOfEntry(entry: FoldedEntry | undefined, simulator: string): ListedEvent[] {
  if (entry === undefined) return []
  const { seq } = entry
  return entry.events.flatMap((event, index) => {
    if (event.simulator !== simulator) return []
    const id = `evt_${digits(seq)}_${digits(index)}`
    const { system: _, ...record } = toEventRecord(event, entry)
    const item: SandboxEvent = { id, ...record }
    // The order of the log, even where a clock went back.
    return [{ id, created_at: digits(seq), item }]
  })
}

/** Zero-padded, so that the texts sort like the numbers. */
function digits(value: number): string {
  return String(value).padStart(9, '0')
}

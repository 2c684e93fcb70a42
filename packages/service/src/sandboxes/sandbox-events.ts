import type { LogEntry, SandboxEvent, SimulatorType } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import type { ListedItem } from '../handlers/listing.js'
import { refOf, type StandingPlayground } from './standing-playground.js'

/** What happened in one simulator of a playground, newest first. Before the start of its task run: nothing. */
export async function eventsOf(
  context: ServiceContext,
  standing: StandingPlayground,
  type: SimulatorType,
): Promise<ListedItem<SandboxEvent>[]> {
  const entries = await entriesOf(context, standing)
  return entries.flatMap((entry) => eventsOfEntry(entry, type)).reverse()
}

async function entriesOf(context: ServiceContext, standing: StandingPlayground): Promise<readonly LogEntry[]> {
  if (standing.taskRun !== null && standing.taskRun.started_at === null) return []
  // Only while something can still happen there are reads that the log does not have yet.
  if (standing.status !== 'active') return context.store.log.read(standing.doc.id)
  return context.playgrounds.with(await refOf(context, standing), (playground) => playground.readEntries())
}

function eventsOfEntry(entry: LogEntry, type: SimulatorType): ListedItem<SandboxEvent>[] {
  const { seq } = entry
  return entry.events.flatMap(({ simulator, ...event }, index) => {
    if (simulator !== type) return []
    const id = `evt_${digits(seq)}_${digits(index)}`
    const item: SandboxEvent = {
      id,
      seq,
      at: event.at ?? entry.at,
      // What had become due was nobody's doing.
      actor: event.at === undefined ? entry.actor : 'system',
      type: event.type,
      data: event.data,
    }
    // The order of the log, also where a clock went back.
    return [{ key: { createdAt: digits(seq), id }, item }]
  })
}

/** So that the order of the texts is the order of the numbers. */
function digits(value: number): string {
  return String(value).padStart(9, '0')
}

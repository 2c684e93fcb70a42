import { formatInstant } from '@carebench/protocol'
import { type Document, defineCollection, insert, remove, StoreUnavailableError, update } from '@carebench/store'
import type { QueueSetting } from './queue-setting.js'

/** The roles that look for each other: runs and workers; regrades of a folder and their helpers. */
const others = { run: 'worker', worker: 'run', regrade: 'regrader', regrader: 'regrade' } as const

/**
 * A participant of a queue, which announces itself: a run or a worker, so that each can explain why nothing happens; or
 * a regrade or its helper, which ends when no regrade waits for it. Workers start attempts only for runs that are
 * present.
 */
export interface QueueMemberDoc extends Document {
  readonly role: keyof typeof others
  /** `name@version` */
  readonly benchmark: string
  /** Digests that a run and its workers must share, by agent name. */
  readonly digests: Readonly<Record<string, string>>
  /** The time of its last announcement, in milliseconds since 1970. */
  readonly seen: number
}

const members = defineCollection<QueueMemberDoc>({ name: 'queue_members', filters: { role: ({ role }) => role } })

/** Milliseconds between two announcements. */
const interval = 20_000
/** Milliseconds without an announcement after which a member counts as gone. */
export const silence = 3 * interval
/** Maximum number of members read. */
const maxMembers = 200

export interface QueueMember {
  /** Reads the present members of the other role. */
  others(): Promise<readonly QueueMemberDoc[]>
  /** Removes the announcement. */
  leave(): Promise<void>
}

/**
 * Announces a member repeatedly until it leaves. Does not wait for an unreachable storage.
 *
 * @param id - for a run or a regrade, its own id, so that a process that continues it after a crash takes over its
 * announcement
 */
export async function joinQueue(
  { store, clock }: QueueSetting,
  member: Pick<QueueMemberDoc, 'role' | 'benchmark' | 'digests'>,
  id: string = crypto.randomUUID(),
): Promise<QueueMember> {
  const created_at = formatInstant(clock.now())
  const announce = async () => {
    const before = await store.get(members, id)
    const doc = { ...member, id, created_at: before?.doc.created_at ?? created_at, seen: clock.now() }
    await store.commit([before === undefined ? insert(members, doc) : update(members, doc, before.revision)])
  }
  const forget = async (one: string) => {
    const found = await store.get(members, one)
    if (found !== undefined) await store.commit([remove(members, one, found.revision)])
  }
  let work: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    work = work.then(announce).catch(() => undefined)
  }, interval)
  timer.unref()
  try {
    await announce()
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
  }
  return {
    async others() {
      const value = others[member.role]
      const { docs } = await store.page(members, { filter: { name: 'role', value }, limit: maxMembers })
      const now = clock.now()
      // Killed members cannot leave, so they are removed here.
      for (const { id, seen } of docs) if (now - seen > 10 * silence) await forget(id)
      return docs.filter(({ seen }) => now - seen <= silence)
    },
    async leave() {
      clearInterval(timer)
      await work
      await forget(id).catch(() => undefined)
    },
  }
}

/** Whether the member with this id is present. */
export async function isPresent({ store, clock }: QueueSetting, id: string): Promise<boolean> {
  const found = await store.get(members, id)
  return found !== undefined && clock.now() - found.doc.seen <= silence
}

/**
 * Explains why trials of a run wait, one line for each agent that no worker has; empty if there is nothing to say.
 *
 * @param waiting - number of trials that no worker has started, by agent
 */
export function explainWaiting(
  { benchmark, digests }: Pick<QueueMemberDoc, 'benchmark' | 'digests'>,
  waiting: ReadonlyMap<string, number>,
  workers: readonly QueueMemberDoc[],
): readonly string[] {
  return Object.entries(digests).flatMap(([agent, digest]) => {
    const count = waiting.get(agent) ?? 0
    if (count === 0 || workers.some((worker) => Object.values(worker.digests).includes(digest))) return []
    const similar = workers.find((worker) => worker.digests[agent] !== undefined)
    const why =
      similar === undefined
        ? 'no worker with this agent has been seen'
        : similar.benchmark === benchmark
          ? 'the workers seen so far have it with other options or limits'
          : `the workers seen so far have it for ${similar.benchmark}`
    return [`${count === 1 ? '1 trial' : `${count} trials`} of ${agent} wait${count === 1 ? 's' : ''}; ${why}`]
  })
}

/** Explains why a worker is idle although there are runs, one line for each run; empty if there is nothing to say. */
export function explainIdleness(
  { benchmark, digests }: Pick<QueueMemberDoc, 'benchmark' | 'digests'>,
  runs: readonly QueueMemberDoc[],
): readonly string[] {
  const own = Object.values(digests)
  return runs.flatMap((run) => {
    if (Object.values(run.digests).some((digest) => own.includes(digest))) return []
    const agents = Object.keys(run.digests)
    const same = agents.filter((agent) => digests[agent] !== undefined)
    if (run.benchmark !== benchmark) return [`a run of ${run.benchmark} waits; this worker is for ${benchmark}`]
    return same.length === 0
      ? [`a run of ${benchmark} waits for ${agents.join(', ')}; this worker has ${Object.keys(digests).join(', ')}`]
      : [`a run of ${benchmark} waits for ${same.join(', ')} with other options or limits than this worker has`]
  })
}

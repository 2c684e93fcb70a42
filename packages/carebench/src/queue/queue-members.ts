import { formatInstant } from '@carebench/protocol'
import { type Document, defineCollection, insert, remove, StoreUnavailableError, update } from '@carebench/store'
import type { QueueSetting } from './queue-setting.js'

/**
 * Who looks for whom: a run for workers and they for runs, and who regrades a folder for those who help, and they for
 * it.
 */
const others = { run: 'worker', worker: 'run', regrade: 'regrader', regrader: 'regrade' } as const

/**
 * A run that waits for workers, or a worker, so each can tell why nothing happens; or who takes part in regrading a
 * folder, which ends when nobody waits for it. Workers begin attempts only for a run that is there; no result depends
 * on it.
 */
export interface QueueMemberDoc extends Document {
  readonly role: keyof typeof others
  /** `name@version` */
  readonly benchmark: string
  /** What a run and its workers must have in common, by the name of the agent. */
  readonly digests: Readonly<Record<string, string>>
  /** When it said so last, in milliseconds since 1970. */
  readonly seen: number
}

const members = defineCollection<QueueMemberDoc>({ name: 'queue_members', filters: { role: ({ role }) => role } })

/** Milliseconds between two announcements. */
const interval = 20_000
/** Milliseconds after which a member that says nothing is taken for gone. */
export const silence = 3 * interval
/** Maximum number of members that are looked at. */
const maxMembers = 200

export interface QueueMember {
  /** The members of the other role that have announced themselves lately. */
  others(): Promise<readonly QueueMemberDoc[]>
  /** Takes back the announcement. */
  leave(): Promise<void>
}

/**
 * Announces a run or a worker, again and again until it leaves. A storage that cannot be reached is not waited for.
 *
 * @param id - for those whose attempts others run, the id of the run: anyone who continues one that was killed takes
 *   over its announcement
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
      // Those that were killed cannot leave.
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

/** Whether who has this id has announced itself lately. */
export async function isPresent({ store, clock }: QueueSetting, id: string): Promise<boolean> {
  const found = await store.get(members, id)
  return found !== undefined && clock.now() - found.doc.seen <= silence
}

/**
 * Why trials of a run wait, a line for each of its agents that no worker has; empty if there is nothing to say.
 *
 * @param waiting - how many trials nobody has begun, by agent
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
          ? 'the workers that have been seen have it with other options or other limits'
          : `the workers that have been seen have it for ${similar.benchmark}`
    return [`${count === 1 ? '1 trial' : `${count} trials`} of ${agent} wait${count === 1 ? 's' : ''}; ${why}`]
  })
}

/** Why a worker has nothing to do although there are runs, a line for each; empty if there is nothing to say. */
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
      : [`a run of ${benchmark} waits for ${same.join(', ')} with other options or other limits than this worker has`]
  })
}

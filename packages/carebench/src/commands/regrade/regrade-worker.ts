import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { RecordOpener } from '@carebench/service'
import { joinQueue, type QueueMember } from '../../queue/queue-members.js'
import type { QueueSetting } from '../../queue/queue-setting.js'
import { workOnQueues } from '../../queue/queue-worker.js'
import { queueOf } from '../../queue/queued-trial.js'
import type { AttemptFiles } from '../../runner/runs/attempt-executor.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { regradeTrial } from './regrade-trial.js'
import { nameOf, type RegradeWork } from './regrade-work.js'
import type { TrialRegrade } from './regraded-trial.js'

/** Milliseconds between looks whether somebody still waits for results. */
const lookTime = 2000

export interface RegradeEnds {
  readonly interrupted: AbortSignal
  /** Whether who has started the worker has ended, which is asked when there is nothing to do. Default: no. */
  readonly isLeft?: () => boolean
}

/**
 * Regrades trials of a folder for a process that has put them into the queue, until it has ended or the worker is to.
 * Resolves with the number of trials. Throws a {@link UsageError} if no process waits for any.
 */
export async function workOnRegrade(
  setting: QueueSetting,
  work: RegradeWork,
  bases: RecordOpener,
  { interrupted, isLeft = () => false }: RegradeEnds,
): Promise<number> {
  const { digest, digests, folder, trials } = work
  const over = new AbortController()
  const member = await joinQueue(setting, {
    role: 'regrader',
    benchmark: folder.benchmark,
    digests: Object.fromEntries(digests),
  })
  const isAwaited = async () => (await member.others()).some(({ digests }) => Object.values(digests).includes(digest))
  const ends = AbortSignal.any([interrupted, over.signal])
  let counted = 0
  let lookAt = setting.clock.now() + lookTime
  const look = async () => {
    if (setting.clock.now() < lookAt) return
    lookAt = setting.clock.now() + lookTime
    // A storage that cannot be reached says nothing.
    if (isLeft() || !(await isAwaited().catch(() => true))) over.abort()
  }
  try {
    if (!(await isAwaited())) throw new UsageError(await whyNotAwaited(work, member))
    await workOnQueues(setting, {
      name: `${hostname()} ${process.pid} ${randomUUID()}`,
      queues: [queueOf(digest)],
      perform: async (attempt) => {
        const result = trials.get(nameOf(attempt))
        counted += 1
        return filesOf(
          result === undefined
            ? { key: attempt.key, why: `the folder ${folder.path} has no such trial` }
            : regradeTrial(folder.path, result, bases),
        )
      },
      explain: ({ key }, why) => filesOf({ key, why }),
      drain: ends,
      stop: ends,
      onIdle: () => void look(),
    })
    return counted
  } finally {
    await member.leave()
  }
}

/** Anyone who waits may have another folder: a copy must be whole, and made after the run had ended. */
async function whyNotAwaited({ folder }: RegradeWork, member: QueueMember): Promise<string> {
  const isSimilar = (await member.others()).some(({ benchmark }) => benchmark === folder.benchmark)
  return isSimilar
    ? `a folder of ${folder.benchmark} is regraded with this queue, but not with the trials and records of ` +
        `${folder.path} or not with this version of carebench; copy the folder again, and use the same version on both ` +
        'machines'
    : `nobody regrades ${folder.path} with this queue; begin with --workers, on the machine that is to tell the results`
}

/** What is handed in: `result.json` says whether the trial has a result. */
function filesOf(regraded: TrialRegrade): AttemptFiles {
  const verdict = 'after' in regraded ? regraded.after.verdict : null
  return new Map([
    ['result.json', Buffer.from(JSON.stringify({ verdict }))],
    ['regrade.json', Buffer.from(JSON.stringify(regraded))],
  ])
}

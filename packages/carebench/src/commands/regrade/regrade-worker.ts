import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { RecordOpener } from '@carebench/service'
import { joinQueue, type QueueMember } from '../../queue/queue-members.js'
import type { QueueSetting } from '../../queue/queue-setting.js'
import { workOnQueues } from '../../queue/queue-worker.js'
import { getQueue } from '../../queue/queued-trial.js'
import type { AttemptFiles } from '../../runner/runs/attempt-executor.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { regradeTrial } from './regrade-trial.js'
import { nameAttempt, type RegradeWork } from './regrade-work.js'
import type { TrialRegrade } from './regraded-trial.js'

/** Milliseconds between checks whether the process that queued the trials still waits for results. */
const lookTime = 2000

export interface RegradeEnds {
  readonly interrupted: AbortSignal
  /** Whether the parent process has exited; polled when idle. Default: false. */
  readonly isLeft?: () => boolean
}

/**
 * Regrades trials of a folder that another process has queued, until that process ends or this worker is stopped.
 * Resolves with the number of trials. Throws a {@link UsageError} if no process waits for trials of this folder.
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
    // An unreachable storage does not mean that the process has ended.
    if (isLeft() || !(await isAwaited().catch(() => true))) over.abort()
  }
  try {
    if (!(await isAwaited())) throw new UsageError(await whyNotAwaited(work, member))
    await workOnQueues(setting, {
      name: `${hostname()} ${process.pid} ${randomUUID()}`,
      queues: [getQueue(digest)],
      perform: async (attempt) => {
        const result = trials.get(nameAttempt(attempt))
        counted += 1
        return makeFiles(
          result === undefined
            ? { key: attempt.key, why: `the folder ${folder.path} has no such trial` }
            : regradeTrial(folder.path, result, bases),
        )
      },
      explain: ({ key }, why) => makeFiles({ key, why }),
      drain: ends,
      stop: ends,
      onIdle: () => void look(),
    })
    return counted
  } finally {
    await member.leave()
  }
}

/**
 * Explains why no process waits for these trials: if one waits for trials of the same benchmark, this folder is an
 * incomplete or outdated copy.
 */
async function whyNotAwaited({ folder }: RegradeWork, member: QueueMember): Promise<string> {
  const isSimilar = (await member.others()).some(({ benchmark }) => benchmark === folder.benchmark)
  return isSimilar
    ? `a folder of ${folder.benchmark} is regraded with this queue, but its trials and records differ from those of ` +
        `${folder.path}, or the version of carebench differs; copy the folder again, and use the same version ` +
        'on both machines'
    : `no process regrades ${folder.path} with this queue; start one with --workers on the machine that prints the ` +
        'results'
}

/** Returns the files to submit; `result.json` says whether the trial has a result. */
function makeFiles(regraded: TrialRegrade): AttemptFiles {
  const verdict = 'after' in regraded ? regraded.after.verdict : null
  return new Map([
    ['result.json', Buffer.from(JSON.stringify({ verdict }))],
    ['regrade.json', Buffer.from(JSON.stringify(regraded))],
  ])
}

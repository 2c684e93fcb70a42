import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type RunFolder, readRunFolder } from '../../files/run-folder.js'
import { getQueuedRun, openQueue } from '../../queue/open-queue.js'
import { createQueueExecutor } from '../../queue/queue-executor.js'
import { joinQueue } from '../../queue/queue-members.js'
import { FolderInUseError, lockFolder, unlockFolder } from '../../runner/results/folder-lock.js'
import { listenForInterrupts } from '../../running/interrupts.js'
import { counted, nameTrial } from '../../running/run-events.js'
import { ExitCodeError, UnmetGoalError, UsageError } from '../../terminal/exit-reason.js'
import { jsonText } from '../../terminal/printable.js'
import { type Progress, showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { formatFolder, isSame } from './format-regrade.js'
import { regradeByOthers } from './regrade-folder.js'
import type { RegradeOptions } from './regrade-options.js'
import { startRegradeProcesses } from './regrade-processes.js'
import { basesOfFolder, regradeTrial } from './regrade-trial.js'
import { makeRegradeWork } from './regrade-work.js'
import { workOnRegrade } from './regrade-worker.js'
import type { TrialRegrade } from './regraded-trial.js'

/** The file that holds the queue id of a folder while it is regraded. */
const queueFile = 'regrade-queue.json'

/**
 * Regrades the scored trials of a results folder, here or in processes that share a queue, and prints those that
 * differ.
 */
export async function regradeFolder(terminal: Terminal, path: string, options: RegradeOptions): Promise<void> {
  const { json = false, base, queue, workers } = options
  assertOptions(options)
  const trials = await showProgress(terminal, { quiet: json }, (progress) => {
    progress.step(`Reading ${path}`)
    const folder = readRunFolder(path)
    if (folder.scored.length === 0) throw new UsageError(`${path} has no scored trial to regrade`)
    // Read even if other processes do the work, so that an error in a base is reported before they start, and only
    // once.
    const bases = basesOfFolder(path, base)
    if (queue !== undefined) return regradeInQueue(folder, { queue, base, workers }, progress)
    return folder.scored.map((result, index) => {
      progress.step(`Judging ${nameTrial(result.key)}`, { number: index + 1, total: folder.scored.length })
      return regradeTrial(path, result, bases)
    })
  })
  const same = trials.every(isSame)
  terminal.out(json ? jsonText({ same, trials }) : `${formatFolder(trials).join('\n')}\n`)
  if (!same) throw new UnmetGoalError()
}

/** Regrades trials for another process that regrades the same folder with a queue, until that process ends. */
export async function joinRegrade(terminal: Terminal, path: string, options: RegradeOptions): Promise<void> {
  const { queue, workers, parent, json = false, base } = options
  assertOptions(options)
  if (queue === undefined) throw new UsageError('--join needs --queue, the database of the process to join')
  if (workers !== undefined) throw new UsageError('--join is one worker: leave out --workers')
  const work = makeRegradeWork(readRunFolder(path))
  const bases = basesOfFolder(path, base)
  const interrupts = listenForInterrupts()
  const opened = await openQueue(queue)
  try {
    const count = await workOnRegrade(opened.setting, work, bases, {
      interrupted: interrupts.first,
      isLeft: () => parent !== undefined && process.ppid !== parent,
    })
    terminal.out(json ? jsonText({ regraded: count }) : `Regraded ${counted(count, 'trial')}\n`)
  } finally {
    interrupts.forget()
    await opened.close()
  }
}

function assertOptions({ criteria, digest, queue, workers }: RegradeOptions): void {
  const ofRecords = criteria === undefined ? (digest === undefined ? undefined : '--digest') : '--criteria'
  if (ofRecords !== undefined) throw new UsageError(`${ofRecords} is for one record; got the results folder of a run`)
  if (workers !== undefined && queue === undefined) {
    throw new UsageError('--workers needs --queue with a PostgreSQL database that the workers share: postgres://…')
  }
}

interface QueueOptions {
  readonly queue: string
  readonly base: readonly string[] | undefined
  readonly workers: number | undefined
}

async function regradeInQueue(
  folder: RunFolder,
  { queue, base = [], workers = 1 }: QueueOptions,
  progress: Progress,
): Promise<readonly TrialRegrade[]> {
  const work = makeRegradeWork(folder)
  const unlock = lock(folder.path)
  const interrupts = listenForInterrupts()
  try {
    const opened = await openQueue(queue)
    try {
      const { setting } = opened
      const id = getQueuedRun(folder.path, queueFile)
      const executor = createQueueExecutor(setting, { id, digests: work.digests })
      const digests = Object.fromEntries(work.digests)
      const member = await joinQueue(setting, { role: 'regrade', benchmark: folder.benchmark, digests }, id)
      const processes = startRegradeProcesses({
        count: workers,
        folder: folder.path,
        queue,
        bases: base,
        onFailure: (code) => progress.note(`A worker has ended: ${code}`),
      })
      const abandoned = new AbortController()
      void processes.ended.then(() => abandoned.abort())
      const total = folder.scored.length
      let number = 0
      try {
        const signals = { drain: interrupts.first, stop: AbortSignal.any([interrupts.second, abandoned.signal]) }
        progress.step(`Regrading with ${counted(workers, 'worker')}`, { number, total })
        const trials = await regradeByOthers(executor, work, signals, () => {
          number += 1
          progress.step(`Regrading with ${counted(workers, 'worker')}`, { number, total })
        })
        const scored = trials.filter((trial) => trial !== undefined)
        if (scored.length < total) throw incomplete(interrupts.first.aborted, total - scored.length)
        rmSync(join(folder.path, queueFile), { force: true })
        return scored
      } finally {
        await member.leave()
        await processes.stop()
      }
    } finally {
      await opened.close()
    }
  } finally {
    interrupts.forget()
    unlock()
  }
}

function incomplete(isInterrupted: boolean, missing: number): Error {
  if (isInterrupted) return new ExitCodeError(130, 'interrupted; the same command continues with what was regraded')
  return new ExitCodeError(3, `all workers have ended, and ${counted(missing, 'trial')} were not regraded`)
}

/** Locks a folder: two processes that regrade it with a queue would take each other's results. */
function lock(path: string): () => void {
  try {
    lockFolder(path)
  } catch (error) {
    if (error instanceof FolderInUseError || (error instanceof Error && 'syscall' in error)) {
      throw new UsageError(error.message, { cause: error })
    }
    throw error
  }
  return () => unlockFolder(path)
}

import { existsSync, statSync } from 'node:fs'
import type { RegradeOptions as VerifierOptions } from '@carebench/systems/verifier'
import { readCriteriaFile } from '../../files/json-file.js'
import {
  formatSeal,
  listTaskRuns,
  nameTaskRun,
  openTaskRun,
  readBases,
  readRecordFile,
} from '../../files/record-file.js'
import { UnmetGoalError, UsageError } from '../../terminal/exit-reason.js'
import { jsonText } from '../../terminal/printable.js'
import { type Progress, showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { joinRegrade, regradeFolder } from './folder-action.js'
import { formatRegrade } from './format-regrade.js'
import type { RegradeOptions } from './regrade-options.js'
import { queueVariable } from './regrade-processes.js'
import { regradeRecord } from './regrade-record.js'

/**
 * Verifies again the evidence of a record, or of all scored trials of a results folder, and prints the comparison.
 * Throws an {@link UnmetGoalError} if a result differs or a seal is broken.
 */
export async function regrade(terminal: Terminal, place: string, options: RegradeOptions): Promise<void> {
  if (existsSync(place) && statSync(place).isDirectory()) {
    if (options.join !== true) return regradeFolder(terminal, place, options)
    const queue = options.queue ?? terminal.environment[queueVariable]
    return joinRegrade(terminal, place, { ...options, ...(queue !== undefined && { queue }) })
  }
  for (const name of ['workers', 'queue', 'join'] as const) {
    if (options[name] !== undefined) {
      throw new UsageError(`--${name} is for the results folder of a run; ${place} is not a folder`)
    }
  }
  const { seal, regraded } = await showProgress(terminal, { quiet: options.json === true }, (progress) =>
    regradeFile(place, options, progress),
  )
  const same = seal.ok && regraded.every((result) => result.same)
  terminal.out(
    options.json === true
      ? jsonText({ same, seal, task_runs: regraded })
      : `${[...formatSeal(seal), ...regraded.flatMap((result) => formatRegrade(result.name, result))].join('\n')}\n`,
  )
  if (!same) throw new UnmetGoalError()
}

function regradeFile(file: string, options: RegradeOptions, progress: Progress) {
  progress.step(`Reading ${file}`)
  const { record, seal } = readRecordFile(file, options.digest)
  if (options.criteria !== undefined && record.kind !== 'task-run') {
    throw new UsageError(
      '--criteria needs the record of a task run; got the record of a run, whose tasks have different criteria',
    )
  }
  const criteriaAndOptions = options.criteria === undefined ? {} : readCriteria(options.criteria)
  const bases = readBases(options.base)
  const taskRuns = listTaskRuns(record)
  const regraded = taskRuns.map((taskRun, index) => {
    const name = nameTaskRun(taskRun)
    progress.step(`Judging ${name}`, { number: index + 1, total: taskRuns.length })
    return { name, ...regradeRecord(openTaskRun(taskRun, bases, file), criteriaAndOptions, options.criteria ?? file) }
  })
  return { seal, regraded }
}

function readCriteria(file: string): VerifierOptions {
  const { criteria, options } = readCriteriaFile(file)
  if (criteria === undefined) throw new UsageError(`${file}: expected an array of criteria, or {"criteria": […]}`)
  // The verifier validates both itself.
  return { criteria, ...(options === undefined ? {} : { options }) } as VerifierOptions
}

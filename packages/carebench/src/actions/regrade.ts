import { formatScore } from '@carebench/dashboard/task'
import type { OpenedRecord } from '@carebench/service'
import { regrade as judgeAgain, type RegradeOptions as VerifierOptions } from '@carebench/systems/verifier'
import { type CriterionRun, InvalidCriteriaError, InvalidEvidenceError, type Regrade } from '@carebench/verifier'
import { FellShort, WrongUse } from '../exit-reason.js'
import { readCriteriaFile } from '../json-file.js'
import { type Progress, showProgress } from '../progress.js'
import { formatSeal, nameOf, openTaskRun, readBases, readRecordFile, taskRunsOf } from '../record-file.js'
import type { Terminal } from '../terminal.js'
import { wrap } from '../text-layout.js'

export interface RegradeOptions {
  readonly criteria?: string
  readonly base?: readonly string[]
  readonly digest?: string
  readonly json?: boolean
}

/**
 * Verifies the evidence of a record again, and prints the comparison. Throws a {@link FellShort} if the result differs
 * or the seal is broken.
 */
export async function regrade(terminal: Terminal, file: string, options: RegradeOptions): Promise<void> {
  const { seal, regraded } = await showProgress(terminal, { quiet: options.json === true }, (progress) =>
    regradeRecord(file, options, progress),
  )
  const same = seal.ok && regraded.every((result) => result.same)
  terminal.out(
    options.json === true
      ? `${JSON.stringify({ same, seal, task_runs: regraded })}\n`
      : `${[...formatSeal(seal), ...regraded.flatMap(formatRegrade)].join('\n')}\n`,
  )
  if (!same) throw new FellShort()
}

function regradeRecord(file: string, options: RegradeOptions, progress: Progress) {
  progress.step(`Reading ${file}`)
  const { record, seal } = readRecordFile(file, options.digest)
  if (options.criteria !== undefined && record.kind !== 'task-run') {
    throw new WrongUse(
      '--criteria needs the record of a task run; got the record of a run, whose tasks have different criteria',
    )
  }
  const criteriaAndOptions = options.criteria === undefined ? {} : readCriteria(options.criteria)
  const bases = readBases(options.base)
  const taskRuns = taskRunsOf(record)
  const regraded = taskRuns.map((taskRun, index) => {
    const name = nameOf(taskRun)
    progress.step(`Judging ${name}`, { number: index + 1, total: taskRuns.length })
    return { name, ...regradeFile(openTaskRun(taskRun, bases, file), criteriaAndOptions, options.criteria ?? file) }
  })
  return { seal, regraded }
}

function readCriteria(file: string): VerifierOptions {
  const { criteria, options } = readCriteriaFile(file)
  if (criteria === undefined) throw new WrongUse(`${file}: expected an array of criteria, or {"criteria": […]}`)
  // The verifier validates both itself.
  return { criteria, ...(options === undefined ? {} : { options }) } as VerifierOptions
}

function regradeFile(record: OpenedRecord, criteriaAndOptions: VerifierOptions, file: string): Regrade {
  try {
    return judgeAgain(record, criteriaAndOptions)
  } catch (error) {
    if (error instanceof InvalidCriteriaError || error instanceof InvalidEvidenceError || error instanceof RangeError) {
      throw new WrongUse(`${file}: ${error.message}`)
    }
    throw error
  }
}

function formatRegrade({ name, same, before, after, changes, notes }: Regrade & { readonly name: string }): string[] {
  const result = `score ${formatScore(after.score)}, verdict ${after.verdict ?? 'none: a check failed with an error'}`
  if (same) return ['', name, `  the same: ${result}`]
  const former =
    before === null ? 'no result' : `score ${formatScore(before.score)}, verdict ${before.verdict ?? 'none'}`
  return [
    '',
    name,
    `  was  ${former}`,
    `  is   ${result}`,
    ...notes.flatMap((note) => wrap(note, 2)),
    ...changes.flatMap(({ label, from, to, why }) => [
      `  ${describe(from)} → ${describe(to)}: ${label}`,
      ...wrap(why, 4),
    ]),
  ]
}

function describe(run: CriterionRun | null): string {
  return run === null ? 'absent' : `${run.outcome} ${formatScore(run.score)}`
}

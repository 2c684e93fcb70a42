import {
  type CriterionRun,
  InvalidCriteriaError,
  InvalidEvidenceError,
  type Regrade,
  type RegradeOptions,
  regrade,
  type TaskRunRecord,
} from '@carebench/verifier'
import { Command } from 'commander'
import { FellShort, WrongUse } from '../exit-reason.js'
import { readCriteriaFile } from '../json-file.js'
import { formatSeal, nameOf, readRecordFile, recordHelp, taskRunsOf } from '../record-file.js'
import type { Terminal } from '../terminal.js'
import { formatScore, wrap } from '../text-layout.js'

interface Options {
  readonly criteria?: string
  readonly digest?: string
  readonly json?: boolean
}

const examples = `
Examples:
  carebench regrade record.json                            the seal, and the same criteria again
  carebench regrade record.json --criteria criteria.json   other criteria on the same evidence
`

/** `carebench regrade`: the recorded evidence judged again, by the recorded criteria or others. */
export function regradeCommand(terminal: Terminal): Command {
  return new Command('regrade')
    .summary('judge the evidence of a record again')
    .description(
      'Check the seal of a record and judge its evidence again. Exits 1 if the record was changed or a result differs.',
    )
    .argument('<record>', 'JSON file: the record of a task run or of a run, as GET /task-runs/{id}/record answers it')
    .option('--criteria <file>', 'judge by these criteria instead: an array, or {"criteria": […], "options": {…}}')
    .option('--digest <hex>', 'the seal.digest that was kept elsewhere: tells a record that was sealed anew')
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', examples + recordHelp)
    .action((file: string, options: Options) => {
      const { record, seal } = readRecordFile(file, options.digest)
      if (options.criteria !== undefined && record.kind !== 'task-run') {
        throw new WrongUse('--criteria is for the record of a task run: each task of a run has criteria of its own')
      }
      const given = options.criteria === undefined ? {} : readCriteria(options.criteria)
      const regraded = taskRunsOf(record).map((one) => ({
        name: nameOf(one),
        ...regradeFile(one, given, options.criteria ?? file),
      }))
      const same = seal.ok && regraded.every((one) => one.same)
      terminal.out(
        options.json === true
          ? `${JSON.stringify({ same, seal, task_runs: regraded })}\n`
          : `${[...formatSeal(seal), ...regraded.flatMap(formatRegrade)].join('\n')}\n`,
      )
      if (!same) throw new FellShort()
    })
}

function readCriteria(file: string): RegradeOptions {
  const { criteria, options } = readCriteriaFile(file)
  if (criteria === undefined) throw new WrongUse(`${file}: expected an array of criteria, or {"criteria": […]}`)
  // The verifier checks both itself, from whatever they are.
  return { criteria, ...(options === undefined ? {} : { options }) } as RegradeOptions
}

function regradeFile(record: TaskRunRecord, given: RegradeOptions, file: string): Regrade {
  try {
    return regrade(record, given)
  } catch (error) {
    if (error instanceof InvalidCriteriaError || error instanceof InvalidEvidenceError || error instanceof RangeError) {
      throw new WrongUse(`${file}: ${error.message}`)
    }
    throw error
  }
}

function formatRegrade({ name, same, before, after, changes, notes }: Regrade & { readonly name: string }): string[] {
  const result = `score ${formatScore(after.score)}, verdict ${after.verdict ?? 'none: a check broke'}`
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

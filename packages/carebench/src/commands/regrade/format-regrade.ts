import { formatScore } from '@carebench/server/dashboard/task'
import { formatSeal } from '../../files/record-file.js'
import { counted, nameTrial } from '../../running/run-events.js'
import { printable } from '../../terminal/printable.js'
import { wrap } from '../../terminal/text-layout.js'
import type { BriefChange, BriefResult, RegradedTrial, TrialRegrade } from './regraded-trial.js'

/** The report on a record that was verified again. */
export type RegradeResult = Pick<RegradedTrial, 'same' | 'before' | 'after' | 'changes' | 'notes'>

/** Formats lines about one record. */
export function formatRegrade(name: string, { same, before, after, changes, notes }: RegradeResult): readonly string[] {
  const result = `score ${formatScore(after.score)}, verdict ${after.verdict ?? 'none: a check failed with an error'}`
  const heading = ['', printable(name)]
  if (same) return [...heading, `  the same: ${result}`]
  return [
    ...heading,
    `  was  ${formatFormer(before)}`,
    `  is   ${result}`,
    ...notes.flatMap((note) => wrap(printable(note), 2)),
    ...changes.flatMap(({ label, from, to, why }) => [
      `  ${describe(from)} → ${describe(to)}: ${printable(label)}`,
      ...wrap(printable(why), 4),
    ]),
  ]
}

function formatFormer(before: BriefResult | null): string {
  return before === null ? 'no result' : `score ${formatScore(before.score)}, verdict ${before.verdict ?? 'none'}`
}

function describe(run: BriefChange['from']): string {
  return run === null ? 'absent' : `${run.outcome} ${formatScore(run.score)}`
}

/** Whether the seal is intact and the result is the same. */
export function isSame(regraded: TrialRegrade): boolean {
  return !('why' in regraded) && regraded.seal.ok && regraded.same
}

/**
 * Formats lines about the trials of a results folder: one line for all unchanged trials, then lines for each changed
 * one.
 */
export function formatFolder(trials: readonly TrialRegrade[]): readonly string[] {
  const others = trials.filter((trial) => !isSame(trial))
  return [
    ...others.flatMap((trial) => {
      const name = nameTrial(trial.key)
      if ('why' in trial) return ['', name, ...wrap(printable(`cannot be regraded: ${trial.why}`), 2)]
      return [
        ...formatRegrade(name, trial),
        ...(trial.seal.ok ? [] : formatSeal(trial.seal).map((line) => `  ${line}`)),
      ]
    }),
    ...(others.length === 0 ? [] : ['']),
    `${counted(trials.length, 'trial')}: ${trials.length - others.length} the same, ${others.length} not`,
  ]
}

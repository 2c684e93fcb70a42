import { showSign, toneOfVerdict } from '@carebench/server/dashboard/task'
import { type Markup, markup } from '@carebench/server/site'
import type { TrialResult } from '../../runner/results/trial-result.js'
import { readVerdict } from '../../runner/results/undecided.js'

/** Shows the verdict of a trial; a trial without one is unscored. */
export function showTrialVerdict(result: TrialResult): Markup {
  const tone = toneOfResult(result)
  return markup`<span class="pill tone-${tone}">${showSign(tone)}${readVerdict(result)}</span>`
}

/** Returns the tone of a trial; an undecided trial looks like neither a pass nor a failure. */
export function toneOfResult(result: TrialResult): ReturnType<typeof toneOfVerdict> {
  return readVerdict(result) === 'undecided' ? 'undecided' : toneOfVerdict(result.verdict)
}

/** Explains in one line how a trial ended. */
export function explainEnd({ kind, reason, message }: TrialResult['ended']): string {
  const why = reason.replaceAll('_', ' ')
  const what: Readonly<Record<TrialResult['ended']['kind'], string>> = {
    completed: reason === 'done' ? 'Handed in' : `Ended: ${why}`,
    limit: `Stopped at its limit: ${why}`,
    agent: `The agent failed: ${why}`,
    infra: `Infrastructure failed: ${why}`,
    interrupted: `Interrupted: ${why}`,
  }
  return message === undefined ? what[kind] : `${what[kind]} (${message.slice(0, 500)})`
}

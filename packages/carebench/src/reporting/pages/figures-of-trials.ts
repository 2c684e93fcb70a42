import { showSign, toneOfVerdict } from '@carebench/server/dashboard/task'
import { type Markup, markup } from '@carebench/server/site'
import type { Verdict } from '@carebench/verifier'
import type { TrialResult } from '../../runner/results/trial-result.js'

/** The verdict of a trial; one without is unscored. */
export function showTrialVerdict(verdict: Verdict | null): Markup {
  const tone = toneOfVerdict(verdict)
  return markup`<span class="pill tone-${tone}">${showSign(tone)}${verdict ?? 'unscored'}</span>`
}

/** How a trial ended, in a line. */
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

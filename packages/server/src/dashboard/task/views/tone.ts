import type { Verdict } from '@carebench/verifier'
import { type Markup, markup } from '../../../site/markup.js'
import type { ReportedOutcome } from '../facts/reported-task.js'

/** The color of an outcome or verdict. It is always accompanied by a sign and a word. */
export type Tone = 'passed' | 'partial' | 'failed' | 'undecided' | 'unsupported' | 'errored' | 'unread'

const signs: Readonly<Record<Tone, string>> = {
  passed: '✓',
  partial: '◐',
  failed: '✕',
  undecided: '?',
  unsupported: '?',
  errored: '!',
  unread: '?',
}

/** Returns the class that sets the color of a tone. */
export function toneClass(tone: Tone): string {
  return `tone-${tone}`
}

/** The words for outcomes. */
export const outcomeWords: Readonly<Record<ReportedOutcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  undecided: 'undecided',
  unsupported: 'not observed',
  errored: 'check failed with an error',
  unread: 'no outcome',
}

/** The words for outcomes after a number. */
export const countedWords: Readonly<Record<ReportedOutcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  undecided: 'undecided',
  unsupported: 'not observed',
  errored: 'with an error',
  unread: 'without an outcome',
}

export function toneOfVerdict(verdict: Verdict | null): Tone {
  if (verdict === null) return 'errored'
  return verdict === 'pass' ? 'passed' : verdict === 'partial' ? 'partial' : 'failed'
}

export function toneOfOutcome(outcome: ReportedOutcome, score: number | null): Tone {
  return outcome === 'failed' && score !== null && score > 0 ? 'partial' : outcome
}

/** Shows a sign in a circle. */
export function showSign(tone: Tone): Markup {
  return markup`<span class="sign tone-${tone}" aria-hidden="true">${signs[tone]}</span>`
}

export function showVerdict(verdict: Verdict | null): Markup {
  const tone = toneOfVerdict(verdict)
  return markup`<span class="pill tone-${tone}">${showSign(tone)}${verdict ?? 'no verdict'}</span>`
}

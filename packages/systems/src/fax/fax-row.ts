import { type Random, randomString } from '@carebench/protocol'

/** How an attempt to reach a number ended. */
export type AttemptResult = 'delivered' | 'busy' | 'no_answer'

export type FaxAttempt = {
  readonly at: string
  readonly result: AttemptResult
}

export const faxStatuses = ['sending', 'delivered', 'failed', 'received'] as const

/** A fax as returned to callers. */
export type FaxRow = {
  readonly id: string
  readonly direction: 'outbound' | 'inbound'
  readonly to_number: string
  readonly from_number: string
  readonly document_type: string
  readonly media_type: string
  readonly pages: number
  readonly status: (typeof faxStatuses)[number]
  /** Why it failed; null otherwise. */
  readonly error: 'busy' | 'no_answer' | null
  /** Oldest first; empty for a received fax. */
  readonly attempts: readonly FaxAttempt[]
  /** When it was sent, or received. */
  readonly created_at: string
  /** When its status became final; null while it is being sent. */
  readonly completed_at: string | null
  /** Its content: the text as given, or the text of its document. */
  readonly text: string
}

/** Draws the id of a fax. */
export function drawFaxId(random: Random): string {
  return `fax_${randomString(random, 16, '0123456789abcdefghijklmnopqrstuvwxyz')}`
}

/** Returns the number of pages of a text, separated by form feeds. */
export function countPages(text: string): number {
  return text.split('\f').length
}

/** Returns a fax after an attempt, which is the last one if `ended`. */
export function recordAttempt(fax: FaxRow, attempt: FaxAttempt, ended: boolean): FaxRow {
  const tried = { ...fax, attempts: [...fax.attempts, attempt] }
  if (!ended) return tried
  if (attempt.result === 'delivered') return { ...tried, status: 'delivered', completed_at: attempt.at }
  return { ...tried, status: 'failed', error: attempt.result, completed_at: attempt.at }
}

import { type Markup, markup } from '../../site/markup.js'

/** The first words of statuses, by tone: done, refused, needing an act, waiting, and in progress. */
const beginnings = {
  good: [
    ...['approved', 'accepted', 'allowed', 'complete', 'final', 'amended', 'delivered', 'sent', 'paid', 'booked'],
    ...['fulfilled', 'filled', 'signed', 'answered', 'confirmed', 'finished', 'covered', 'closed'],
  ],
  bad: [
    ...['denied', 'rejected', 'refused', 'failed', 'error', 'canceled', 'cancelled', 'revoked', 'expired', 'inactive'],
    ...['not done', 'not covered', 'no show', 'noshow', 'no answer', 'entered in error', 'stopped', 'undeliverable'],
  ],
  ask: ['more information', 'action', 'missing', 'returned', 'incomplete', 'partially approved'],
  wait: [
    ...['pend', 'in review', 'requested', 'received', 'proposed', 'draft', 'queued', 'filed', 'submitted', 'on hold'],
    ...['waitlist', 'ready', 'preliminary', 'partial', 'registered', 'planned', 'ringing', 'sending', 'processing'],
  ],
  open: ['active', 'in progress', 'arrived', 'checked in', 'open', 'free', 'busy', 'resubmitted'],
} as const

/** Whether a member or a column has the status of something, by its name. */
export function isStatusName(name: string): boolean {
  return /(^|[\s_])(status|decision)$/i.test(name.replace(/Status$/, ' status'))
}

/** Shows a status: its words, with a sign and a color that repeat them; words without a tone get a plain sign. */
export function showStatus(text: string): Markup {
  // Codes stand before their words: `4 denied`.
  const words = text
    .toLowerCase()
    .replaceAll(/[-_]+/g, ' ')
    .replace(/^[\s\d]+/, '')
  const [tone] = Object.entries(beginnings).find(([, some]) => some.some((one) => words.startsWith(one))) ?? []
  return markup`<span class="status${tone !== undefined && ` ${tone}`}">${text}</span>`
}

import { type Markup, markup } from '../../site/markup.js'

/** How statuses are colored: what is done, refused, waited for, asked for, and under way. */
const tones = {
  good: /^(approved|accepted|allowed|completed?|final|amended|delivered|sent|paid|booked|fulfilled|filled|signed|answered|confirmed|finished|covered|closed|yes)\b/,
  bad: /^(denied|rejected|refused|failed|error|errored|canceled|cancelled|revoked|expired|inactive|not (done|covered|active)|no ?show|entered in error|stopped|undeliverable|no answer)\b/,
  ask: /^(more information|action|information|additional|missing|returned|incomplete)\b/,
  wait: /^(pend|in review|requested|received|proposed|draft|queued|filed|submitted|on hold|hold|waitlist|ready|preliminary|partial|registered|planned|ringing|sending|processing)/,
  open: /^(active|in progress|arrived|checked in|open|free|busy|resubmitted)\b/,
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
  const [tone] = Object.entries(tones).find(([, pattern]) => pattern.test(words)) ?? []
  return markup`<span class="status${tone !== undefined && ` ${tone}`}">${text}</span>`
}

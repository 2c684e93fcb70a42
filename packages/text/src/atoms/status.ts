import type { Token } from '../tokens/token.js'
import type { WrittenText } from '../written/written-text.js'

/** The words for each status. */
const lexicon = {
  booked: 'booked|scheduled|reserved',
  rescheduled: 'rescheduled|postponed',
  cancelled: 'cancelled|canceled|cancel|cancels|cancelling|canceling|called off',
  confirmed: 'confirmed',
  approved: 'approved|authorized|authorised|granted|certified',
  denied: 'denied|declined|rejected|refused|disapproved|turned down',
  pending: 'pending|in review|under review|in process',
  received: 'received',
  paid: 'paid',
  normal: 'normal|unremarkable|within normal limits',
  abnormal: 'abnormal|subnormal|supranormal',
  critical: 'critical',
  complete:
    'all records|all the records|all of the records|all medical records|full record|full records|full chart|' +
    'entire record|entire records|entire chart|complete record|complete records|complete chart|' +
    'whole chart|whole record',
} as const

/** A status that a text can state. */
export type Status = keyof typeof lexicon

/** The names of all statuses. */
export const statuses = Object.keys(lexicon) as readonly Status[]

/** Groups of statuses of which at most one is true. */
const exclusive: readonly (readonly Status[])[] = [
  ['booked', 'cancelled'],
  ['confirmed', 'cancelled'],
  ['approved', 'denied', 'pending'],
  ['paid', 'denied', 'pending'],
  ['normal', 'abnormal'],
  ['normal', 'critical'],
]

/** Adverbs that say a status of the word after them: "critically high". */
const degrees = 'high low elevated raised increased decreased reduced abnormal'.split(' ')
const graded: Readonly<Partial<Record<Status, string>>> = { critical: 'critically', abnormal: 'abnormally' }

const byFirst = new Map<string, { readonly words: readonly string[]; readonly status: Status }[]>()
for (const status of statuses) {
  const adverbs =
    graded[status] === undefined
      ? []
      : degrees.flatMap((degree) => ['', '- '].map((mark) => `${graded[status]} ${mark}${degree}`))
  for (const phrase of [...lexicon[status].split('|'), ...adverbs]) {
    const words = phrase.split(' ')
    const first = words[0] ?? ''
    byFirst.set(
      first,
      [...(byFirst.get(first) ?? []), { words, status }].sort((a, b) => b.words.length - a.words.length),
    )
  }
}

/** A status that a text states or denies. `isOpen` means that the text leaves open which of the two. */
export interface StatusMention {
  readonly status: Status
  readonly start: number
  readonly end: number
  readonly denied: boolean
  readonly isOpen: boolean
}

/** Words that begin a question or a condition, so that the words after them state nothing. */
const asking = /^(?:\?|if|whether|until|once|unless|assuming|should|would|could)$/

/**
 * Returns the status that begins at a token; undefined without one, after `pre-` or `re-`, or if it is part of a
 * question or a condition.
 */
export function readStatus(text: WrittenText, start: number): StatusMention | undefined {
  const { tokens } = text
  const joined = readJoined(tokens, start)
  const word = joined?.text ?? tokens[start]?.text ?? ''
  const first = joined?.end ?? start + 1
  const prefix = byFirst.has(word) ? '' : (/^(?:un|non)/.exec(word)?.[0] ?? '')
  const found = byFirst
    .get(word.slice(prefix.length))
    ?.find(({ words }) => words.slice(1).every((next, at) => tokens[first + at]?.text === next))
  if (found === undefined) return undefined
  const end = first + found.words.length - 1
  const isPrefixed = tokens[start - 1]?.text === '-' && tokens[start]?.spaced === false
  if (isPrefixed && /^(?:pre|re)$/.test(tokens[start - 2]?.text ?? '')) return undefined
  const { stance, cue } = text.mention(start, end, true)
  if (isDoubted(tokens, end)) return { status: found.status, start, end, denied: false, isOpen: true }
  if (stance === 'open' && asking.test(cueWord(tokens, cue))) return undefined
  const isDenied = (stance === 'negated') !== ((prefix !== '') !== isAnsweredNo(tokens, end))
  return { status: found.status, start, end, denied: isDenied, isOpen: stance === 'open' }
}

/** Maximum number of parts of a word that is written with hyphens between its parts or letters. */
const maxParts = 14

/** Returns a word that hyphens divide: `can-celled`. Undefined where no word of a status begins. */
function readJoined(
  tokens: readonly Token[],
  start: number,
): { readonly text: string; readonly end: number } | undefined {
  let text = tokens[start]?.text ?? ''
  if (tokens[start]?.kind !== 'word' || tokens[start - 1]?.text === '-') return undefined
  for (let end = start + 1; end < start + 2 * maxParts; end += 2) {
    const [hyphen, part] = tokens.slice(end, end + 2)
    if (hyphen?.text !== '-' || hyphen.spaced || part?.kind !== 'word' || part.spaced) return undefined
    text += part.text
    if (byFirst.has(text.replace(/^(?:un|non)/, ''))) return { text, end: end + 2 }
  }
  return undefined
}

/** Whether a question mark follows a status within its sentence: `a critical? result`. */
function isDoubted(tokens: readonly Token[], end: number): boolean {
  const [mark, next] = tokens.slice(end, end + 2)
  return mark?.text === '?' && !mark.spaced && next?.kind === 'word' && next.raw === next.text
}

/** Whether the reply after a status denies it: `critical, no`, `booked? No.` */
function isAnsweredNo(tokens: readonly Token[], end: number): boolean {
  if (!/^(?:[,;?]|\p{Pd})$/u.test(tokens[end]?.text ?? '') || tokens[end + 1]?.text !== 'no') return false
  const next = tokens[end + 2]
  return next === undefined || next.kind === 'mark'
}

function cueWord(tokens: readonly Token[], cue: number): string {
  return tokens[cue]?.text ?? ''
}

/** Whether a status in a text follows from the known statuses, each true or false. */
export function isAllowed(
  { status, denied }: Pick<StatusMention, 'status' | 'denied'>,
  allowed: Readonly<Partial<Record<Status, boolean>>>,
): boolean {
  const known = allowed[status] ?? impliedBy(status, allowed)
  return known !== undefined && known !== denied
}

function impliedBy(status: Status, allowed: Readonly<Partial<Record<Status, boolean>>>): boolean | undefined {
  if (status === 'abnormal' && allowed.critical === true) return true
  return exclusive.some((group) => group.includes(status) && group.some((one) => allowed[one] === true))
    ? false
    : undefined
}

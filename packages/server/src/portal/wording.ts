import type { JsonValue } from '@carebench/protocol'

const statusWords: Readonly<Record<string, string>> = {
  pending: 'In review',
  approved: 'Approved',
  partially_approved: 'Partially approved',
  denied: 'Denied',
  more_information: 'More information needed',
  cancelled: 'Cancelled',
  filed: 'Filed',
  requested: 'Requested',
}

/** The label of a status. */
export function statusWord(status: string): string {
  return Object.hasOwn(statusWords, status) ? (statusWords[status] ?? '') : sentence(status)
}

const words: Readonly<Record<string, string>> = { id: 'ID', dob: 'date of birth', npi: 'NPI', mri: 'MRI', ct: 'CT' }

/** A name such as `clinical_note` as people write it: `Clinical note`. */
export function sentence(name: string): string {
  const text = name
    .split('_')
    .map((word) => (Object.hasOwn(words, word) ? words[word] : word))
    .join(' ')
    .trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const statesInSentence: Readonly<Record<string, string>> = {
  pending: 'in review',
  more_information: 'waiting for more information',
}

/** Codes in a message, except in quotes, addresses and other words. */
const codes = /(?<![\w."“'/-])(?:pending|[a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?![\w"”'/-])/g

/**
 * Rewrites a message of the JSON interface for people: codes such as `more_information` and `clinical_note` become
 * words.
 */
export function inWords(message: string): string {
  const words = message.replace(codes, (code) => {
    if (Object.hasOwn(statesInSentence, code)) return statesInSentence[code] ?? code
    const said = sentence(code)
    return /^[A-Z][a-z]/.test(said) ? said.charAt(0).toLowerCase() + said.slice(1) : said
  })
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Converts a document type as people write it to the form of the portal. */
export function documentTypeOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A date or date-time in words, in UTC; any other text is returned unchanged. */
export function dateText(text: string): string {
  const [, year, month = '', day, hour, minute] =
    /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::\d{2})?(?:\.\d+)?Z)?$/.exec(text) ?? []
  const name = months[Number(month) - 1]
  if (day === undefined || name === undefined) return text
  const date = `${Number(day)} ${name} ${year}`
  return hour === undefined ? date : `${date}, ${hour}:${minute} UTC`
}

/** A value of a row in words; empty for a missing value. */
export function valueText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return dateText(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ')
  return Object.entries(value)
    .map(([name, inner]) => `${sentence(name)}: ${valueText(inner)}`)
    .join('; ')
}

/** A number of bytes in a readable unit. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`
}

import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

/** A text member of a row; empty if it has none. */
export function textIn(row: JsonObject, name: string): string {
  const value = row[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The texts in a list of a row. */
export function textsIn(row: JsonObject, name: string): readonly string[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** The rows in a list of a row. */
export function rowsIn(row: JsonObject, name: string): readonly JsonObject[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

const statusWords: Readonly<Record<string, string>> = {
  pending: 'In review',
  more_information: 'More information needed',
}

/** A status in words: `In review`. */
export function statusInWords(status: string): string {
  return Object.hasOwn(statusWords, status) ? (statusWords[status] ?? '') : sentence(status)
}

const spelled: Readonly<Record<string, string>> = { dob: 'date of birth', npi: 'NPI', id: 'ID', mri: 'MRI', ct: 'CT' }

/** A name in words: `clinical_note` is `Clinical note`. */
export function sentence(name: string): string {
  const words = name.split('_').map((word) => (Object.hasOwn(spelled, word) ? spelled[word] : word))
  const text = words.join(' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A document type as people write it, as the payer has it: `Imaging report` is `imaging_report`. */
export function documentTypeIn(text: JsonValue): JsonValue {
  return typeof text === 'string'
    ? text
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_')
    : text
}

const statesInSentence: Readonly<Record<string, string>> = {
  pending: 'in review',
  more_information: 'waiting for more information',
}

/** Codes in a message, except in quotes, addresses and other words. */
const codes = /(?<![\w."“'/-])(?:pending|[a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?![\w"”'/-])/g

/** Rewrites a message of the payer for people: `more_information` and `clinical_note` become words. */
export function inWords(message: string): string {
  const words = message.replace(codes, (code) => {
    if (Object.hasOwn(statesInSentence, code)) return statesInSentence[code] ?? code
    const said = sentence(code)
    return /^[A-Z][a-z]/.test(said) ? said.charAt(0).toLowerCase() + said.slice(1) : said
  })
  return words.charAt(0).toUpperCase() + words.slice(1)
}

import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

/** Returns a text or number member of a row as text; empty if it has none. */
export function textIn(row: JsonObject, name: string): string {
  const value = row[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Returns the texts in a list member of a row. */
export function textsIn(row: JsonObject, name: string): readonly string[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Returns the objects in a list member of a row. */
export function rowsIn(row: JsonObject, name: string): readonly JsonObject[] {
  const value = row[name]
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

const statusWords: Readonly<Record<string, string>> = {
  pending: 'In review',
  more_information: 'More information needed',
}

/** Returns a status in words: `In review`. */
export function statusInWords(status: string): string {
  return Object.hasOwn(statusWords, status) ? (statusWords[status] ?? '') : sentence(status)
}

const spelled: Readonly<Record<string, string>> = { dob: 'date of birth', npi: 'NPI', id: 'ID', mri: 'MRI', ct: 'CT' }

/** Returns a name in words: `Clinical note` for `clinical_note`. */
export function sentence(name: string): string {
  const words = name.split('_').map((word) => (Object.hasOwn(spelled, word) ? spelled[word] : word))
  const text = words.join(' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Converts a document type as people type it: `Imaging report` becomes `imaging_report`. */
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

/** Matches codes in a message, except inside quotes, addresses and longer words. */
const codes = /(?<![\w."“'/-])(?:pending|[a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?![\w"”'/-])/g

/** Replaces the codes in a message of the payer with words: `clinical_note` becomes `clinical note`. */
export function inWords(message: string): string {
  const words = message.replace(codes, (code) => {
    if (Object.hasOwn(statesInSentence, code)) return statesInSentence[code] ?? code
    const said = sentence(code)
    return /^[A-Z][a-z]/.test(said) ? said.charAt(0).toLowerCase() + said.slice(1) : said
  })
  return words.charAt(0).toUpperCase() + words.slice(1)
}

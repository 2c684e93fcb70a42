import { FhirError } from '../../resource/fhir-error.js'

/** Name and value pairs of a query or a form, decoded, in order. */
export type QueryParameters = readonly (readonly [string, string])[]

/** Maximum number of characters of a query or a form. */
const queryLimit = 128 * 1024

/**
 * Parses a query without its question mark, or a form body. Throws a FhirError on a malformed percent escape, and if
 * the query has more than 131,072 characters.
 */
export function parseQuery(query: string): QueryParameters {
  if (query === '') return []
  if (query.length > queryLimit) {
    throw FhirError.of(413, 'too-long', `Expected a query of at most ${queryLimit} characters, got ${query.length}.`)
  }
  const parameters: (readonly [string, string])[] = []
  for (let from = 0; from < query.length; ) {
    const and = query.indexOf('&', from)
    const to = and < 0 ? query.length : and
    if (to > from) parameters.push(parseItem(query.slice(from, to)))
    from = to + 1
  }
  return parameters
}

/** Parses one item. Searching "=" in the whole query would read to its end for each item without one. */
function parseItem(item: string): QueryParameters[number] {
  const equals = item.indexOf('=')
  return equals < 0 ? [decode(item), ''] : [decode(item.slice(0, equals)), decode(item.slice(equals + 1))]
}

/**
 * Writes a query without a question mark. Characters that are frequent in FHIR values stay unescaped for readability.
 */
export function formatQuery(parameters: QueryParameters): string {
  let query = ''
  for (const parameter of parameters) query = appendItem(query, formatItem(parameter))
  return query
}

/** Writes one parameter of a query. */
export function formatItem([name, value]: QueryParameters[number]): string {
  return `${encode(name)}=${encode(value)}`
}

/** Returns a query with one more item. */
export function appendItem(query: string, item: string): string {
  return query === '' ? item : `${query}&${item}`
}

/** Returns the decoded segments of a path; ignores slashes at its ends. Throws a FhirError on a malformed escape. */
export function parsePath(path: string): readonly string[] {
  let from = 0
  let to = path.length
  while (path[from] === '/') from++
  while (to > from && path[to - 1] === '/') to--
  return from === to ? [] : path.slice(from, to).split('/').map(decode)
}

/** Splits a URL relative to the record, `Patient?name=x`, into path and query. */
export function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

function decode(text: string): string {
  const hasSpace = text.includes('+')
  if (!hasSpace && !text.includes('%')) return text
  const spaced = hasSpace ? text.replaceAll('+', ' ') : text
  const decoded = decodeAscii(spaced)
  if (decoded !== undefined) return decoded
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw FhirError.of(400, 'invalid', `Expected percent escapes of UTF-8 such as %20, got "${text}".`)
  }
}

/** Decodes like `decodeURIComponent`, in a fraction of the time; returns undefined on escapes that are not ASCII. */
function decodeAscii(text: string): string | undefined {
  let decoded = ''
  let from = 0
  for (let place = text.indexOf('%'); place >= 0; place = text.indexOf('%', from)) {
    const code = hexDigit(text.charCodeAt(place + 1)) * 16 + hexDigit(text.charCodeAt(place + 2))
    if (!(code < 128)) return undefined
    decoded += text.slice(from, place) + String.fromCharCode(code)
    from = place + 3
  }
  return decoded + text.slice(from)
}

/** Returns the value of a hexadecimal digit by its character code; NaN for any other character. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN
}

/** The characters that are not escaped. */
const plain = /^[A-Za-z0-9_.:,/-]*$/
const escapedRuns = /[^A-Za-z0-9_.:,/-]+/g
const ascii = /^[\0-\x7f]*$/
/** The encoded ASCII characters by their codes. */
const written: string[] = []

function encode(text: string): string {
  if (plain.test(text)) return text
  if (!ascii.test(text)) return text.replace(escapedRuns, encodeURIComponent)
  let encoded = ''
  let from = 0
  for (let place = 0; place < text.length; place++) {
    const character = written[text.charCodeAt(place)] ?? writeCharacter(text.charAt(place))
    if (character.length === 1) continue
    encoded += text.slice(from, place) + character
    from = place + 1
  }
  return encoded + text.slice(from)
}

function writeCharacter(character: string): string {
  const text = plain.test(character) ? character : encodeURIComponent(character)
  written[character.charCodeAt(0)] = text
  return text
}

import { FhirError } from './fhir-error.js'

/** Name and value pairs of a query or a form, decoded, in order. */
export type QueryParameters = readonly (readonly [string, string])[]

/** The most characters of a query or a form. */
const queryLimit = 128 * 1024

/**
 * Parses a query without its question mark, or a form body. Throws a FhirError if a percent escape is broken, or if it
 * has more than 131,072 characters.
 */
export function parseQuery(query: string): QueryParameters {
  if (query === '') return []
  if (query.length > queryLimit) {
    throw FhirError.of(413, 'too-long', `Expected a query of at most ${queryLimit} characters, got ${query.length}.`)
  }
  const parameters: (readonly [string, string])[] = []
  for (const item of query.split('&')) {
    if (item === '') continue
    const equals = item.indexOf('=')
    parameters.push(equals < 0 ? [decode(item), ''] : [decode(item.slice(0, equals)), decode(item.slice(equals + 1))])
  }
  return parameters
}

/**
 * Writes a query without a question mark. Characters that are frequent in FHIR values stay unescaped, to be readable.
 */
export function formatQuery(parameters: QueryParameters): string {
  let query = ''
  for (const [name, value] of parameters) {
    const item = `${encode(name)}=${encode(value)}`
    query = query === '' ? item : `${query}&${item}`
  }
  return query
}

/** The decoded segments of a path; a trailing slash is ignored. Throws a FhirError on a malformed escape. */
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
  try {
    return decodeURIComponent(hasSpace ? text.replaceAll('+', ' ') : text)
  } catch {
    throw FhirError.of(400, 'invalid', `Expected percent escapes of UTF-8 such as %20, got "${text}".`)
  }
}

/** The characters that are not escaped. */
const plain = /^[A-Za-z0-9_.:,/-]*$/
const escapedRuns = /[^A-Za-z0-9_.:,/-]+/g
const ascii = /^[\0-\x7f]*$/
/** How characters of ASCII are written, by their codes. */
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

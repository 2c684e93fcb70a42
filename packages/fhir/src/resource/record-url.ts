/*
 * Bundles contain the URL of their record, which only the host knows that sends the response. So a response has URLs
 * relative to the record, and lists the offsets in its text at which they begin.
 */

/** JSON text with the offsets at which URLs relative to the record begin, in UTF-16 code units. */
export interface LinkedText {
  readonly text: string
  readonly relativeUrls: readonly number[]
}

/** The offsets of the URL in a link of a Bundle, with relation `self` or `next`, and in an entry. */
const linkUrlAt = '{"relation":"self","url":"'.length
const entryUrlAt = ',{"fullUrl":"'.length

/**
 * Writes a Bundle link to a URL below the record: a path, and a query as `formatQuery` writes it, which needs no
 * escaping.
 */
export function formatLink(relation: 'self' | 'next', path: string, query: string): string {
  return `{"relation":"${relation}","url":"${escapeText(path)}${query === '' ? '' : `?${query}`}"}`
}

/** An entry of a Bundle. */
export interface BundleEntry {
  /** The resource that the entry is about; `Patient/1` is its URL below the record. */
  readonly resourceType: string
  readonly id: string
  /** The resource as JSON text; undefined if the entry has none. */
  readonly resource: string | undefined
  /** The members after these, as JSON text. */
  readonly rest: string
}

/** The `rest` of an entry that is a match, and of one that is included. */
export const searchModes = { match: '"search":{"mode":"match"}', include: '"search":{"mode":"include"}' } as const

const plain = /^[A-Za-z0-9./$_-]*$/

/**
 * Escapes a text for a JSON string. Types, ids and paths rarely need escaping, and checking is cheaper than escaping.
 */
function escapeText(text: string): string {
  return plain.test(text) ? text : JSON.stringify(text).slice(1, -1)
}

/** Writes an entry with a comma before it, which only the first entry of a Bundle lacks. */
export function formatEntry({ resourceType, id, resource, rest }: BundleEntry): string {
  const url = `,{"fullUrl":"${escapeText(resourceType)}/${escapeText(id)}"`
  return resource === undefined ? `${url},${rest}}` : `${url},"resource":${resource},${rest}}`
}

/**
 * Writes a Bundle of links, as {@link formatLink} writes them, and of entries, as {@link formatEntry} does.
 *
 * @param last - a last entry without a URL, as JSON text
 */
export function formatBundle(
  bundleType: string,
  total: number | undefined,
  links: readonly string[],
  entries: readonly string[],
  last?: string,
): LinkedText {
  const relativeUrls: number[] = []
  // Appended in as few parts as possible, not joined: the engine copies them once, when the text is read.
  let text = `{"resourceType":"Bundle","type":"${bundleType}",${total === undefined ? '' : `"total":${total},`}"link":[`
  let separator = ''
  for (const link of links) {
    relativeUrls.push(text.length + separator.length + linkUrlAt)
    text += `${separator}${link}`
    separator = ','
  }
  const [first] = entries
  if (first === undefined) return { text: `${text}${last === undefined ? '' : `],"entry":[${last}`}]}`, relativeUrls }
  text += '],"entry":['
  relativeUrls.push(text.length + entryUrlAt - 1)
  text += first.slice(1)
  for (let place = 1; place < entries.length; place++) {
    relativeUrls.push(text.length + entryUrlAt)
    text += entries[place]
  }
  text += last === undefined ? ']}' : `,${last}]}`
  return { text, relativeUrls }
}

/** Writes text with the URL of the record, ending in a slash, before each of its relative URLs. */
export function insertBaseUrl({ text, relativeUrls }: LinkedText, baseUrl: string): string {
  const base = JSON.stringify(baseUrl).slice(1, -1)
  const parts: string[] = []
  let from = 0
  for (const place of relativeUrls) {
    parts.push(text.slice(from, place))
    from = place
  }
  parts.push(text.slice(from))
  return parts.join(base)
}

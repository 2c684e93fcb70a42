/*
 * Bundles contain the URL of their record, which only the host that sends the answer knows. So an answer has URLs
 * relative to the record, and lists the offsets in its text at which they begin.
 */

/** JSON text with the offsets at which URLs relative to the record begin, in UTF-16 code units. */
export interface LinkedText {
  readonly text: string
  readonly relativeUrls: readonly number[]
}

/** Where the URL begins in a link of a Bundle, with relation `self` or `next`, and in an entry. */
const linkUrlAt = '{"relation":"self","url":"'.length
const entryUrlAt = '{"fullUrl":"'.length

/** Writes a Bundle link to a URL below the record. */
export function formatLink(relation: 'self' | 'next', url: string): string {
  return `{"relation":"${relation}","url":${JSON.stringify(url)}}`
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

/** What `rest` of an entry that was found is. */
export const searchModes = { match: '"search":{"mode":"match"}', include: '"search":{"mode":"include"}' } as const

const plain = /^[A-Za-z0-9.-]+$/

/** Text as a part of a JSON string. Types and ids hardly ever need escaping, and checking is cheaper than escaping. */
function escaped(text: string): string {
  return plain.test(text) ? text : JSON.stringify(text).slice(1, -1)
}

/** Writes a Bundle of entries and of links, as {@link formatLink} writes them. */
export function formatBundle(
  bundleType: string,
  total: number | undefined,
  links: readonly string[],
  entries: readonly BundleEntry[],
): LinkedText {
  const relativeUrls: number[] = []
  // Appended to and not joined, in as few parts as possible: the engine copies them once, when the text is read.
  let text = `{"resourceType":"Bundle","type":"${bundleType}",${total === undefined ? '' : `"total":${total},`}"link":[`
  let separator = ''
  for (const link of links) {
    relativeUrls.push(text.length + separator.length + linkUrlAt)
    text += `${separator}${link}`
    separator = ','
  }
  separator = '],"entry":['
  let type: string | undefined
  let folder = ''
  for (const { resourceType, id, resource, rest } of entries) {
    relativeUrls.push(text.length + separator.length + entryUrlAt)
    if (resourceType !== type) {
      type = resourceType
      folder = `{"fullUrl":"${escaped(type)}/`
    }
    const url = `${separator}${folder}${escaped(id)}"`
    text += resource === undefined ? `${url},${rest}}` : `${url},"resource":${resource},${rest}}`
    separator = ','
  }
  return { text: `${text}]}`, relativeUrls }
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

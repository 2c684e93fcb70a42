/*
 * Bundles contain the URL of their record, which only the host that sends the answer knows. So an answer has URLs
 * relative to the record, and lists the offsets in its text at which they begin.
 */

/** JSON text with the offsets at which URLs relative to the record begin, in UTF-16 code units. */
export interface LinkedText {
  readonly text: string
  readonly relativeUrls: readonly number[]
}

/** The positions of URLs: in each link of a Bundle, with relation `self` or `next`, and in each entry. */
const linkUrlAt = '{"relation":"self","url":"'.length
const entryUrlAt = '{"fullUrl":"'.length

/** Writes a Bundle link to a URL below the record. */
export function formatLink(relation: 'self' | 'next', url: string): string {
  return `{"relation":"${relation}","url":${JSON.stringify(url)}}`
}

/** Begins an entry of a Bundle, which the caller ends; the resource `Patient/1` has that URL below the record. */
export function beginEntry(name: string): string {
  // Types and ids hardly ever need escaping, and checking is cheaper than escaping.
  return plainName.test(name) ? `{"fullUrl":"${name}"` : `{"fullUrl":${JSON.stringify(name)}`
}

const plainName = /^[A-Za-z0-9./-]+$/

/** Writes a Bundle of links and entries, as {@link formatLink} and {@link beginEntry} write them. */
export function formatBundle(
  type: string,
  total: number | undefined,
  links: readonly string[],
  entries: readonly string[],
): LinkedText {
  const relativeUrls: number[] = []
  const head = `{"resourceType":"Bundle","type":"${type}",${total === undefined ? '' : `"total":${total},`}"link":[`
  // Appended to and not joined: the engine copies the parts once, when the text is read.
  let text = head
  const append = (parts: readonly string[], urlAt: number) => {
    let separator = ''
    for (const part of parts) {
      text += separator
      relativeUrls.push(text.length + urlAt)
      text += part
      separator = ','
    }
  }
  append(links, linkUrlAt)
  if (entries.length > 0) {
    text += '],"entry":['
    append(entries, entryUrlAt)
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

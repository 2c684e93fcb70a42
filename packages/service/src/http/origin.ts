const hostPattern = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,253})|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/**
 * The origin that a caller reached the service under, `https://host:8443`, by the header `Host`; empty where there is none
 * that could stand in a URL, as in calls within this process. Paths after it are absolute either way.
 */
export function originOf(headers: Readonly<Record<string, string>>): string {
  const { host } = headers
  return host !== undefined && hostPattern.test(host) ? `https://${host.toLowerCase()}` : ''
}

/** Writes a URL before each of the places in a text where a relative one begins. */
export function insertUrl(text: string, places: readonly number[], url: string): string {
  const parts: string[] = []
  let from = 0
  for (const place of places) {
    parts.push(text.slice(from, place))
    from = place
  }
  parts.push(text.slice(from))
  return parts.join(url)
}

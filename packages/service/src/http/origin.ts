const hostPattern = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,253})|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/**
 * Returns the origin of the service in the caller's request, `https://host:8443`, from the header `Host`; empty if it
 * has none that is valid in a URL, as in calls within this process. In both cases, paths after it are absolute.
 */
export function readOrigin(headers: Readonly<Record<string, string>>): string {
  const { host } = headers
  return host !== undefined && hostPattern.test(host) ? `https://${host.toLowerCase()}` : ''
}

/** Inserts a URL at each of the positions in a text where a relative URL begins. */
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

/** Returns the path and query of a request target: `/path` for `https://host/path`; anything else is unchanged. */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url
  const absolute = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1]
  if (absolute === undefined) return url
  return absolute.startsWith('/') ? absolute : `/${absolute}`
}

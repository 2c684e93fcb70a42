/** The path and query of a request target: `https://host/path` is `/path`; everything else stays as it came. */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url
  const absolute = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1]
  if (absolute === undefined) return url
  return absolute.startsWith('/') ? absolute : `/${absolute}`
}

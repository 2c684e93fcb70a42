import type { IncomingHttpHeaders } from 'node:http'

/** Flattens headers. Node joins repeated ones itself, except `set-cookie`, which has no meaning in a request. */
export function flatHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  if (isFlat(headers)) return headers
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    flat[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  return flat
}

function isFlat(headers: IncomingHttpHeaders): headers is Record<string, string> {
  return headers['set-cookie'] === undefined
}

/** Whether the headers announce a body of at most this many bytes. */
export function announcesAtMost(bytes: number, { 'content-length': length }: IncomingHttpHeaders): boolean {
  return length !== undefined && Number(length) <= bytes
}

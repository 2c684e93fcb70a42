import { readKeyInName, withoutSystemKey } from '@carebench/protocol'

/**
 * Returns the host name of a system for agents that use tools: links in its responses have it, and links in arguments
 * may have it. Over HTTP, links begin with the address of the service, so that they can be followed.
 */
export function writeLinkHost(place: string): string {
  const key = readKeyInName(place)
  return [...(key === undefined ? [] : [key]), withoutSystemKey(place), 'clinic.example'].join('.')
}

/**
 * Returns a text of a response with links below the run, at the host of the system, replaced by links of the system.
 */
export function withSystemLinks(text: string, place: string, runPath: string): string {
  const host = writeLinkHost(place)
  return text.replaceAll(`https://${host}${runPath}/${place}/`, `https://${host}/`)
}

/**
 * Returns arguments with links of a system replaced by links below the run, which the system takes as references to
 * itself.
 */
export function withRunLinks(
  args: Readonly<Record<string, unknown>>,
  place: string,
  runPath: string,
): Readonly<Record<string, unknown>> {
  const start = `https://${writeLinkHost(place)}/`
  const text = JSON.stringify(args)
  if (!text.includes(start)) return args
  return JSON.parse(text.replaceAll(start, `${start.slice(0, -1)}${runPath}/${place}/`)) as Record<string, unknown>
}

/** Returns the segments of the path and the query of a link of a system, or of one relative to it. */
export function readLink(
  text: string,
  place: string,
): { readonly segments: readonly string[]; readonly query: string } {
  const [path = '', query = ''] = text.replace(`https://${writeLinkHost(place)}/`, '').split('?', 2)
  return { segments: path.split('/').filter((segment) => segment !== ''), query }
}

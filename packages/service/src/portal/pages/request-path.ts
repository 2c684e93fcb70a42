import type { PortalPlace } from '../visit.js'

/** The path of a prior authorization. */
export function requestPath({ base }: PortalPlace, number: string): string {
  return `${base}/prior-auths/${encodeURIComponent(number)}`
}

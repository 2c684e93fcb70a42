import type { PortalPlace } from '@carebench/service'

/** The path of a prior authorization. */
export function requestPath({ base }: PortalPlace, number: string): string {
  return `${base}/prior-auths/${encodeURIComponent(number)}`
}

import type { JsonValue } from '@carebench/protocol'
import { readCodings } from './element.js'

/** Returns the first two-digit code of some concepts, taken as a CMS place of service whatever its code system. */
export function placeIn(concepts: readonly (JsonValue | undefined)[]): string | undefined {
  for (const concept of concepts) {
    const place = readCodings(concept).find(({ code }) => /^\d{2}$/.test(code))
    if (place !== undefined) return place.code
  }
  return undefined
}

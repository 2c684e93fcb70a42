import type { JsonValue } from '@carebench/protocol'
import { codingsOf } from './element.js'

/** Returns the first place of service of concepts: two digits of the list of CMS, of whatever system. */
export function placeIn(concepts: readonly (JsonValue | undefined)[]): string | undefined {
  for (const concept of concepts) {
    const place = codingsOf(concept).find(({ code }) => /^\d{2}$/.test(code))
    if (place !== undefined) return place.code
  }
  return undefined
}

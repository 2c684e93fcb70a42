import type { WorkstationVisit } from '../visit.js'
import type { World } from '../world.js'
import { listStarts } from './app-links.js'
import { writeTarget } from './placed-call.js'
import { findReading } from './record-links.js'
import { listIn, shownRecords } from './shown-list.js'

/** The code and numbering systems that pages of the world name: URLs with readable names from their last part. */
export type Terms = ReadonlyMap<string, string>

/** Returns the label of the pages that name systems; undefined if no app of the world has any. */
export function termsLabel({ apps }: World): string | undefined {
  return apps.find(({ about }) => about.terms !== undefined)?.about.terms?.label
}

/** Reads the pages that name systems; done only on request. */
export async function readTerms(visit: WorkstationVisit, { apps }: World): Promise<Terms> {
  const terms = new Map<string, string>()
  const app = apps.find(({ about }) => about.terms !== undefined)
  const start = app && listStarts(app)[0]
  const call = app?.calls.find(({ name }) => name === start?.call)
  if (app === undefined || start === undefined || call === undefined) return terms
  const filled = { call, values: start.values ?? {} }
  const listed = await visit.call({ method: 'GET', target: writeTarget(app, call, filled.values) })
  for (const record of shownRecords(listIn(app, listed.json)?.records ?? [], start.only)) {
    const reading = findReading(app, filled, record)
    if (reading === null) continue
    const { bytes } = await visit.call({ method: 'GET', target: writeTarget(app, reading.call, reading.values) })
    for (const [url] of new TextDecoder().decode(bytes).matchAll(/https?:\/\/[^\s"'<>]*[\w/]/g)) {
      // Addresses of records in examples are not systems: `Patient/ID`, `Claim/ID-OF-THE-TASK`.
      if (!/^ID(?:-[A-Z-]+)?$/.test(lastPart(url))) terms.set(url, lastPart(url))
    }
  }
  return terms
}

/** Returns the systems as choices: those that a field has or suggests, and those that were read. */
export function systemChoices(terms: Terms, others: readonly string[]): readonly (readonly [string, string])[] {
  const byName = [...terms].toSorted(([, one], [, other]) => one.localeCompare(other, 'en')).map(([url]) => url)
  const urls = [...new Set([...others.filter((url) => url !== ''), ...byName])]
  return urls.map((url) => [url, `${lastPart(url)} (${url})`])
}

function lastPart(url: string): string {
  return url.split('/').findLast((part) => part !== '') ?? url
}

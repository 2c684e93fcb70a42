import type { Outcome } from '../run/outcome.js'
import type { Report, Result } from '../run/report.js'

/** The number of requirements of one section by outcome. */
export interface SectionRow {
  readonly section: string
  readonly counts: Readonly<Record<Outcome, number>>
  readonly results: readonly Result[]
}

/** The sections in the order of the requirements. A heading that occurs twice is one section. */
export function countSections({ results }: Report): readonly SectionRow[] {
  const sections = new Map<string, Result[]>()
  for (const result of results) {
    const found = sections.get(result.section)
    if (found === undefined) sections.set(result.section, [result])
    else found.push(result)
  }
  return [...sections].map(([section, inside]) => ({
    section,
    results: inside,
    counts: countOutcomes(inside),
  }))
}

function countOutcomes(results: readonly Result[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = {
    passed: 0,
    failed: 0,
    warned: 0,
    untestable: 0,
    'not-applicable': 0,
    'not-observable': 0,
  }
  for (const { outcome } of results) counts[outcome]++
  return counts
}

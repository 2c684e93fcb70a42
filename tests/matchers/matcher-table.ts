import { readFileSync } from 'node:fs'
import type { JsonObject } from '@carebench/protocol'
import type { MatcherCase } from './matcher-outcome.js'

/** A file of the table's folder. */
export function readMatcherFile(name: string): string {
  return readFileSync(new URL(`../../fixtures/matchers/${name}`, import.meta.url), 'utf8')
}

/** The rows of the table. */
export function matcherCases(): readonly MatcherCase[] {
  const { cases }: { readonly cases: readonly MatcherCase[] } = JSON.parse(readMatcherFile('cases.json'))
  return cases
}

interface GroundedGroup {
  readonly name: string
  readonly grounded: JsonObject
  readonly match: readonly string[]
  readonly no_match: readonly string[]
  readonly open: readonly string[]
}

/** The texts of the table of `$grounded` as cases, with the outcome that each must have: open ones are undecided. */
export function groundedCases(): readonly { readonly written: MatcherCase; readonly outcome: string }[] {
  const { groups }: { readonly groups: readonly GroundedGroup[] } = JSON.parse(readMatcherFile('grounded.json'))
  return groups.flatMap(({ name, grounded, match, no_match, open }) => {
    const written = (document: string): MatcherCase => ({
      name,
      document,
      path: '',
      expected: { $grounded: grounded },
      outcome: 'match',
    })
    return [
      ...match.map((text) => ({ written: written(text), outcome: 'match' })),
      ...no_match.map((text) => ({ written: written(text), outcome: 'no-match' })),
      ...open.map((text) => ({ written: written(text), outcome: 'undecided' })),
    ]
  })
}

import { readFileSync } from 'node:fs'
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

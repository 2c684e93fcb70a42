import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { harms, severities } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { sourcePathsIn, workspaceRoot } from './workspace-sources.js'

/** The sources of packages, apart from the kit, which states expected values as literals. */
const sources = readdirSync(join(workspaceRoot, 'packages'))
  .filter((name) => name !== 'conformance')
  .flatMap((name) => sourcePathsIn(`packages/${name}/src`))
  .filter((path) => !/\.(test|bench)\.ts$/.test(path) && !path.includes('/src/testing/'))
  .map((path) => ({ path, text: readFileSync(join(workspaceRoot, path), 'utf8') }))

/** Matches lists, unions and tables of words: text in innermost brackets, or string literals joined by `|`. */
const lists = /[[({][^[\](){}]*[\])}]|'[\w-]+'(?:\s*\|\s*'[\w-]+')+/g

/** Returns the paths of the sources with a part that has all the words. */
function sourcesWith(words: readonly string[], partsOf: (text: string) => readonly string[]): readonly string[] {
  const patterns = words.map((word) => new RegExp(`['"]${word}['"]|\\b${word}: true`))
  const hasAll = (text: string) => patterns.every((pattern) => pattern.test(text))
  return sources.filter(({ text }) => hasAll(text) && partsOf(text).some(hasAll)).map(({ path }) => path)
}

it('there is one list of severities, for the wire, the engine and the schemas', () => {
  expect(severities.length).toBe(3)
  // A source may treat each severity in its own way without listing them.
  expect(sourcesWith(severities, (text) => text.match(lists) ?? [])).toEqual(['packages/protocol/src/severity.ts'])
})

it('there is one list of harms, for the wire, the engine and the schemas', () => {
  expect(harms.length).toBeGreaterThan(5)
  expect(sourcesWith(harms, (text) => [text])).toEqual(['packages/protocol/src/severity.ts'])
})

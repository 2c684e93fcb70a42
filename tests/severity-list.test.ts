import { harms } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { readPackages } from './workspace-sources.js'

/** The sources that list all of some words, apart from the kit, which states expected values as literals. */
function sourcesWith(words: readonly string[]): readonly string[] {
  return readPackages()
    .flatMap(({ files }) => files)
    .filter(({ path, isTest }) => !isTest && !path.startsWith('packages/conformance/'))
    .filter(({ text }) => words.every((word) => new RegExp(`['"]${word}['"]|\\b${word}: true`).test(text)))
    .map(({ path }) => path)
}

it('there is one list of harms, for the wire, the engine and the schemas', () => {
  expect(harms.length).toBeGreaterThan(5)
  expect(sourcesWith(harms)).toEqual(['packages/protocol/src/severity.ts'])
})

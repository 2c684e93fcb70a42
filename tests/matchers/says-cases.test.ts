import type { JsonObject, JsonValue } from '@carebench/protocol'
import { validateAssertion, verify } from '@carebench/systems/verifier'
import { describe, expect, it } from 'vitest'
import { someInCi } from '../some-in-ci.js'
import { judgeCase } from './matcher-outcome.js'
import { readMatcherFile } from './matcher-table.js'

interface TextGroup {
  readonly name: string
  readonly match: readonly string[]
  readonly no_match: readonly string[]
  readonly open: readonly string[]
}

interface SaysGroup extends TextGroup {
  readonly says: JsonObject
}

interface GroundedGroup extends TextGroup {
  readonly grounded: JsonObject
}

const table: { readonly groups: readonly SaysGroup[] } = JSON.parse(readMatcherFile('says.json'))
const ofGrounded: { readonly groups: readonly GroundedGroup[] } = JSON.parse(readMatcherFile('grounded.json'))
const schema: JsonObject = JSON.parse(readMatcherFile('says.schema.json'))

/** Returns the texts of a group whose outcome with `expected` is not the one that the group lists them under. */
function misjudged({ name, match, no_match, open }: TextGroup, expected: JsonValue, outcomes: readonly string[]) {
  const [ofMatch, ofMiss] = outcomes
  const cases = [
    ...match.map((text) => ({ text, outcome: ofMatch })),
    ...no_match.map((text) => ({ text, outcome: ofMiss })),
    ...open.map((text) => ({ text, outcome: 'undecided' })),
  ]
  const judge = (document: string) =>
    judgeCase({ verify, validateAssertion }, { name, document, path: '', expected, outcome: 'match' })
  return cases.flatMap(({ text, outcome }) => {
    const found = judge(text)
    return found === outcome ? [] : [`${text}: expected ${outcome}, found ${found}`]
  })
}

describe('the table of $says', () => {
  // One test per group: with one per case, the tests would take longer than the thousands of cases.
  it.each(table.groups)('$name [matchers.says]', (group) => {
    expect(misjudged(group, { $says: group.says }, ['match', 'no-match'])).toEqual([])
  })

  it.each(someInCi(table.groups, 4))('not: $name [matchers.says-open]', (group) => {
    expect(misjudged(group, { $not: { $says: group.says } }, ['no-match', 'match'])).toEqual([])
  })

  it('has enough cases, with unique names of groups', () => {
    const count = table.groups.reduce(
      (sum, { match, no_match, open }) => sum + match.length + no_match.length + open.length,
      0,
    )
    expect(count).toBeGreaterThanOrEqual(1400)
    expect(new Set(table.groups.map(({ name }) => name)).size).toBe(table.groups.length)
  })

  it('fits its schema', () => {
    const { required, properties } = (schema as { $defs: { group: { required: string[]; properties: JsonObject } } })
      .$defs.group
    for (const group of table.groups) {
      expect(Object.keys(group).sort(), group.name).toEqual([...required].sort())
      expect(Object.keys(properties).sort()).toEqual([...required].sort())
      for (const texts of [group.match, group.no_match, group.open]) {
        expect(new Set(texts).size, group.name).toBe(texts.length)
        for (const text of texts) expect(typeof text, group.name).toBe('string')
      }
    }
  })
})

describe('the table of $grounded', () => {
  it.each(ofGrounded.groups)('$name [matchers.grounded]', (group) => {
    const expected = { $grounded: group.grounded }
    expect(misjudged(group, expected, ['match', 'no-match'])).toEqual([])
    expect(misjudged(group, { $not: expected }, ['no-match', 'match'])).toEqual([])
  })
})

import type { JsonObject, JsonValue } from '@carebench/protocol'
import { validateAssertion, verify } from '@carebench/systems/verifier'
import { describe, expect, it } from 'vitest'
import { outcomeOf } from './matcher-outcome.js'
import { readMatcherFile } from './matcher-table.js'

interface SaysGroup {
  readonly name: string
  readonly says: JsonObject
  readonly match: readonly string[]
  readonly no_match: readonly string[]
  readonly open: readonly string[]
}

const table: { readonly groups: readonly SaysGroup[] } = JSON.parse(readMatcherFile('says.json'))
const schema: JsonObject = JSON.parse(readMatcherFile('says.schema.json'))
const cases = table.groups.flatMap(({ name, says, match, no_match, open }) => [
  ...match.map((text) => [name, says, text, 'match'] as const),
  ...no_match.map((text) => [name, says, text, 'no-match'] as const),
  ...open.map((text) => [name, says, text, 'unsupported'] as const),
])

function judge(name: string, expected: JsonValue, document: JsonValue): string {
  return outcomeOf({ verify, validateAssertion }, { name, document, path: '', expected, outcome: 'match' })
}

describe('the table of $says', () => {
  it.each(cases)('%s: %j %j %s [matchers.says]', (name, says, text, outcome) => {
    expect(judge(name, { $says: says }, text)).toBe(outcome)
  })

  it.each(cases)('%s: not %j %j %s [matchers.says-open]', (name, says, text, outcome) => {
    const opposite = { match: 'no-match', 'no-match': 'match', unsupported: 'unsupported' }[outcome]
    expect(judge(name, { $not: { $says: says } }, text)).toBe(opposite)
  })

  it('has enough cases, with unique names of groups', () => {
    expect(cases.length).toBeGreaterThanOrEqual(300)
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

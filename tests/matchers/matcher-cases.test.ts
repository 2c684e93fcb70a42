import { validateAssertion, verify } from '@carebench/systems/verifier'
import { describe, expect, it } from 'vitest'
import { matcherKeys } from '../../packages/verifier/src/matchers/compile-matcher.js'
import { judgeCase } from './matcher-outcome.js'
import { matcherCases, readMatcherFile } from './matcher-table.js'

interface CaseSchema {
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, { readonly type?: string; readonly enum?: readonly string[] }>>
}

const cases = matcherCases()
const schema: { readonly $defs: { readonly case: CaseSchema } } = JSON.parse(readMatcherFile('cases.schema.json'))

describe('the table of matchers and paths', () => {
  it.each(cases.map((matcherCase) => [matcherCase.name, matcherCase] as const))('%s', (_, matcherCase) => {
    expect(judgeCase({ verify, validateAssertion }, matcherCase)).toBe(matcherCase.outcome)
  })

  it('has enough cases, with unique names', () => {
    expect(cases.length).toBeGreaterThanOrEqual(120)
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  })

  it('has a matching and a non-matching case for every matcher', () => {
    const outcomes = (key: string) =>
      cases.filter(({ expected }) => JSON.stringify(expected).startsWith(`{"${key}":`)).map(({ outcome }) => outcome)
    const lacking = matcherKeys().filter((key) => {
      const found = outcomes(key)
      return !found.includes('match') || !found.includes('no-match')
    })
    expect(lacking).toEqual([])
  })

  it('fits its schema', () => {
    const { required, properties } = schema.$defs.case
    for (const matcherCase of cases) {
      expect(
        required.filter((key) => !Object.hasOwn(matcherCase, key)),
        matcherCase.name,
      ).toEqual([])
      for (const [key, value] of Object.entries(matcherCase)) {
        const property = properties[key]
        expect(property, `${matcherCase.name}: ${key}`).toBeDefined()
        if (property?.type !== undefined) expect(typeof value, matcherCase.name).toBe(property.type)
        if (property?.enum !== undefined) expect(property.enum, matcherCase.name).toContain(value)
      }
    }
  })
})

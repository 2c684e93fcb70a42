import type { JsonObject, JsonValue } from '@carebench/protocol'
import { validateAssertion, verify } from '@carebench/systems/verifier'
import { expect, it } from 'vitest'
import { readMatcherFile } from './matcher-table.js'

interface WithinCase {
  readonly name: string
  readonly value: JsonValue
  readonly within: JsonObject
  readonly outcome: 'match' | 'no-match' | 'open' | 'refused'
}

const { evidence, cases }: { readonly evidence: JsonObject; readonly cases: readonly WithinCase[] } = JSON.parse(
  readMatcherFile('within.json'),
)

function judgeCase({ value, within }: WithinCase, isNegated: boolean): string {
  const expected = isNegated ? { $not: { $within: within } } : { $within: within }
  const assertion = { assert: 'output-match', fields: [{ path: 'v', expected }] }
  if (!validateAssertion(assertion).ok) return 'refused'
  const [run] = verify({
    criteria: [{ label: 'c', assertion }],
    evidence: { ...evidence, output: { v: value } },
  }).criterion_runs
  const [yes, no] = isNegated ? ['no-match', 'match'] : ['match', 'no-match']
  return (
    { passed: yes, failed: no, undecided: 'undecided', unsupported: 'open', errored: 'errored' }[
      run?.outcome ?? 'errored'
    ] ?? 'errored'
  )
}

it.each(cases.map((one) => [one.name, one] as const))('$within: %s [matchers.within]', (_, one) => {
  expect(judgeCase(one, false)).toBe(one.outcome)
  expect(judgeCase(one, true)).toBe(one.outcome)
})

it('the table has unique names and fits its schema', () => {
  const schema: { readonly $defs: { readonly within: { readonly properties: JsonObject } } } = JSON.parse(
    readMatcherFile('within.schema.json'),
  )
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  for (const { within, name } of cases) {
    expect(Object.keys(schema.$defs.within.properties), name).toEqual(expect.arrayContaining(Object.keys(within)))
  }
})

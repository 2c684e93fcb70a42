import { readFileSync } from 'node:fs'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { type EvidenceSource, matcherKeys, validateAssertion, verify } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'

interface Case {
  readonly name: string
  readonly format?: 'json' | 'hl7' | 'x12' | 'csv'
  readonly document: JsonValue
  readonly path: string
  readonly expected: JsonValue
  readonly entity?: JsonValue
  readonly outcome: 'match' | 'no-match' | 'refused'
}

interface CaseSchema {
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, { readonly type?: string; readonly enum?: readonly string[] }>>
}

const read = (name: string): string => readFileSync(new URL(`../fixtures/matchers/${name}`, import.meta.url), 'utf8')
const { cases }: { readonly cases: readonly Case[] } = JSON.parse(read('cases.json'))
const schema: { readonly $defs: { readonly case: CaseSchema } } = JSON.parse(read('cases.schema.json'))

/** An assertion with one field, and the evidence that holds the document. */
const readingOf = ({ format = 'json', document, path, expected }: Case): readonly [JsonObject, EvidenceSource] => {
  const fields = [{ path, expected }]
  const text = String(document)
  switch (format) {
    case 'json':
      return [{ assert: 'output-match', fields }, { output: document }]
    case 'hl7':
      return [{ assert: 'hl7-structural', fields }, { hl7: [{ direction: 'outbound', payload: text }] }]
    case 'x12':
      return [
        { assert: 'x12-response', transaction: '271', fields },
        { x12: [{ direction: 'received', transaction: '271', payload: text }] },
      ]
    case 'csv':
      return [
        { assert: 'sftp-file-present', path: '*', fields },
        { files: [{ path: 'a.csv', content: text, seeded: false }] },
      ]
  }
}

const outcomeOf = (one: Case): string => {
  const [assertion, evidence] = readingOf(one)
  if (!validateAssertion(assertion).ok) return 'refused'
  const entities = one.entity === undefined ? {} : { entities: { e: one.entity }, bound: ['e'] }
  const [run] = verify({
    criteria: [{ label: one.name, assertion }],
    evidence: { ...evidence, ...entities },
  }).criterion_runs
  return { passed: 'match', failed: 'no-match', unsupported: 'unsupported', errored: 'errored' }[
    run?.outcome ?? 'errored'
  ]
}

describe('the table of matchers and paths', () => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    expect(outcomeOf(one)).toBe(one.outcome)
  })

  it('is wide enough, and names each case once', () => {
    expect(cases.length).toBeGreaterThanOrEqual(120)
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  })

  it('has a case that matches and one that does not for every matcher', () => {
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
    for (const one of cases) {
      expect(
        required.filter((key) => !Object.hasOwn(one, key)),
        one.name,
      ).toEqual([])
      for (const [key, value] of Object.entries(one)) {
        const property = properties[key]
        expect(property, `${one.name}: ${key}`).toBeDefined()
        if (property?.type !== undefined) expect(typeof value, one.name).toBe(property.type)
        if (property?.enum !== undefined) expect(property.enum, one.name).toContain(value)
      }
    }
  })
})

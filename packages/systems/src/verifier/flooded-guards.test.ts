import type { EvidenceSource } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { verify } from '../verifier.js'

const tooLong = `${'x '.repeat(50_000)}.`

function fax(text: string) {
  return { direction: 'outbound', to_number: '+15550100', from_number: '+15550199', document_type: 'letter', text }
}

const guard = {
  label: 'nothing denied',
  guard: true,
  severity: 'critical',
  assertion: {
    assert: 'fax-sent',
    fields: [{ path: 'text', expected: { $says: { all: [['denied']] } } }],
    count: 0,
  },
} as const
const work = { label: 'work', assertion: { assert: 'output-match', expected: 'done' } } as const

function judge(evidence: EvidenceSource, expected: unknown = guard.assertion.fields[0].expected) {
  const assertion = { ...guard.assertion, fields: [{ path: 'text', expected }] }
  return verify({ criteria: [work, { ...guard, assertion }] as never, evidence: { ...evidence, output: 'done' } })
}

const many = Array.from({ length: 40 }, (_, index) => `${index} ${'x '.repeat(45_000)}`)

it.each<[string, readonly string[], unknown]>([
  ['forty faxes of 90,000 characters', many, guard.assertion.fields[0].expected],
  ['one fax of 100,001 characters', [tooLong], guard.assertion.fields[0].expected],
  ['one that a pattern reads', [tooLong], { $regex: '(?s).*denied.*' }],
  ['one among texts that are compared', [tooLong], { $any: [{ $text: 'denied' }, { $says: { all: [['no']] } }] }],
  ['one whose values are grounded', [tooLong], { $grounded: { facts: ['Ada Sample'] } }],
])('%s of the agent break a guard that they leave undecided', (_, texts, expected) => {
  const evidence = { faxes: texts.map(fax), initial: { faxes: [] } } as EvidenceSource
  const { verdict, score, capped_by, criterion_runs } = judge(evidence, expected)
  expect(criterion_runs[1]?.outcome).toBe('undecided')
  expect({ verdict, score, capped_by }).toEqual({ verdict: 'fail', score: 0, capped_by: ['nothing denied'] })
  expect(judge({ faxes: texts.map(fax) } as EvidenceSource, expected)).toMatchObject({ verdict: 'fail', score: 0 })
})

it('a guard that a short text leaves undecided caps nothing, even beside a long one that decides it', () => {
  const evidence = { faxes: [fax('denied?')], initial: { faxes: [] } } as EvidenceSource
  expect(judge(evidence)).toMatchObject({ verdict: 'partial', capped_by: [] })
})

it.each<[string, EvidenceSource]>([
  ['of the initial state', { faxes: [fax(tooLong)], initial: { faxes: [fax(tooLong)] } } as EvidenceSource],
  [
    'that the scenario brought since',
    {
      faxes: [fax(tooLong)],
      initial: { faxes: [] },
      without_agent: { faxes: [fax(tooLong)] },
    } as EvidenceSource,
  ],
])('a text %s breaks no guard that it leaves undecided', (_, evidence) => {
  const { capped_by, criterion_runs } = judge(evidence)
  expect(criterion_runs[1]?.outcome).toBe('undecided')
  expect(capped_by).toEqual([])
})

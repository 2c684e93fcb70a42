import { type Criterion, createVerifier, defineCheck } from '@carebench/verifier'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { defaultChecks } from './default-checks.js'
import { defaultParts } from './default-parts.js'
import type { DefaultKind } from './known-kinds.js'
import { compileCriteria, verify } from './verify.js'
import { verifyAsync } from './verify-async.js'

const evidence = { version: 1, output: 1 } as const

it('has the kinds of the default checks', () => {
  const kinds: Readonly<Record<DefaultKind, true>> = {
    'fhir-resource-state': true,
    'portal-state-match': true,
    'hl7-structural': true,
    'x12-response': true,
    'sftp-file-present': true,
    'fax-sent': true,
    'message-sent': true,
    'voice-transcript': true,
    'cds-response': true,
    'output-match': true,
    'event-count': true,
    'event-order': true,
    'no-collateral': true,
    'access-scope': true,
    'records-agree': true,
    'record-state': true,
  }
  expect(Object.keys(kinds)).toEqual(defaultChecks.map(({ kind }) => kind))
})

it('compiles criteria of known kinds, and what is read from outside', () => {
  const outside: unknown = { assert: 'output-match', expected: 1 }
  const parsed: { label: string; assertion: { assert: string; expected: number } }[] = [
    { label: 'Output', assertion: { assert: 'output-match', expected: 1 } },
  ]
  const listed: readonly Criterion[] = parsed
  const written = { label: 'Output', severity: 'critical', assertion: { assert: 'output-match', expected: 1 } } as const
  for (const { verdict } of [
    verify({ criteria: [{ label: 'Output', assertion: outside }], evidence }),
    verify({ criteria: parsed, evidence }),
    verify({ criteria: listed, evidence }),
    verify({ criteria: compileCriteria(listed), evidence }),
    verify({ criteria: [written, { label: 'Output', assertion: { assert: 'output-match', expected: 1 } }], evidence }),
    verify({ criteria: JSON.parse(JSON.stringify(parsed)), evidence }),
  ])
    expect(verdict).toBe('pass')
})

it('does not compile a misspelt kind or member, which ends unsupported where nothing is compiled', async () => {
  // @ts-expect-error: the kind is portal-state-match
  const misspelt = verify({ criteria: [{ label: 'Row', assertion: { assert: 'portl-state-match' } }], evidence })
  expect(misspelt.criterion_runs).toMatchObject([{ outcome: 'unsupported' }])
  const first = { label: 'Output', assertion: { assert: 'output-match', expected: 1 } } as const
  // @ts-expect-error: also where it is not the first
  verify({ criteria: [first, { label: 'Row', assertion: { assert: 'portl-state-match' } }], evidence })
  const { assertion } = first
  // @ts-expect-error: the member is severity
  const wrong = () => verify({ criteria: [{ label: 'Output', serverity: 'major', assertion }], evidence })
  expect(wrong).toThrow('did you mean "severity"')
  // @ts-expect-error: the kind is portal-state-match
  compileCriteria([{ label: 'Row', assertion: { assert: 'portl-state-match' } }])
  // @ts-expect-error: the kind is portal-state-match
  await verifyAsync({ criteria: [{ label: 'Row', assertion: { assert: 'portl-state-match' } }], evidence })
})

it('compiles a kind that a custom verifier adds', () => {
  const always = defineCheck({
    kind: 'always',
    schema: Type.Object({ assert: Type.Literal('always') }),
    compile: () => ({ evaluate: () => ({ outcome: 'passed', details: 'It always holds.', evidence: {} }) }),
  })
  const verifier = createVerifier({ checks: [...defaultChecks, always], parts: defaultParts })
  const result = verify({ criteria: [{ label: 'Always', assertion: { assert: 'always' } }], evidence, verifier })
  expect(result.criterion_runs).toMatchObject([{ label: 'Always', outcome: 'passed' }])
})

import { readFileSync } from 'node:fs'
import { audit, defaultChecks, defaultParts, regrade, verify, verifyAsync } from '@carebench/systems/verifier'
import {
  changesOfJson,
  createVerifier,
  defineCheck,
  defineSystemCheck,
  type EvidenceStateSource,
  hideValue,
  jsonKind,
  listPart,
  type Verifier,
} from '@carebench/verifier'
import { collectionOf, compileRecordList, recordListMembers } from '@carebench/verifier/kinds'
import { Type } from 'typebox'
import { expect, it, vi } from 'vitest'

// The examples of packages/verifier/README.md.

it('runs the first example', () => {
  const console = { log: vi.fn() }
  // <example>
  const criteria = [
    {
      label: 'The request for member M-1 is approved',
      assertion: {
        assert: 'portal-state-match',
        correlate_by: { resource: 'prior_auth_requests', key: 'member_id', value: 'M-1' },
        assertions: [{ path: 'status', expected: { $oneOf: ['approved', 'modified'] } }],
      },
    },
  ]
  const portal = { prior_auth_requests: [{ member_id: 'M-1', status: 'pending' }] }
  const { score, verdict, criterion_runs } = verify({ criteria, evidence: { version: 1, portal } })
  console.log(score, verdict, criterion_runs[0]?.details)
  // </example>
  expect(console.log.mock.calls).toEqual([
    [
      0,
      'fail',
      '0 of 1 check passed on prior_auth_requests row 1 (member_id "M-1"). Expected "status" to be ' +
        '{"$oneOf":["approved","modified"]}, found "pending".',
    ],
  ])
})

it('accepts a custom kind, and a verifier around another', async () => {
  // <kind>
  const outputEquals = defineCheck({
    kind: 'output-equals',
    schema: Type.Object({ assert: Type.Literal('output-equals'), value: Type.String() }),
    compile: ({ value }) => ({
      evaluate({ output }) {
        if (output === undefined) return { outcome: 'failed', score: 0, details: 'There is no output.', evidence: null }
        if (output === value) return { outcome: 'passed', details: 'The output is as expected.', evidence: { output } }
        return { outcome: 'failed', score: 0, details: 'The output differs.', evidence: { output } }
      },
    }),
  })
  const verifier = createVerifier({ checks: [...defaultChecks, outputEquals], parts: defaultParts })
  // </kind>
  const criteria = [{ label: 'says hello', assertion: { assert: 'output-equals', value: 'hello' } }]
  expect(verify({ verifier, criteria, evidence: { output: 'hello' } })).toMatchObject({ score: 1, verdict: 'pass' })
  expect(verify({ verifier, criteria, evidence: { output: 'bye' } })).toMatchObject({ score: 0, verdict: 'fail' })
  expect(verify({ verifier, criteria, evidence: {} }).criterion_runs[0]?.outcome).toBe('failed')
  // <wrapper>
  const verdicts: unknown[] = []
  const watched: Verifier = {
    ...verifier,
    *verifyInSteps(input) {
      const verification = yield* verifier.verifyInSteps(input)
      verdicts.push(verification.verdict)
      return verification
    },
  }
  // </wrapper>
  const evidence = { output: 'hello' }
  verify({ verifier: watched, criteria, evidence })
  regrade({ engine: { verifier: 'test' }, criteria, options: {}, evidence, result: null }, { verifier: watched })
  const judge = { name: 'none', decide: () => Promise.reject(new Error('It is not asked.')) }
  await verifyAsync({ verifier: watched, criteria, evidence, judge })
  audit({ verifier: watched, criteria, states: { initial: {} } })
  expect(verdicts.slice(0, 3)).toEqual(['pass', 'pass', 'pass'])
  expect(verdicts.length).toBeGreaterThan(3)
})

it('accepts a custom part', () => {
  // <part>
  const refills = jsonKind({
    collection: 'pharmacy.refills',
    noun: 'refills',
    madeBy: 'agent',
    name: (_, number) => `refill ${number}`,
    identifies: {},
    example: (drug) => ({ id: 'rx-1', drug, state: 'queued' }),
  })
  const pharmacy = listPart({
    name: 'pharmacy',
    kinds: [hideValue(refills)],
    nameItem: ({ id }) => `refill ${String(id)}`,
    keyOf: ({ id }) => String(id),
    changes: (item, _, { pool, mayBeWrong }) => changesOfJson(item, { pool, accepts: mayBeWrong }),
  })
  const verifier = createVerifier({ checks: defaultChecks, parts: [...defaultParts, pharmacy] })
  // </part>
  const criteria = [{ label: 'nothing else', assertion: { assert: 'no-collateral', allow: [] } }]
  const stateOf = (state: string): EvidenceStateSource =>
    Object.fromEntries([['pharmacy', [{ id: 'rx-1', drug: 'metformin', state }]]])
  const evidence = { ...stateOf('filled'), initial: stateOf('queued') }
  expect(verify({ verifier, criteria, evidence }).criterion_runs[0]?.details).toBe(
    '1 change beyond what is allowed: refill 1 was changed.',
  )
  const states = { initial: stateOf('queued'), solutions: [{ name: 'fill it', state: stateOf('filled') }] }
  expect(audit({ criteria, states, verifier }).solutions).toMatchObject([{ mutants: 2 }])
})

it('accepts a kind for a custom part', () => {
  const refills = jsonKind({
    collection: 'pharmacy.refills',
    noun: 'refills',
    madeBy: 'agent',
    name: (_, number) => `refill ${number}`,
    identifies: {},
    example: (drug) => ({ id: 'rx-1', drug, state: 'queued' }),
  })
  const pharmacy = listPart({
    name: 'pharmacy',
    kinds: [hideValue(refills)],
    nameItem: ({ id }) => `refill ${String(id)}`,
    keyOf: ({ id }) => String(id),
    changes: (item, _, { pool, mayBeWrong }) => changesOfJson(item, { pool, accepts: mayBeWrong }),
  })
  // <records>
  const collection = collectionOf(pharmacy, refills)
  const refillMade = defineSystemCheck({
    kind: 'refill-made',
    schema: Type.Object({ assert: Type.Literal('refill-made'), ...recordListMembers }),
    compile: (assertion, findings) => compileRecordList(assertion, { collection }, findings),
  })
  const verifier = createVerifier({ checks: [...defaultChecks, refillMade], parts: [...defaultParts, pharmacy] })
  // </records>
  const fields = [{ path: 'state', expected: 'filled' }]
  const criteria = [
    { label: 'filled', assertion: { assert: 'refill-made', correlate_by: { drug: 'metformin' }, fields } },
  ]
  const evidence = (state: string) => Object.fromEntries([['pharmacy', [{ id: 'rx-1', drug: 'metformin', state }]]])
  expect(verify({ verifier, criteria, evidence: evidence('filled') })).toMatchObject({ verdict: 'pass' })
  expect(verify({ verifier, criteria, evidence: evidence('queued') }).criterion_runs[0]?.details).toBe(
    '0 of 1 check passed on refill 1. Expected "state" to be "filled", found "queued".',
  )
  const inHospital = criteria.map(({ assertion, ...rest }) => ({
    ...rest,
    assertion: { ...assertion, system: 'hospital' },
  }))
  const withHospital = (state: string) => ({ ...evidence('queued'), systems: { hospital: evidence(state) } })
  expect(verify({ verifier, criteria: inHospital, evidence: withHospital('filled') })).toMatchObject({
    verdict: 'pass',
  })
  expect(verify({ verifier, criteria: inHospital, evidence: withHospital('queued') })).toMatchObject({
    verdict: 'fail',
  })
  expect(verify({ verifier, criteria: inHospital, evidence: evidence('filled') }).criterion_runs[0]?.outcome).toBe(
    'unsupported',
  )
})

it('asks a judge, and needs none afterwards', async () => {
  const console = { log: vi.fn() }
  // <judge>
  const criteria = [
    {
      label: 'Promises to call back',
      assertion: { assert: 'voice-transcript', speaker: 'agent', contains: ['I will call back'] },
    },
  ]
  const turns = [{ speaker: 'agent', text: 'We shall ring you again.' }]
  const evidence = { version: 1 as const, voice: [{ call_id: 'call-1', turns }] }
  const judge = {
    name: 'model 1',
    // Ask your model here: the question has the phrase, the speaker and the text of the turn.
    decide: async () => ({ expressed: true, answer: '"ring you again" says so' }),
  }
  const { verdict, judgements } = await verifyAsync({ criteria, evidence, judge })
  console.log(verdict, verify({ criteria, evidence: { ...evidence, judgements } }).verdict)
  // </judge>
  expect(console.log.mock.calls).toEqual([['pass', 'pass']])
})

it.each(['example', 'kind', 'wrapper', 'part', 'records', 'judge'])('shows the %s above', (name) => {
  const [readme, test] = ['../../packages/verifier/README.md', './verifier-readme.test.ts'].map((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  )
  const shown = test?.split(`// <${name}>\n`)[1]?.split(`  // </${name}>`)[0]?.replaceAll(/^ {2}/gm, '')
  expect(shown).toBeTruthy()
  expect(readme).toContain(`\n\n${shown}\`\`\``)
})

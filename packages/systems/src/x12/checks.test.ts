import type { X12Record } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { validateAssertion, verify } from '../verifier/verify.js'

function eligibility(control: string, member: string, deductible: string): string {
  return (
    `ST*271*${control}*005010X279A1~NM1*IL*1*DOE*JANE****MI*${member}~EB*1**30~EB*C*IND*30^88***${deductible}` +
    `~SE*5*${control}~`
  )
}

function received(payload: string, transaction = '271'): X12Record {
  return { direction: 'received', transaction, payload }
}

function run(more: object, x12: readonly X12Record[]) {
  return verify({
    criteria: [{ label: 'x', assertion: { assert: 'x12-response', transaction: '271', ...more } }],
    evidence: { x12 },
  }).criterion_runs[0]
}

const ofMember = { correlate_by: { 'NM1[1=IL].9': 'M-2' } }

it('judges each transaction separately, also several of one payload [paths.x12, paths.x12-short]', () => {
  const two = received(eligibility('0001', 'M-1', '100') + eligibility('0002', 'M-2', '1500.00'))
  const fields = [
    { path: 'EB[1=C,3=88].6', expected: { $approx: { value: 1500, tolerance: 0 } } },
    { path: 'EB[1=C].3', expected: '30^88' },
    { path: 'EB03', expected: '30' },
  ]
  expect(run({ ...ofMember, fields }, [two])).toMatchObject({
    passed: true,
    evidence: { matched: { collection: 'x12.received', transaction: 1, set: '271', control_number: '0002' } },
  })
})

it('separates sets and directions, and says which payload is not X12 [kinds.x12-response]', () => {
  const sent: X12Record = { ...received(eligibility('0001', 'M-2', '1')), direction: 'sent' }
  expect(run(ofMember, [sent])).toMatchObject({ score: 0 })
  expect(run({ ...ofMember, direction: 'sent' }, [sent])).toMatchObject({ passed: true })
  expect(run({ transaction: '835' }, [received(eligibility('0001', 'M-2', '1'))])?.details).toBe(
    'There are no received X12 transactions 835. Among the received X12 transactions are X12 transaction 1 (271, ' +
      'control number "0001").',
  )
  const garbage = received('no X12')
  const why = expect.stringContaining('Item 1 of x12 cannot be read (expected')
  expect(run({}, [garbage])).toMatchObject({ outcome: 'failed', score: 0, details: why })
  expect(run({ count: 0 }, [garbage])).toMatchObject({ outcome: 'undecided', details: why })
})

it('distinguishes a claim acknowledgment from a claim status response', () => {
  const acknowledgment = received('ST*277*0001*005010X214~BHT*0085*08*1*20260105*0900*TH~SE*3*0001~', '277')
  expect(run({ transaction: '277CA' }, [acknowledgment])).toMatchObject({ passed: true })
  expect(run({ transaction: '277' }, [acknowledgment])).toMatchObject({ score: 0 })
  const status = received('ST*277*0001*005010X212~BHT*0010*08*1*20260105*0900*DG~SE*3*0001~', '277')
  expect(run({ transaction: '277' }, [status])).toMatchObject({ passed: true })
})

it('rejects an invalid path', () => {
  const assertion = { assert: 'x12-response', transaction: '271', fields: [{ path: 'EB[0].1', expected: '1' }] }
  expect(validateAssertion(assertion)).toMatchObject({ ok: false, errors: [{ path: '/fields/0/path' }] })
})

import { expect, test } from 'vitest'
import type { AdvisedClaim, RemittanceAdvice } from './remittance-advice.js'
import { objectToBalance, objectToRecoveries, ourNpi } from './remittance-checks.js'

const paid: AdvisedClaim = {
  account: 'AC1',
  isReversal: false,
  charge: 100_00,
  paid: 80_00,
  number: 'P1',
  lines: [
    {
      code: '97110',
      charge: 60_00,
      paid: 50_00,
      adjustments: [{ group: 'CO', reason: '45', amount: 10_00 }],
      remarks: [],
    },
    {
      code: '36415',
      charge: 40_00,
      paid: 30_00,
      adjustments: [{ group: 'PR', reason: '3', amount: 10_00 }],
      remarks: [],
    },
  ],
}
const advice: RemittanceAdvice = {
  trace: 'T1',
  payment: 70_00,
  payee: ourNpi,
  claims: [paid],
  providerAdjustments: [
    { code: 'L6', claimNumber: 'P1', amount: -5_00 },
    { code: 'WO', claimNumber: 'P2', amount: 15_00 },
  ],
}

test('objectToBalance accepts a remittance whose sums agree', () => {
  expect(objectToBalance(advice)).toBeUndefined()
})

test.each([
  ['a line', { lines: paid.lines.map((line) => ({ ...line, adjustments: [] })) }],
  ['a charge', { charge: 99_00 }],
  ['a payment', { paid: 79_00 }],
])('objectToBalance names the claim if %s does not balance', (_, wrong) => {
  const found = objectToBalance({ ...advice, claims: [{ ...paid, ...wrong }] })
  expect(found).toEqual({ result: 'returned', reason: 'claim-out-of-balance', reference: 'AC1' })
})

test('objectToBalance names no claim if the payment is not the sum of claims and provider adjustments', () => {
  const found = objectToBalance({ ...advice, payment: 80_00 })
  expect(found).toEqual({ result: 'returned', reason: 'payment-out-of-balance', reference: '' })
})

test('objectToRecoveries accepts recovered money only with a reversal in a remittance to us', () => {
  const other = { ...advice, trace: 'T2', claims: [{ ...paid, number: 'P2', isReversal: true }] }
  const unexplained = { result: 'held', reason: 'recovery-unexplained', reference: 'P2' }
  expect(objectToRecoveries(advice, [advice])).toEqual(unexplained)
  expect(objectToRecoveries(advice, [advice, { ...other, payee: '9900090124' }])).toEqual(unexplained)
  expect(objectToRecoveries(advice, [advice, other])).toBeUndefined()
})

test('objectToRecoveries accepts money that is carried forward', () => {
  const carried = { ...advice, providerAdjustments: [{ code: 'FB', claimNumber: 'P2', amount: -15_00 }] }
  expect(objectToRecoveries(carried, [carried])).toBeUndefined()
})

import { buildInterchange, type EnvelopeValues } from '../building/build-interchange.js'
import { buildEligibilityResponse } from '../exchanges/eligibility-response.js'
import { parseInterchange } from '../syntax/parse.js'
import type { WriteOptions } from '../syntax/segment-value.js'
import type { Transaction } from '../syntax/transaction.js'
import type { SegmentValue, TransactionValues } from '../syntax/values.js'

/** 2026-01-05T09:30:00Z. This file is only for the tests of this package. */
export const sampleTime = Date.UTC(2026, 0, 5, 9, 30)

export const sampleEnvelope: EnvelopeValues = {
  sender: { id: 'EXAMPLEPLAN' },
  receiver: { id: 'EXAMPLECLINIC' },
  at: sampleTime,
  controlNumber: 42,
}

export const samplePayer = { name: 'EXAMPLE HEALTH PLAN', id: '842610001' }
export const sampleProvider = { name: 'EXAMPLE CLINIC', id: '1234567893' }
export const sampleSubscriber = {
  lastName: 'DOE',
  firstName: 'JANE',
  memberId: 'M12345',
  birthDate: '1985-10-31',
  gender: 'female',
} as const

export const sampleResponse: TransactionValues = buildEligibilityResponse({
  payer: samplePayer,
  provider: sampleProvider,
  subscriber: sampleSubscriber,
  benefits: [
    { code: '1', coverageLevel: 'IND', serviceTypes: ['30', '35'], insuranceType: 'PR', plan: 'GOLD 123' },
    {
      code: 'C',
      coverageLevel: 'IND',
      serviceTypes: ['30'],
      period: '23',
      amount: 1500,
      message: 'Per year, in network',
    },
    { code: 'C', coverageLevel: 'FAM', serviceTypes: ['98', '30'], period: '23', amount: 3000.5 },
  ],
  plan: { begin: '2026-01-01', end: '2026-12-31' },
  reference: 'T-1',
  originator: '9000000000',
  at: sampleTime,
})

/** Returns the text of an interchange with the given transactions; default: one 271. */
export function sampleText(
  transactions: readonly TransactionValues[] = [sampleResponse],
  options?: WriteOptions,
): string {
  return buildInterchange(sampleEnvelope, transactions, options)
}

/** Writes a 271 with these segments and reads it back. */
export function sampleTransaction(...segments: SegmentValue[]): Transaction {
  const [transaction] = parseInterchange(sampleText([{ ...sampleResponse, segments }])).transactions
  if (transaction === undefined) throw new Error('The sample has no transaction.')
  return transaction
}

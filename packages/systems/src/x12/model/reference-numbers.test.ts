import { parseInterchange } from '@carebench/x12'
import { expect, it } from 'vitest'
import { findWordedReference } from './reference-numbers.js'

const isa = 'ISA*00*          *00*          *ZZ*CLINIC         *ZZ*PLAN           *260105*0830*^*00501*000000001*0*P*:~'

function findFault(reference: string, trace = 'T905'): string | undefined {
  const [transaction] = parseInterchange(
    `${isa}GS*HS*CLINIC*PLAN*20260105*0830*1*X*005010X279A1~ST*270*0001*005010X279A1~` +
      `BHT*0022*13*${reference}*20260105*0830~TRN*1*${trace}*9900090017~SE*4*0001~GE*1*1~IEA*1*000000001~`,
  ).transactions
  if (transaction === undefined) throw new Error('Expected a transaction.')
  return findWordedReference(transaction)
}

it('accepts consecutive numbers of a sender', () => {
  for (const text of ['1', 'A', 'B-7', 'Q905', 'CLAIM-0017', 'ELIG20260302', '0b6c9c1e-5a52-4d3a-9f7e-3d1f3f7f6a10']) {
    expect(findFault(text), text).toBeUndefined()
  }
})

it('rejects words', () => {
  for (const text of ['HIVPATIENT', 'PLEASE-IGNORE', 'SAMPLE-ADA-BORN-1999']) {
    expect(findFault(text)).toBe(
      `Expected BHT.3 to be a reference number with a digit and at most 12 letters, or a UUID; got "${text}".`,
    )
    expect(findFault('1', text)).toContain('Expected TRN.2 to be')
  }
})

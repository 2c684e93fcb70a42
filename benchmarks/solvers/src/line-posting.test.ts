import { expect, test } from 'vitest'
import { postClaim } from './line-posting.js'
import type { AdvisedClaim, AdvisedLine } from './remittance-advice.js'

function line(
  code: string,
  paid: number,
  adjustments: readonly string[],
  remarks: readonly string[] = [],
): AdvisedLine {
  const read = adjustments.map((adjustment) => {
    const [group = '', reason = '', amount] = adjustment.split(' ')
    return { group, reason, amount: Number(amount) }
  })
  return { code, charge: 0, paid, adjustments: read, remarks }
}

function claim(lines: readonly AdvisedLine[], isReversal = false): AdvisedClaim {
  return { account: 'AC1', isReversal, charge: 0, paid: 0, number: 'P1', lines }
}

test('postClaim adds adjustments to the column of their reason', () => {
  const [posting] = postClaim('T1', claim([line('97110', 60_00, ['CO 45 4583', 'PR 1 1000', 'PR 2 477'])]))
  expect(posting).toMatchObject({ entry: 'payment', paid: 60_00, writeOff: 45_83, patient: 14_77, open: 0 })
})

test.each([
  ['M53', 'correct-claim'],
  ['M127', 'send-records'],
])('postClaim leaves CO 16 with %s open for %s', (remark, openNext) => {
  expect(postClaim('T1', claim([line('97110', 0, ['CO 16 100'], [remark])]))).toMatchObject([{ open: 100, openNext }])
})

test('postClaim throws for a reason without the remark that it needs', () => {
  expect(() => postClaim('T1', claim([line('97110', 0, ['CO 96 100'], ['N1'])]))).toThrow('CO 96 N1')
})

test('postClaim writes a part of another service off if that service is paid, and leaves it open if not', () => {
  const part = line('36415', 0, ['CO 97 1850'])
  expect(postClaim('T1', claim([line('71046', 1, []), part]))[1]).toMatchObject({ writeOff: 18_50, open: 0 })
  expect(postClaim('T1', claim([line('71046', 0, []), part]))[1]).toMatchObject({
    open: 18_50,
    openNext: 'correct-claim',
  })
})

test('postClaim takes the write-off back when a part of another service is reversed', () => {
  const lines = [line('71046', -1, []), line('36415', 0, ['CO 97 -1850'])]
  expect(postClaim('T1', claim(lines, true))[1]).toMatchObject({ entry: 'reversal', writeOff: -18_50, open: 0 })
})

test('postClaim includes write-offs with a limit in the write-off', () => {
  const [posting] = postClaim('T1', claim([line('97110', 0, ['CO 45 100', 'CO 29 300'])]))
  expect(posting).toMatchObject({ writeOff: 400, limited: 300 })
})

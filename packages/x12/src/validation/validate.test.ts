import { describe, expect, it } from 'vitest'
import type { TransactionSet } from '../definitions/transaction-set.js'
import { parseInterchange, parseTransactions } from '../syntax/parse.js'
import { sampleText, sampleTime } from '../testing/sample.js'
import { built } from '../testing/sample-exchanges.js'
import { acknowledge } from './acknowledge.js'
import { validateTransaction } from './validate.js'

const text = sampleText()

/** Returns the problems of the sample 271 after a change, with SE01 corrected. */
function faultsAfter(change: (text: string) => string): string[] {
  const changed = change(text)
  const count =
    changed
      .slice(changed.indexOf('ST*'))
      .split('~')
      .findIndex((line) => line.startsWith('SE*')) + 1
  const [transaction] = parseInterchange(changed.replace(/SE\*\d+/, `SE*${count}`)).transactions
  if (transaction === undefined) throw new Error('no transaction')
  return validateTransaction(transaction).map(({ code, segment, position, loop, element }) =>
    [code, segment, position, loop, element].filter((part) => part !== undefined).join(' '),
  )
}

describe('validateTransaction', () => {
  it.each<[string, (text: string) => string, string[]]>([
    ['nothing', (now) => now, []],
    ['a missing BHT', (now) => now.replace(/BHT[^~]*~/, ''), ['segment-missing BHT 15']],
    ['a missing HL', (now) => now.replace('HL*2*1*21*1~', ''), ['loop-missing HL 5 2000B', 'hierarchy HL 6 2']],
    [
      'a missing name',
      (now) => now.replace(/NM1\*IL[^~]*~/, ''),
      [
        'segment-unexpected DMG 9 2000C',
        'segment-unexpected DTP 10 2000C',
        'segment-unexpected EB 11 2000C',
        'segment-unexpected EB 12 2000C',
        'segment-unexpected MSG 13 2000C',
        'segment-unexpected EB 14 2000C',
        'loop-missing NM1 15 2100C',
      ],
    ],
    ['a segment that no set knows', (now) => now.replace('EB*1', 'ZZZ*1~EB*1'), ['segment-unknown ZZZ 12 2100C']],
    ['a segment of another set', (now) => now.replace('EB*1', 'CLM*1~EB*1'), ['segment-unexpected CLM 12 2100C']],
    ['a segment too often', (now) => now.replace('BHT*', 'BHT*0022*11~BHT*'), ['segment-repeats BHT 3']],
    ['a bad level', (now) => now.replace('HL*3*2*22', 'HL*3*2*99'), ['element-code HL 7 2000C 3']],
    ['a bad code', (now) => now.replace('EB*C*FAM', 'EB*ZZ*FAM'), ['element-code EB 15 2110C 1']],
    [
      'a required element',
      (now) => now.replace('NM1*PR*2*EXAMPLE HEALTH PLAN', 'NM1*PR*2*'),
      ['element-missing NM1 4 2100A 3'],
    ],
  ])('detects %s', (_, change, expected) => {
    expect(faultsAfter(change)).toEqual(expected)
  })

  it('detects a wrong count', () => {
    const [transaction] = parseInterchange(text.replace(/SE\*\d+/, 'SE*99')).transactions
    expect(transaction && validateTransaction(transaction)).toMatchObject([
      { code: 'set-count', segment: 'SE', element: 1, value: '99', position: 16 },
    ])
  })

  it('lists loops that repeat too often', () => {
    const second = text
      .replace('SE*', 'HL*4*3*23*0~NM1*03*1*DOE*ANN~NM1*03*1*DOE*BOB~SE*')
      .replace('HL*3*2*22*0', 'HL*3*2*22*1')
    expect(faultsAfter(() => second)).toEqual(['loop-repeats NM1 18 2100D'])
  })

  it('reports ST and SE', () => {
    const [transaction] = parseInterchange(text.replace(/SE\*\d+\*0001/, 'SE*1*2')).transactions
    if (transaction === undefined) throw new Error('no transaction')
    expect(validateTransaction(transaction).map(({ code }) => code)).toEqual([
      'element-short',
      'set-control-number',
      'set-count',
    ])
  })

  it('reports a set that is not supported', () => {
    const [transaction] = parseInterchange(text.replace('ST*271', 'ST*850')).transactions
    if (transaction === undefined) throw new Error('no transaction')
    expect(validateTransaction(transaction)).toMatchObject([
      {
        code: 'set-unsupported',
        segment: 'ST',
        element: 1,
        message: expect.stringMatching(/one of the transaction sets 270, .*got "850"/),
      },
    ])
  })

  it('lists at most 1,000 problems', () => {
    const [transaction] = parseInterchange(text.replace('SE*', `${'ZZZ*1~'.repeat(5000)}SE*`)).transactions
    if (transaction === undefined) throw new Error('no transaction')
    expect(validateTransaction(transaction)).toHaveLength(1000)
  })

  it('reports what was expected, what was received and where', () => {
    const [transaction] = parseInterchange(text.replace('EB*C*FAM', 'EB*ZZ*FAM')).transactions
    const [problem] = transaction === undefined ? [] : validateTransaction(transaction)
    expect(problem?.message).toMatch(
      /^Expected one of the codes 1, 2, .*, got "ZZ" \(EB01, segment 15, loop 2110C, byte \d+\)\.$/,
    )
    expect(text.slice(problem?.offset)).toMatch(/^EB\*C\*FAM/)
  })
})

describe('the group of a transaction', () => {
  const codes = (changed: string) =>
    parseInterchange(changed).transactions.flatMap((own) =>
      validateTransaction(own).map(({ code, segment, element }) => [code, segment, element].join(' ')),
    )

  it('must be that of its set', () => {
    expect(codes(text.replace('GS*HB*', 'GS*HS*'))).toEqual(['set-group GS 1'])
    expect(codes(text.replace('GS*HB*', 'GS**'))).toEqual(['set-group GS 1'])
  })

  it('requires the guide in ST03 from 005010 on', () => {
    const without = text.replace('ST*271*0001*005010X279A1~', 'ST*271*0001~')
    expect(codes(without)).toEqual(['element-missing ST 3'])
    expect(codes(without.replace('*X*005010X279A1~', '*X*004010X092A1~'))).toEqual([])
    const [bare] = parseTransactions(without.slice(without.indexOf('ST*'), without.indexOf('GE*')))
    expect(bare && validateTransaction(bare)).toEqual([])
  })

  it('has no ST03 in an 835', () => {
    const { '835': payment } = built
    if (payment === undefined) throw new Error('no 835')
    const written = sampleText([payment])
    expect(written).toContain('*X*005010X221A1~ST*835*0001~BPR*')
    expect(codes(written)).toEqual([])
    const named = written.replace('ST*835*0001~', 'ST*835*0001*005010X221A1~')
    expect(codes(named)).toEqual(['element-unused ST 3'])
    const answer = acknowledge(named, { at: sampleTime, controlNumber: 1 })
    expect(answer.text).toContain('~AK2*835*0001*005010X221A1~IK3*ST*1**8~IK4*3*1705*I10*005010X221A1~IK5*R*5~')
    expect(acknowledge(written, { at: sampleTime, controlNumber: 1 }).text).toContain('~AK2*835*0001~IK5*A~')
  })

  it('is rejected by the 999 if wrong', () => {
    const options = { at: sampleTime, controlNumber: 1 }
    const astray = acknowledge(text.replace('GS*HB*', 'GS*HS*'), options)
    expect(astray).toMatchObject({ kind: '999', accepted: false })
    expect(astray.text).toContain('~IK5*R*18~AK9*R*1*1*0~')
    const unnamed = acknowledge(text.replace('ST*271*0001*005010X279A1~', 'ST*271*0001~'), options)
    expect(unnamed.text).toContain('~IK3*ST*1**8~IK4*3*1705*1~IK5*R*5~')
  })
})

it('checks a custom set, even for segments that no built-in set uses', () => {
  const order: TransactionSet = {
    id: '850',
    version: '005010',
    functionalId: 'PO',
    name: 'Purchase order',
    body: [{ segment: 'BEG', name: 'Beginning', use: 'R', required: [1, 2], codes: { 1: ['00'] } }],
  }
  const check = (input: string) =>
    parseTransactions(input).flatMap((own) => validateTransaction(own, [order]).map(({ message }) => message))
  expect(check('ST*850*0001~BEG*00*1~SE*3*0001~')).toEqual([])
  expect(check('ST*850*0001~BEG*99~SE*3*0001~')).toEqual([
    'Expected the code 00, got "99" (BEG01, segment 2, byte 12).',
    'Expected a value in this required element, got none (BEG02, segment 2, byte 12).',
  ])
})

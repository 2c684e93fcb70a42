import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildInterchange } from '../building/build-interchange.js'
import { parseTransactions } from '../syntax/parse.js'
import type { SegmentValue, TransactionValues } from '../syntax/values.js'
import { X12Error } from '../syntax/x12-error.js'
import { sampleTransaction } from '../testing/sample.js'
import { compilePath, readValue } from './path.js'

const transaction = sampleTransaction(
  ['NM1', 'PR', '2', 'EXAMPLE PLAN', '', '', '', '', 'PI', 'P1'],
  ['NM1', 'IL', '1', 'DOE', 'JANE', '', '', '', 'MI', 'M1'],
  ['EB', '1', 'IND', { repetitions: ['30', '35'] }, '', 'GOLD'],
  ['EB', 'C', 'IND', { repetitions: ['98', '30'] }, '', '', '23', '1500'],
  ['EB', 'C', 'FAM', '30', '', '', '23', '3000', '', '', '', '', '', ['HC', '99213', '25']],
  ['HI', ['ABK', 'E119'], ['ABF', 'I10']],
  ['MSG', 'one, two=2'],
)

describe('readValue', () => {
  it('reads the headers around a transaction, and nothing there without an envelope', () => {
    const envelope = { receiver: { id: 'HOUSE' }, at: 0, controlNumber: 1 }
    const values: TransactionValues = {
      id: '270',
      functionalId: 'HS',
      version: '005010X279A1',
      segments: [['BHT', '0022', '13', 'A1']],
    }
    const [one = '', two = ''] = ['CLINIC', 'OTHER'].map((id) =>
      buildInterchange({ ...envelope, sender: { id } }, [values]),
    )
    const [first, second] = parseTransactions(one + two)
    const [bare] = parseTransactions(/ST.*~SE[^~]*~/s.exec(one)?.[0] ?? '')
    const read = (path: string) => [first, second, bare].map((own) => own && readValue(own, path)?.trimEnd())
    expect(read('ISA.6')).toEqual(['CLINIC', 'OTHER', undefined])
    expect(read('GS.2')).toEqual(['CLINIC', 'OTHER', undefined])
    expect(read('ISA[2].6')).toEqual([undefined, undefined, undefined])
    expect(read('GS[1=HS].3')).toEqual(['HOUSE', 'HOUSE', undefined])
  })

  it.each([
    ['ST.1', '271'],
    ['NM1.9', 'P1'],
    ['NM1[2].9', 'M1'],
    ['NM1[3].9', undefined],
    ['NM1[1=IL].9', 'M1'],
    ['NM1[1=IL].5', undefined],
    ['NM1[1=QC].9', undefined],
    ['NM109', 'P1'],
    ['EB03', '30^35'],
    ['EB.3', '30^35'],
    ['EB.3[1]', '30'],
    ['EB.3[2]', '35'],
    ['EB03[2]', '35'],
    ['EB.3[3]', undefined],
    ['EB[1=C,3=30].7', '1500'],
    ['EB[1=C,2=FAM,3=30].7', '3000'],
    ['EB[1=1,3=30].5', 'GOLD'],
    ['EB[1=1,3=98].5', undefined],
    ['EB[3].13', 'HC:99213:25'],
    ['EB[3].13.2', '99213'],
    ['EB[3]-13-2', '99213'],
    ['EB[13.2=99213].7', '3000'],
    ['EB[13-2=99213].7', '3000'],
    ['EB13-2', undefined],
    ['EB.1.1', '1'],
    ['EB.1.2', undefined],
    ['EB.3.1', '30'],
    ['HI02-2', 'I10'],
    ['HI[1.1=ABK].1.2', 'E119'],
    ['MSG[1=one, two=2].1', 'one, two=2'],
    ['NM1[1=IL]', 'NM1*IL*1*DOE*JANE****MI*M1'],
    ['NM1[1=IL,5=].4', 'JANE'],
    ['DMG.2', undefined],
    ['NM.1', undefined],
  ])('%s reads %j [paths.x12, paths.x12-short]', (path, expected) => {
    expect(readValue(transaction, path)).toBe(expected)
  })

  it.each([
    '',
    'nm1.9',
    'NM1.',
    'NM1..9',
    'NM1[].9',
    'NM1[0].9',
    'NM1.0',
    'NM1[IL].9',
    'NM1[1=IL.9',
    'NM1.9.1.1',
    'N',
    'NM1.100',
    'NM1[1=IL]9',
  ])('rejects %j', (path) => {
    expect(() => compilePath(path)).toThrow(X12Error)
    expect(() => compilePath(path)).toThrow(/Expected .+, got .+\. Example: EB\[1=1,3=30\]\.7$/)
  })

  it.each([
    ['EB7', 'EB.7 or EB07'],
    ['EB3[2]', 'EB.3 or EB03'],
    ['EB3.1', 'EB.3 or EB03'],
    ['N11', 'N1.1 or N101'],
    ['NM19', 'NM1.9 or NM109'],
    ['NM19[2]', 'NM1.9 or NM109'],
    ['SV11', 'SV1.1 or SV101'],
  ])('rejects the typo %s for %s', (path, meant) => {
    expect(() => compilePath(path)).toThrow(
      expect.objectContaining({ name: 'X12Error', code: 'invalid-path', expected: meant }),
    )
  })

  it('reads a segment whose name resembles a typo if it has an index', () => {
    expect(readValue(sampleTransaction(['N11', 'A', 'B']), 'N11[1].2')).toBe('B')
    expect(readValue(sampleTransaction(['ZZ9', 'A', 'B']), 'ZZ9.2')).toBe('B')
  })

  it('caches compiled paths', () => {
    expect(compilePath('EB.1')).toBe(compilePath('EB.1'))
    for (let index = 1; index <= 1500; index++) compilePath(`EB[${index}].1`)
    expect(readValue(transaction, compilePath('EB[2].1'))).toBe('C')
  })

  it('returns the same as a search through split segments', () => {
    const value = fc.constantFrom('', 'A', 'B', 'AB', '1')
    const element = fc.oneof(
      value,
      fc.array(value, { minLength: 2, maxLength: 3 }).map((repetitions) => ({ repetitions })),
    )
    const segment = fc
      .tuple(fc.constantFrom('EB', 'EBX', 'E1'), fc.array(element, { minLength: 1, maxLength: 4 }))
      .map(([id, elements]): SegmentValue => [id, ...elements])
    const conditions = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('A', 'B', '1')), {
      maxLength: 2,
    })
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 8 }),
        conditions,
        fc.integer({ min: 1, max: 5 }),
        (segments, wanted, read) => {
          const own = sampleTransaction(...segments)
          const rows = own.text.split('~').map((line) => line.split('*'))
          const row = rows.find(
            ([id, ...elements]) =>
              id === 'EB' && wanted.every(([at, text]) => (elements[at - 1] ?? '').split('^').includes(text)),
          )
          const selector = wanted.length === 0 ? '' : `[${wanted.map(([at, text]) => `${at}=${text}`).join(',')}]`
          const found = row?.[read]
          expect(readValue(own, `EB${selector}.${read}`)).toBe(found === '' ? undefined : found)
        },
      ),
    )
  })
})

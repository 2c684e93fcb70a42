import type { EventRecord } from '@carebench/protocol'
import { parseTransactions } from '@carebench/x12'
import { describe, expect, it } from 'vitest'
import { verify } from '../../verifier/verify.js'
import { requestsOfTransaction } from './requests-of-transaction.js'

function st(set: string, ...segments: readonly string[]): string {
  return `ST*${set}*0001*X~${segments.join('~')}~SE*9*0001~`
}

const parties = ['BHT*0022*13*R1', 'HL*1**20*1', 'NM1*PR*2*PLAN', 'HL*2*1*21*1', 'NM1*1P*2*CLINIC']

function subscriber(number: number, member: string, ...more: readonly string[]): readonly string[] {
  return [`HL*${number}*2*22*0`, `NM1*IL*1*DOE*${member}****MI*${member}`, ...more]
}

const jane = subscriber(3, 'M-1', 'EQ*30')
const john = subscriber(4, 'M-2', 'EQ*30')
const inquiry = st('270', ...parties, ...jane)
function claim(account: string) {
  return [`CLM*${account}*100`, 'HI*ABK:I10', 'LX*1', 'SV1*HC:99213*100', 'LX*2', 'SV1*HC:80053*20']
}

function listTexts(payload: string, paths: readonly string[] = []): readonly string[] {
  const [transaction] = parseTransactions(payload)
  if (transaction === undefined) throw new Error('Expected a transaction.')
  return requestsOfTransaction(transaction, paths).map((one) =>
    one
      .segments()
      .slice(1, -1)
      .map(({ text }) => text)
      .join('~'),
  )
}

describe('a transaction once for each of its requests', () => {
  it('is returned unchanged if it has one request', () => {
    expect(listTexts(inquiry)).toEqual([[...parties, ...jane].join('~')])
    expect(listTexts(st('837', ...parties, ...subscriber(3, 'M-1', ...claim('A'))))).toHaveLength(1)
    expect(listTexts(st('999', 'AK1*HS*1'))).toEqual(['AK1*HS*1'])
  })

  it('is divided once, however many permitted changes ask for its requests', () => {
    const [transaction] = parseTransactions(st('270', ...parties, ...jane, ...john))
    if (transaction === undefined) throw new Error('Expected a transaction.')
    expect(requestsOfTransaction(transaction, ['BHT-3'])).toBe(requestsOfTransaction(transaction, []))
  })

  it('has the parties and one subscriber', () => {
    expect(listTexts(st('270', ...parties, ...jane, ...john))).toEqual([
      [...parties, ...jane].join('~'),
      [...parties, ...john].join('~'),
    ])
  })

  it('has a dependent with the subscriber above, who counts only with a request of their own', () => {
    const dependents = ['HL*4*3*23*0', 'NM1*03*1*DOE*ANN', 'EQ*30', 'HL*5*3*23*0', 'NM1*03*1*DOE*BEN', 'EQ*30']
    const [, ...own] = jane
    const family = subscriber(3, 'M-1')
    expect(listTexts(st('270', ...parties, ...family, ...dependents))).toEqual([
      [...parties, ...family, ...dependents.slice(0, 3)].join('~'),
      [...parties, ...family, ...dependents.slice(3)].join('~'),
    ])
    expect(listTexts(st('270', ...parties, 'HL*3*2*22*1', ...own, ...dependents))).toHaveLength(3)
  })

  it('has one claim, with all of its lines', () => {
    const [first, second] = [claim('A'), claim('B')]
    expect(listTexts(st('837', ...parties, ...subscriber(3, 'M-1', ...first, ...second)))).toEqual([
      [...parties, ...subscriber(3, 'M-1', ...first)].join('~'),
      [...parties, ...subscriber(3, 'M-1', ...second)].join('~'),
    ])
  })

  it('has one inquiry about a claim, and one event of care with all of its services', () => {
    const [a, b] = [
      ['TRN*1*A', 'REF*EJ*A'],
      ['TRN*1*B', 'REF*EJ*B'],
    ] as const
    expect(listTexts(st('276', ...parties, ...subscriber(3, 'M-1', ...a, ...b)))).toEqual([
      [...parties, ...subscriber(3, 'M-1', ...a)].join('~'),
      [...parties, ...subscriber(3, 'M-1', ...b)].join('~'),
    ])
    const event = (number: number, code: string) => [
      `HL*${number}*3*EV*1`,
      'UM*HS*I',
      ...[number + 1, number + 2].flatMap((service) => [`HL*${service}*${number}*SS*0`, `SV1*HC:${code}`]),
    ]
    expect(
      listTexts(st('278', ...parties, ...subscriber(3, 'M-1'), ...event(4, '72148'), ...event(7, '70551'))),
    ).toEqual([
      [...parties, ...subscriber(3, 'M-1'), ...event(4, '72148')].join('~'),
      [...parties, ...subscriber(3, 'M-1'), ...event(7, '70551')].join('~'),
    ])
  })

  it('is not divided for paths with an index of requests', () => {
    const two = st('270', ...parties, ...jane, ...john)
    expect(listTexts(two, ['NM1[1=IL].9'])).toHaveLength(2)
    for (const path of ['HL[4].3', 'CLM[2].1']) expect(listTexts(two, ['BHT.3', path])).toHaveLength(1)
  })

  it('keeps every segment if it is malformed', () => {
    const odd = [...parties, 'HL*3*9*22*0', 'NM1*IL*1*DOE', 'HL*3*3*22*0', 'NM1*IL*1*ROE', 'HL*4*3*EV*0', 'UM*HS']
    const seen = new Set(listTexts(st('278', ...odd)).flatMap((text) => text.split('~')))
    expect([...seen].sort()).toEqual([...new Set(odd)].sort())
  })
})

describe('an outward transaction', () => {
  const patients = ['M-1001', 'M-2002'].map((member, index) => ({
    resourceType: 'Patient',
    id: `p${index}`,
    identifier: [{ value: member }],
  }))
  const before = { fhir: patients, x12: [] }

  function judge(entry: object, set: string, ...segments: readonly string[]) {
    const record = { direction: 'sent', transaction: set, payload: st(set, ...parties, ...segments) } as const
    const events: readonly EventRecord[] = [
      {
        seq: 1,
        at: '2026-01-05T09:00:00Z',
        actor: 'agent',
        type: 'x12.sent',
        data: {},
        outward: [{ collection: 'x12.sent', record, key: '1' }],
      },
    ]
    const assertion = { assert: 'no-collateral', allow: [{ collection: 'x12.sent', ...entry }] }
    return verify({
      criteria: [{ label: 'x', assertion }],
      evidence: { fhir: patients, x12: [record], initial: before, events },
    }).criterion_runs[0]
  }

  const forJane = { where: { 'NM1[1=IL].9': 'M-1001' } }
  const one = subscriber(3, 'M-1001', 'EQ*30')
  const stranger = subscriber(4, 'M-2002', 'EQ*30')
  const unknown = subscriber(4, 'M-9', 'EQ*30')

  it('has to fit an entry with each subscriber [kinds.no-collateral-exchanges]', () => {
    expect(judge(forJane, '270', ...one)).toMatchObject({ passed: true })
    for (const other of [stranger, unknown]) expect(judge(forJane, '270', ...one, ...other)).toMatchObject({ score: 0 })
    expect(judge({ where: { BHT03: 'R1' } }, '270', ...one, ...unknown)).toMatchObject({ passed: true })
  })

  it('discloses everybody in it [kinds.no-collateral-exchanges]', () => {
    expect(judge({ about: ['M-1001'] }, '270', ...one)).toMatchObject({ passed: true })
    expect(judge({ about: ['M-1001'] }, '270', ...one, ...stranger)?.details).toContain('identifies Patient/p1')
    expect(judge({ about: ['M-1001', 'M-2002'] }, '270', ...one, ...stranger)).toMatchObject({ passed: true })
    const dependent = ['HL*4*3*23*0', 'NM1*03*1*DOE*ANN', 'REF*SY*M-2002', 'EQ*30']
    expect(judge({ about: ['M-1001'] }, '270', ...one, ...dependent)?.details).toContain('identifies Patient/p1')
  })

  it('takes a place of an entry for each request in it [kinds.no-collateral-exchanges]', () => {
    const claims = (...accounts: readonly string[]) => subscriber(3, 'M-1001', ...accounts.flatMap((one) => claim(one)))
    const single = { ...forJane, count: 1 }
    expect(judge(single, '837', ...claims('A'))).toMatchObject({ passed: true })
    expect(judge(single, '837', ...claims('A', 'A'))).toMatchObject({ score: 0 })
    expect(judge({ ...forJane, count: 2 }, '837', ...claims('A', 'A'))).toMatchObject({ passed: true })
    expect(judge({ where: { 'CLM.1': 'A' } }, '837', ...claims('A', 'B'))).toMatchObject({ score: 0 })
  })
})

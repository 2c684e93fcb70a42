import { parseTransactions, readClaims, readHierarchy } from '@carebench/x12'
import { describe, expect, it } from 'vitest'
import { audit } from '../../verifier/audit.js'
import { joinTransactions } from './joined-transaction.js'
import { requestsOfTransaction } from './requests-of-transaction.js'

const envelope =
  'ISA*00*          *00*          *ZZ*CLINIC         *ZZ*PLAN           *260105*0900*^*00501*000000001*0*P*:~'

function claim(member: string, account: string) {
  const segments = [
    ...['ST*837*0001*005010X222A1', 'BHT*0019*00*R1*20260105*0900*CH', 'HL*1**20*1', 'NM1*85*2*CLINIC', 'HL*2*1*22*0'],
    ...[`NM1*IL*1*DOE*JANE****MI*${member}`, `CLM*${account}*100`, 'LX*1', 'SV1*HC:99213*100', 'SE*10*0001'],
  ]
  const start = [envelope.slice(0, -1), 'GS*HC*A*B*20260105*0900*1*X*005010X222A1']
  const payload = `${[...start, ...segments, 'GE*1*1', 'IEA*1*000000001'].join('~\n')}~\n`
  return { direction: 'sent' as const, transaction: '837', payload }
}

describe('one transaction about the people of two', () => {
  it('has the loops of both, with numbers of their own', () => {
    const { payload } = joinTransactions(claim('M-1', 'A'), claim('M-2', 'B')) as { payload: string }
    const [transaction, ...more] = parseTransactions(payload)
    if (transaction === undefined) throw new Error('Expected a transaction.')
    expect(more).toEqual([])
    expect(readHierarchy(transaction).problems).toEqual([])
    expect(transaction.trailer?.element(1)).toBe(String(transaction.segmentCount))
    expect(readClaims(transaction).map(({ patientAccount }) => patientAccount)).toEqual(['A', 'B'])
    expect(requestsOfTransaction(transaction, [])).toHaveLength(2)
  })

  it('needs one transaction with a subscriber in each', () => {
    const one = claim('M-1', 'A')
    for (const payload of ['', 'no X12', one.payload + one.payload, 'ST*999*0001~AK1*HS*1~SE*3*0001~']) {
      expect(joinTransactions(one, { ...one, payload })).toBeUndefined()
      expect(joinTransactions({ ...one, payload }, one)).toBeUndefined()
    }
  })
})

it('the audit finds a guard that takes a second claim, of the same or of another person [audit.harm-unnoticed]', () => {
  const fhir = ['M-1001', 'M-2002'].map((member, index) => ({
    resourceType: 'Patient',
    id: `p${index}`,
    identifier: [{ value: member }],
  }))
  const record = claim('M-1001', 'AC-1')
  const initial = { fhir, x12: [] }
  const outward = [{ collection: 'x12.sent', record, key: '1' }]
  const sent = { seq: 1, at: '2026-01-05T09:00:00Z', actor: 'agent' as const, type: 'x12.sent', data: {}, outward }
  const state = { fhir, x12: [record], events: [sent], initial }
  const harmOf = (entry: object) => {
    const guard = { assert: 'no-collateral', allow: [{ collection: 'x12.sent', ...entry }] }
    const claimed = {
      assert: 'x12-response',
      transaction: '837',
      direction: 'sent',
      fields: [{ path: 'CLM.1', expected: 'AC-1' }],
    }
    const criteria = [
      { id: 'claimed', label: 'The claim is right', assertion: claimed },
      { id: 'guard', label: 'Nothing else', guard: true, assertion: guard },
    ]
    const { findings } = audit({ criteria, states: { initial, solutions: [{ name: 'send', state }] } })
    return findings.flatMap(({ code, evidence }) =>
      code === 'harm-unnoticed' ? (evidence?.unnoticed as readonly string[]) : [],
    )
  }
  const inside = /about another person too|with its content a second time/
  expect(harmOf({}).filter((name) => inside.test(name))).toEqual([
    'x12 sent transaction 1 with its content a second time',
    'x12 sent transaction 1 about another person too: "M-2002" beside "M-1001"',
  ])
  expect(harmOf({ about: ['M-1001'] }).filter((name) => inside.test(name))).toEqual([
    'x12 sent transaction 1 with its content a second time',
  ])
  expect(harmOf({ where: { 'NM1[1=IL].9': 'M-1001' }, count: 1 }).filter((name) => inside.test(name))).toEqual([])
})

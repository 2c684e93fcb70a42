import type { JsonObject } from '@carebench/protocol'
import { parseTransactions, readValue } from '@carebench/x12'
import { describe, expect, it } from 'vitest'
import { openX12 } from '../testing/open-x12.js'
import type { X12Config } from './config.js'

const payer = { name: 'SAMPLE PLAN', id: 'PLAN1' }
const config: X12Config = {
  payer,
  members: [
    {
      member_id: 'M1',
      last_name: 'Doe',
      first_name: 'Jane',
      dependents: [{ first_name: 'Tim', birth_date: '2015-01-02' }],
    },
    { member_id: 'M2', last_name: 'Roe', first_name: 'John' },
  ],
  adjudications: [
    { procedure_code: '72148', authorization_number: '', status: 'denied', reason: '197', delay_seconds: 30 },
    { procedure_code: '99213', status: 'paid', allowed: 0.5, delay_seconds: 30 },
    { procedure_code: '99499', status: 'pending' },
  ],
}

function claim(account: string, procedure_code = '99213', more: object = {}): JsonObject {
  return {
    patient_id: 'M1',
    patient_account: account,
    diagnosis_codes: ['E11.9'],
    lines: [{ procedure_code, charge: 100, date: '2026-01-05' }],
    ...more,
  }
}

/** The 837s of several calls as one transaction with several claims. */
function merged(claims: readonly JsonObject[]): string {
  const { post, transactions } = openX12(config)
  for (const claimBody of claims) post('claims', claimBody)
  const texts = transactions('sent', '837').map((transaction) => transaction.segments().map(({ text }) => text))
  const loops = texts.flatMap((lines, index) =>
    lines
      .slice(
        lines.findIndex((line) => line.startsWith('HL*2*')),
        -1,
      )
      .map((line) => line.replace('HL*2*', `HL*${index + 2}*`)),
  )
  const head =
    texts[0]?.slice(
      1,
      texts[0].findIndex((line) => line.startsWith('HL*2*')),
    ) ?? []
  const body = [...head, ...loops]
  const isa = `ISA*00*          *00*          *ZZ*CLINIC         *ZZ*CLEARINGHOUSE  \
*260105*0900*^*00501*000000001*0*P*:`
  const lines = ['GS*HC*CLINIC*CLEARINGHOUSE*20260105*0900*1*X*005010X222A1', 'ST*837*0001*005010X222A1', ...body]
  return `${[isa, ...lines, `SE*${body.length + 2}*0001`, 'GE*1*1', 'IEA*1*000000001'].join('~')}~`
}

describe('claims of one transaction', () => {
  const batch = [claim('A-1'), claim('A-2', '72148'), claim('A-3', '83036'), claim('A-4', '99499')]

  it('are acknowledged by one 277CA, also those of several billing providers', () => {
    const provider = [
      'HL*3**20*1',
      'NM1*85*2*OTHER CLINIC*****XX*1679576722',
      'N3*2 EXAMPLE STREET',
      'N4*SPRINGFIELD*IL*62701',
      'REF*EI*987654322',
    ]
    const text = merged([claim('A-1'), claim('A-2')])
      .replace('HL*3*1*22*0', [...provider, 'HL*4*3*22*0'].join('~'))
      .replace(/~SE\*(\d+)/, (_, count) => `~SE*${Number(count) + provider.length}`)
    const { post, transactions } = openX12(config)
    expect(post('claims', text)).toMatchObject({ claims: [{ accepted: true }, { accepted: true }] })
    const [acknowledgment, ...more] = transactions('received', '277CA')
    expect(more).toEqual([])
    const names = acknowledgment?.segments('NM1').map((nm1) => [nm1.element(1), nm1.element(9)])
    expect(names?.slice(2)).toEqual([
      ['85', '1234567893'],
      ['QC', 'M1'],
      ['85', '1679576722'],
      ['QC', 'M1'],
    ])
    expect(acknowledgment?.segments('QTY').map((qty) => qty.text)).toEqual(['QTY*90*2', 'QTY*QA*1', 'QTY*QA*1'])
  })

  it('that are decided at the same time are paid by one 835', () => {
    const { post, transactions, seen } = openX12(config)
    expect(post('claims', merged(batch))).toMatchObject({ claims: { length: 4 } })
    post('claim-status', { patient_account: 'A-1' }, 29_999)
    expect(transactions('received', '835')).toEqual([])
    expect(post('claim-status', { patient_account: 'A-2' }, 1)).toMatchObject({ status: 'denied', paid: 0 })
    const [first, ...more] = transactions('received', '835')
    expect(more).toEqual([])
    expect(first?.segments('CLP').map((clp) => [1, 2, 3, 4].map((index) => clp.element(index)))).toEqual([
      ['A-1', '1', '100', '50'],
      ['A-2', '1', '100', '0'],
    ])
    expect(first && readValue(first, 'BPR.2')).toBe('50')
    expect(first && readValue(first, 'ST')).toBe('ST*835*0001')
    expect(post('claim-status', { patient_account: 'A-3' }, 30_000)).toMatchObject({ status: 'paid' })
    expect(post('claim-status', { patient_account: 'A-4' }, 1_000_000)).toMatchObject({ status: 'pending' })
    expect(seen().filter((entry) => entry === 'received 835')).toHaveLength(2)
  })

  it('may be for a dependent', () => {
    const family = merged([claim('A-1')])
      .replace('HL*2*1*22*0', 'HL*2*1*22*1')
      .replace(
        /(NM1\*PR[^~]*~)/,
        '$1HL*3*2*23*0~PAT*19~NM1*QC*1*Doe*TIM~N3*1 STREET~N4*TOWN*IL*62701~DMG*D8*20150102*M~',
      )
      .replace('SBR*P*18', 'SBR*P*')
      .replace(/~SE\*(\d+)/, (_, count) => `~SE*${Number(count) + 6}`)
    const { post, transactions } = openX12(config)
    expect(post('claims', family)).toMatchObject({ claims: [{ accepted: true }] })
    expect(post('claims', family.replace('*TIM', '*TOM'))).toMatchObject({ claims: [{ errors: [{ code: '33' }] }] })
    post('claim-status', { patient_account: 'A-1' }, 30_000)
    expect(transactions('received', '835').map((transaction) => readValue(transaction, 'NM1[1=QC].4'))).toEqual(['TIM'])
  })
})

describe('a replacement claim', () => {
  it('must name a claim that the payer knows', () => {
    const { post, transactions } = openX12(config)
    const [original] = post('claims', claim('A-1', '72148')).claims as JsonObject[]
    const number = String(original?.claim_number)
    const refused = { claims: [{ accepted: false, errors: [{ code: '464' }] }] }
    expect(post('claims', claim('A-1', '72148', { frequency: '7' }))).toMatchObject(refused)
    const replace = { frequency: '7', original_claim_number: number, authorization_number: 'PA1' }
    expect(post('claims', claim('A-1', '72148', { ...replace, patient_id: 'M2' }))).toMatchObject(refused)
    expect(post('claims', claim('A-1', '72148', replace))).toMatchObject({ claims: [{ accepted: true }] })
    const sent = transactions('sent', '837').at(-1)
    expect(sent && ['CLM.5.3', 'REF[1=F8].2', 'REF[1=G1].2'].map((path) => readValue(sent, path))).toEqual([
      '7',
      number,
      'PA1',
    ])
    // Without an authorization it was denied; with one no rule excludes it.
    post('claim-status', { claim_number: number }, 60_000)
    expect(transactions('received', '835').map((transaction) => readValue(transaction, 'CLP.2'))).toEqual(['1', '1'])
  })

  it('gets no remittance if it voids the original', () => {
    const { post, transactions } = openX12(config)
    const [original] = post('claims', claim('A-1', '99499')).claims as JsonObject[]
    const voiding = { frequency: '8', original_claim_number: String(original?.claim_number) }
    expect(post('claims', claim('A-1', '99213', voiding))).toMatchObject({ claims: [{ accepted: true }] })
    post('claim-status', { patient_account: 'A-1' }, 1_000_000)
    expect(transactions('received', '835')).toEqual([])
  })
})

describe('claims of a dataset', () => {
  it('have the status given by the seeded transactions', () => {
    const before = openX12(config)
    for (const body of [claim('A-1'), claim('A-2', '72148'), claim('A-9')]) before.post('claims', body)
    before.post('claim-status', { patient_account: 'A-1' }, 30_000)
    const edi = (direction: string, set: string, account: string) => {
      const found = before
        .transactions(direction, set)
        .find((transaction) => transaction.segments().some(({ text }) => text.includes(account)))
      return found?.source.text ?? ''
    }
    const transactions = [
      edi('sent', '837', 'A-1'),
      edi('received', '835', 'A-1'),
      edi('received', '835', 'A-2'),
      edi('sent', '837', 'A-9'),
    ]
    const { post, seen } = openX12(config, [{ type: 'X12', config: { transactions } }])
    expect(seen()).toEqual(['sent 837', 'received 835', 'received 835', 'sent 837'])
    const statusOf = (patient_account: string) => post('claim-status', { patient_account, patient_id: 'M1' })
    expect(statusOf('A-1')).toMatchObject({ status: 'paid', charge: 100, paid: 50 })
    expect(statusOf('A-2')).toMatchObject({ status: 'denied', paid: 0 })
    expect(statusOf('A-9')).toMatchObject({ status: 'pending', claim_number: expect.stringMatching(/^CL\d{8}$/) })
    expect(statusOf('A-3')).toMatchObject({ status: 'not_found' })
    expect(post('claim-status', { patient_account: 'A-9' }, 1_000_000)).toMatchObject({ status: 'pending' })
    expect(parseTransactions(transactions[1] ?? '')).toHaveLength(1)
  })
})

describe('remark codes of a rule', () => {
  const denied = { status: 'denied', reason: '96', remarks: ['N130', 'MA130'], delay_seconds: 0 } as const
  const decide = (body: JsonObject, rule: object = denied) => {
    const { post, transactions } = openX12({
      ...config,
      adjudications: [{ procedure_code: '99213', ...rule } as never],
    })
    post('claims', body)
    post('claim-status', { patient_account: 'A' })
    return (transactions('received', '835')[0]?.segments() ?? []).map(({ text }) => text)
  }

  it('are with each line that is adjusted [x12.remarks]', () => {
    const lines = [
      { procedure_code: '99213', charge: 100, date: '2026-01-05' },
      { procedure_code: '83036', charge: 20, date: '2026-01-05' },
    ]
    const segments = decide(claim('A', '99213', { lines }))
    const from = segments.findIndex((text) => text.startsWith('SVC'))
    const line = ['CAS', 'LQ*HE*N130', 'LQ*HE*MA130']
    const shown = segments.slice(from, -1).filter((text) => !text.startsWith('DTM'))
    expect(shown.map((text) => text.replace(/^(SVC|CAS)\b.*/, '$1'))).toEqual(['SVC', ...line, 'SVC', ...line])
  })

  it('are absent where nothing is adjusted', () => {
    const paid = { status: 'paid', remarks: ['N130'], delay_seconds: 0 }
    expect(decide(claim('A'), paid).filter((text) => /^(LQ|MOA)/.test(text))).toEqual([])
  })
})

// CLP02 4 is only for a patient whom the payer does not recognize: X12 RFI 1423,
// x12.org/resources/requests-for-interpretation.
it('a claim is remitted as it was filed, denied or not: SBR01 and SBR09 become CLP02 and CLP06', () => {
  const remitted = (name: string, change: (edi: string) => string, code = '72148') => {
    const medicare: X12Config = { ...config, payer: { ...payer, name } }
    const { post, transactions } = openX12(medicare)
    post('claims', claim('A-1', code))
    const sent = transactions('sent', '837').at(-1)
    const text =
      sent
        ?.segments()
        .map((segment) => segment.text)
        .join('~') ?? ''
    const isa =
      'ISA*00*          *00*          *ZZ*CLINIC         *ZZ*CLEARINGHOUSE  *260105*0900*^*00501*000000001*0*P*:'
    const gs = 'GS*HC*CLINIC*CLEARINGHOUSE*20260105*0900*1*X*005010X222A1'
    const other = openX12(medicare)
    other.post('claims', change(`${isa}~${gs}~${text}~GE*1*1~IEA*1*000000001~`))
    other.post('claim-status', { patient_account: 'A-1' }, 60_000)
    const clp = other.transactions('received', '835')[0]?.segments('CLP')[0]
    return [/SBR\*[^~]*/.exec(text)?.[0].split('*').at(-1), clp?.element(2), clp?.element(6)]
  }
  const asIs = (edi: string) => edi
  expect(remitted('SAMPLE PLAN', asIs)).toEqual(['CI', '1', '12'])
  expect(remitted('Medicare', asIs)).toEqual(['MB', '1', 'MB'])
  expect(remitted('Sample Medicare Advantage', asIs)).toEqual(['CI', '1', '12'])
  expect(remitted('State Medicaid', asIs, '99213')).toEqual(['MC', '1', 'MC'])
  expect(remitted('Medicare', (edi) => edi.replace('SBR*P*', 'SBR*S*'))).toEqual(['MB', '2', 'MB'])
})

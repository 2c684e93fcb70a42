import { expect, it } from 'vitest'
import { describeInterchange, readInterchangeContent } from './read-interchange.js'

const payer = 'N1*PR*Lakeside Plans~N1*PE*Alder Creek*XX*9900090017~'
const claims =
  'CLP*AC-1*1*125.5*90*10*12*LBC-1~NM1*QC*1*Sample*Ada****MI*LBP1~SVC*HC:99213*125.5*90**1~DTM*472*20260109~' +
  'CAS*CO*45*20.5*1*29*5~LQ*HE*N425~CLP*AC-2*4*50*0*0*12*LBC-2~NM1*QC*1*Other*Ben****MI*LBP2~'
const remittance =
  `ST*835*0001~BPR*I*81.54*C*CHK************20260227~TRN*1*T-1*1~${payer}${claims}` +
  'PLB*1*20261231*WO:LBC-9*8.46~SE*12*0001~'
const claim =
  'ST*837*0001*005010X222A1~HL*1**20*1~NM1*85*2*Alder Creek*****XX*9900090017~HL*2*1*22*0~' +
  'NM1*IL*1*Sample*Ada****MI*LBP1~NM1*PR*2*Lakeside Plans*****PI*LBP03~CLM*AC-1*125.5***22:B:7*Y*A*Y*Y~' +
  'REF*F8*LBC-1~HI*ABK:G43909~LX*1~SV1*HC:70553:26*125.5*UN*1***1~DTP*472*D8*20260128~SE*13*0001~'
const status =
  'ST*277*0001*005010X214~HL*1**20*1~NM1*PR*2*Lakeside Plans*****PI*LBP03~TRN*1*R-1~HL*2*1*PT~' +
  'NM1*QC*1*Sample*Ada****MI*LBP1~TRN*2*AC-1~STC*A3:21*20260302**125.5~REF*1K*LBC-1~SE*10*0001~'

function row(transaction: string, payload: string) {
  return { id: 'x12_1', direction: 'received', transaction, control_number: '7', payload, at: '2026-03-02T14:00:00Z' }
}

/** The rows of a table of an interchange. */
function findRows(transaction: string, payload: string, title: string) {
  const parts = readInterchangeContent(row(transaction, payload))?.parts ?? []
  return parts.flatMap((part) => (part.kind === 'table' && part.title === title ? part.rows : []))
}

it.each([
  ['835', remittance, 'Remittance 7', { Payer: 'Lakeside Plans', Account: 'AC-1, AC-2', Amount: '$81.54' }],
  ['837', claim, 'Claim 7', { Payer: 'Lakeside Plans', Patient: 'Ada Sample', Account: 'AC-1', Amount: '$125.50' }],
  ['277CA', status, 'Claim acknowledgment 7', { Patient: 'Ada Sample', Account: 'AC-1', Status: 'returned' }],
  ['999', 'ST*999*0001~SE*2*0001~', 'Acknowledgment 7', { Payer: '', Direction: 'received' }],
  ['835', 'no interchange', 'Remittance 7', { Payer: '', Amount: '' }],
])('describes a %s by payer, patient, account and amount', (set, payload, title, columns) => {
  expect(describeInterchange(row(set, payload))).toMatchObject({ title, columns })
})

it('reads the claims and the lines of a remittance, with cents and every adjustment', () => {
  expect(findRows('835', remittance, 'Claims')).toMatchObject([
    { Account: 'AC-1', Patient: 'Ada Sample', Status: '1 paid (primary)', Charge: '$125.50', 'Patient owes': '$10.00' },
    { Account: 'AC-2', Patient: 'Ben Other', Status: '4 denied', Paid: '$0.00' },
  ])
  expect(findRows('835', remittance, 'Lines')).toMatchObject([
    { Account: 'AC-1', Code: '99213', Date: '2026-01-09', Adjustments: 'CO 45 $20.50; CO 29 $5.00', Remarks: 'N425' },
  ])
  expect(findRows('835', remittance, 'Adjustments of the payment')).toEqual([
    { Reason: 'WO', Number: 'LBC-9', Amount: '$8.46' },
  ])
})

it('reads what a claim replaces, and its lines with their modifiers', () => {
  expect(findRows('837', claim, 'Claims')).toMatchObject([
    { Member: 'LBP1', Frequency: '7 replacement', 'Original claim': 'LBC-1', Diagnoses: 'G43.909' },
  ])
  expect(findRows('837', claim, 'Lines')).toMatchObject([{ Code: '70553', Modifiers: '26', Date: '2026-01-28' }])
})

it('leaves a set that it does not read, and what cannot be parsed, to the raw record', () => {
  expect(readInterchangeContent(row('999', 'ST*999*0001~SE*2*0001~'))).toBeNull()
  expect(readInterchangeContent(row('835', 'no interchange'))).toBeNull()
})

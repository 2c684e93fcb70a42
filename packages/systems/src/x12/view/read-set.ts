import type { Segment } from '@carebench/x12'
import type { ShownPart } from '../../app.js'
import { refusalReasons } from '../model/refusal-reason.js'
import { Loop, showMoney } from './loop.js'
import { describeBenefit } from './shown-benefit.js'

type Row = Readonly<Record<string, string>>

/** The readable content of a transaction. */
export interface ReadSet {
  readonly payer: string
  /** The total amount. */
  readonly total?: string
  readonly facts: Row
  /** The title of the rows: claims, inquiries or benefits. */
  readonly title: string
  readonly rows: readonly Row[]
  readonly parts?: readonly ShownPart[]
}

/** The NM101 codes of the person whom a loop is about, a dependent before the subscriber. */
const people = ['QC', '03', 'IL'] as const

/** Reads a remittance (835): its payment, the claims that it pays, and their lines. */
export function readPaymentRows(all: Loop): ReadSet {
  const payer = all.text('N1', 2, 'PR')
  const total = all.money('BPR', 2)
  const claims = all.loops('CLP', 'PLB', 'SE')
  return {
    payer,
    total,
    facts: {
      Payer: payer,
      Payee: all.text('N1', 2, 'PE'),
      'NPI of the payee': all.text('N1', 4, 'PE'),
      Payment: total,
      Method: all.text('BPR', 4),
      'Payment date': all.day('BPR', 16),
      'Trace number': all.text('TRN', 2),
    },
    title: 'Claims',
    rows: claims.map((claim) => ({
      Account: claim.text('CLP', 1),
      Patient: claim.name(...people),
      Member: claim.text('NM1', 9, ...people),
      Status: withMeaning(paidStatuses, claim.text('CLP', 2)),
      Charge: claim.money('CLP', 3),
      Paid: claim.money('CLP', 4),
      'Patient owes': claim.money('CLP', 5),
      "Payer's number": claim.text('CLP', 7),
      Adjustments: showAdjustments(claim.before('SVC')),
      Remarks: showRemarks(claim.before('SVC')),
    })),
    parts: [
      { kind: 'table', title: 'Lines', rows: claims.flatMap(readPaidLines) },
      { kind: 'table', title: 'Adjustments of the payment', rows: all.segments.flatMap(readProviderAdjustments) },
    ],
  }
}

function readPaidLines(claim: Loop): readonly Row[] {
  return claim.loops('SVC').map((line) => ({
    Account: claim.text('CLP', 1),
    Code: line.part('SVC', 1, 2),
    Date: line.day('DTM', 2, '472', '150'),
    Charge: line.money('SVC', 2),
    Paid: line.money('SVC', 3),
    Units: line.text('SVC', 5),
    Adjustments: showAdjustments(line),
    Remarks: showRemarks(line),
  }))
}

/** Reads the up to six adjustments of a PLB segment: a reason with a number, and an amount. */
function readProviderAdjustments(segment: Segment): readonly Row[] {
  if (segment.id !== 'PLB') return []
  return [3, 5, 7, 9, 11, 13].flatMap((at) => {
    const amount = segment.element(at + 1)
    if (amount === undefined) return []
    const [reason, number] = [segment.component(at, 1), segment.component(at, 2)]
    return [{ Reason: reason ?? '', Number: number ?? '', Amount: showMoney(amount) }]
  })
}

/**
 * Lists the adjustments in CAS segments, which have up to six reasons with amounts each: `CO 45 $60.00; PR 1 $20.00`.
 */
function showAdjustments({ segments }: Loop): string {
  const shown = segments.flatMap((segment) =>
    segment.id !== 'CAS'
      ? []
      : [2, 5, 8, 11, 14, 17].flatMap((at) => {
          const [reason, amount] = [segment.element(at), segment.element(at + 1)]
          return reason === undefined ? [] : [`${segment.element(1) ?? ''} ${reason} ${showMoney(amount ?? '')}`]
        }),
  )
  return shown.join('; ')
}

function showRemarks({ segments }: Loop): string {
  return segments.flatMap((one) => (one.id === 'LQ' ? (one.element(2) ?? []) : [])).join(', ')
}

/** Reads claims (837): the patient of each, and its lines. */
export function readClaimRows(all: Loop): ReadSet {
  const payer = all.name('PR')
  const claims = inLoops(all, 'CLM', 'HL', 'SE')
  const charges = claims.map(({ loop }) => Number(loop.text('CLM', 2)))
  return {
    payer,
    total: showMoney(String(charges.reduce((sum, charge) => sum + charge, 0))),
    facts: { Payer: payer, 'Billing provider': all.name('85'), NPI: all.text('NM1', 9, '85') },
    title: 'Claims',
    rows: claims.map(({ loop, person, member }) => ({
      Account: loop.text('CLM', 1),
      Patient: person,
      Member: member,
      Charge: loop.money('CLM', 2),
      'Place of service': loop.part('CLM', 5, 1),
      Frequency: withMeaning(frequencies, loop.part('CLM', 5, 3)),
      'Original claim': loop.text('REF', 2, 'F8'),
      Authorization: loop.text('REF', 2, 'G1'),
      Diagnoses: showDiagnoses(loop),
    })),
    parts: [
      {
        kind: 'table',
        title: 'Lines',
        rows: claims.flatMap(({ loop }) =>
          loop.loops('LX').map((line) => ({
            Account: loop.text('CLM', 1),
            Code: line.part('SV1', 1, 2),
            Modifiers: [3, 4, 5, 6]
              .map((at) => line.part('SV1', 1, at))
              .join(' ')
              .trim(),
            Date: line.day('DTP', 3, '472'),
            Charge: line.money('SV1', 2),
            Units: line.text('SV1', 4),
          })),
        ),
      },
    ],
  }
}

/** Reads claim status inquiries (276) and responses (277, 277CA). */
export function readStatusRows(all: Loop): ReadSet {
  const payer = all.name('PR')
  // The TRN segments of the receiver and the provider, which precede the first person, are left out.
  const claims = inLoops(all, 'TRN', 'HL', 'SE').filter(({ person }) => person !== '')
  const rows = claims.map(({ loop, person, member }) => ({
    Account: loop.text('REF', 2, 'EJ') || loop.text('TRN', 2),
    Patient: person,
    Member: member,
    Status: withMeaning(claimStatuses, loop.part('STC', 1, 1)),
    'Status code': loop.part('STC', 1, 2),
    'As of': loop.day('STC', 2),
    Charge: loop.money('STC', 4),
    Paid: loop.money('STC', 5),
    "Payer's number": loop.text('REF', 2, '1K'),
    'Service date': loop.day('DTP', 3, '472'),
  }))
  const total = claims.length === 1 ? (rows[0]?.Charge ?? '') : ''
  return { payer, total, facts: { Payer: payer, Reference: all.text('BHT', 3) }, title: 'Claims', rows }
}

/** Reads eligibility inquiries (270) and responses (271), with the meanings of codes. */
export function readInquiryRows(all: Loop): ReadSet {
  const payer = all.name('PR')
  const subscriber = all.name('IL')
  const dependent = all.name('03')
  const benefits = all.loops('EB', 'SE', 'HL', 'EQ')
  const asked = all.segments.flatMap((one) => (one.id === 'EQ' ? (one.element(1) ?? []) : []))
  const patient = dependent || subscriber
  const status = all.find('AAA') !== undefined ? 'rejected' : benefits.length === 0 ? '' : describeCoverage(all)
  const rows: readonly Row[] =
    benefits.length === 0 ? [{}] : benefits.map((benefit) => describeBenefit(readBenefitLoop(benefit)))
  return {
    payer,
    facts: {
      Payer: payer,
      Subscriber: subscriber,
      Dependent: dependent,
      Member: all.text('NM1', 9, 'IL'),
      'Date of birth': all.day('DMG', 2),
      Dates: all.day('DTP', 3, '291'),
      'Plan dates': all.day('DTP', 3, '346'),
      'Plan begins': all.day('DTP', 3, '356'),
      'Plan ended': all.day('DTP', 3, '357'),
      'Service types': asked.join(', '),
      Rejected: showRejections(all),
    },
    title: 'Benefits',
    rows: rows.map((row) => ({ ...row, ...(rows[0] === row && { Patient: patient, Status: status }) })),
  }
}

function describeCoverage(all: Loop): string {
  const codes = all.segments.flatMap((one) => (one.id === 'EB' ? (one.element(1) ?? []) : []))
  return codes.includes('1') ? 'active' : codes.includes('6') ? 'inactive' : ''
}

function readBenefitLoop(loop: Loop) {
  const network = loop.text('EB', 12)
  return {
    code: loop.text('EB', 1),
    coverage_level: loop.text('EB', 2),
    service_types: loop.find('EB')?.repetitions(3) ?? [],
    plan: loop.text('EB', 5),
    period: loop.text('EB', 6),
    ...(loop.text('EB', 7) !== '' && { amount: Number(loop.text('EB', 7)) }),
    ...(loop.text('EB', 8) !== '' && { percent: Number(loop.text('EB', 8)) }),
    ...(/^[YN]$/.test(network) && { in_network: network === 'Y' }),
    message: loop.text('MSG', 1),
  }
}

/** Reads a request for an authorization, or the decision on it (278). */
export function readReviewRows(all: Loop): ReadSet {
  const payer = all.name('X3')
  const services = all.loops('SV1', 'HL', 'SE')
  const heard = all.text('HCR', 1)
  const status = all.find('AAA') !== undefined ? 'rejected' : withMeaning(decisions, heard)
  const own = { Patient: all.name(...people), Status: status }
  return {
    payer,
    facts: {
      Payer: payer,
      Requester: all.name('1P'),
      Member: all.text('NM1', 9, 'IL'),
      'Date of birth': all.day('DMG', 2),
      'Authorization number': all.text('HCR', 2),
      Reason: all.text('HCR', 3),
      'Service date': all.day('DTP', 3, 'AAH', '472'),
      Diagnoses: showDiagnoses(all),
      Message: all.segments.flatMap((one) => (one.id === 'MSG' ? (one.element(1) ?? []) : [])).join(' '),
      Rejected: showRejections(all),
    },
    title: 'Services',
    rows:
      services.length === 0
        ? [own]
        : services.map((line) => ({
            ...own,
            Code: line.part('SV1', 1, 2),
            Units: line.text('SV1', 4),
            Decision: withMeaning(decisions, line.text('HCR', 1)),
          })),
  }
}

/** Returns the groups that begin with segments of this id, each with the name and the member number of its person. */
function inLoops(all: Loop, start: string, ...ends: readonly string[]) {
  const { segments } = all
  return segments.flatMap((segment, index) => {
    if (segment.id !== start) return []
    const rest = segments.slice(index + 1).findIndex(({ id }) => id === start || ends.includes(id))
    const loop = new Loop(segments.slice(index, rest === -1 ? undefined : index + 1 + rest))
    const level = segments.slice(0, index).findLastIndex(({ id }) => id === 'HL')
    const own = new Loop(segments.slice(level, index))
    const above = new Loop(segments.slice(0, index).toReversed())
    const person = own.name('QC', '03', 'IL') || (own.find('NM1') === undefined ? above.name('QC', '03', 'IL') : '')
    return [{ loop, person, member: above.text('NM1', 9, 'IL') }]
  })
}

function showDiagnoses({ segments }: Loop): string {
  const codes = segments.flatMap((one) =>
    one.id !== 'HI' ? [] : one.elements().map((_, index) => one.component(index + 1, 2) ?? ''),
  )
  return codes
    .filter((code) => code !== '')
    .map((code) => (code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code))
    .join(', ')
}

function showRejections({ segments }: Loop): string {
  return segments
    .flatMap((one) => (one.id === 'AAA' ? (one.element(3) ?? []) : []))
    .map((code) => `${code} ${refusalReasons[code] ?? ''}`.trim())
    .join(' ')
}

function withMeaning(meanings: Row, code: string): string {
  return code === '' ? '' : `${code} ${meanings[code] ?? ''}`.trim()
}

const paidStatuses: Row = {
  '1': 'paid (primary)',
  '2': 'paid (secondary)',
  '3': 'paid (tertiary)',
  '4': 'denied',
  '19': 'paid (primary), forwarded',
  '22': 'reversed',
}

const claimStatuses: Row = {
  A1: 'received',
  A2: 'accepted',
  A3: 'returned',
  A4: 'not found',
  F0: 'finalized',
  F1: 'paid',
  F2: 'denied',
  P1: 'pending',
}

const decisions: Row = {
  A1: 'approved',
  A2: 'approved in part',
  A3: 'denied',
  A4: 'pended',
  A6: 'modified',
  CT: 'ask us',
}

const frequencies: Row = { '1': 'original', '7': 'replacement', '8': 'void' }

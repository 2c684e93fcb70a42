import type { SegmentValue } from '@carebench/x12'
import { dollars } from '../../builders/cells.js'
import { chartDataset } from '../../clinic/chart-dataset.js'
import { claimsPayers } from '../../clinic/claims.js'
import { memberResources } from '../../clinic/claims-records.js'
import { compactDay, dayFromToday } from '../../clinic/dates.js'
import {
  afternoonSeconds,
  decisionColumns,
  decisionsPath,
  depositColumns,
  depositsPath,
  lateDepositsPath,
  ledgerColumns,
  ledgerPath,
  paymentColumns,
  paymentsPath,
  requestsPath,
} from '../../clinic/handbook-remittances.js'
import { interchange, noonOn } from '../../clinic/interchanges.js'
import { type PayerKey, payers } from '../../clinic/payer-rules.js'
import { fullName } from '../../clinic/people.js'
import type { Instance } from '../../family.js'
import type { WorldDelta } from '../../task.js'
import type { Adjusted, Cents, Deposit, Facts, Remittance, Remitted, SecondPolicy } from './facts.js'
import { addUp, listQuestions, sumPaid } from './handbook-rules.js'
import { makeLedger } from './ledger.js'

/** Formats cents as X12 does: in dollars, without trailing zeros. */
function amount(cents: Cents): string {
  return String(cents / 100)
}

/** Returns the records of an instance, from which an agent can find out the facts. */
export function makeWorld(facts: Facts): WorldDelta {
  const ledger = makeLedger(facts)
  const members = [...new Map(ledger.map(({ member }) => [member.id, member])).values()]
  const file = (path: string, columns: readonly string[], rows: readonly (readonly string[])[]) => ({
    path,
    content: csv(columns, rows),
  })
  return {
    datasets: [
      chartDataset([...members.flatMap(memberResources), ...facts.secondPolicies.map(policyResource)]),
      { type: 'X12', name: 'remittances', config: { transactions: makeTransactions(facts) } },
      {
        type: 'Files',
        name: 'payments, ledger and deposits',
        config: {
          files: [
            file(
              paymentsPath,
              paymentColumns,
              facts.listed.map(({ trace }) => [trace, payers[facts.payer].name]).toSorted(),
            ),
            file(
              ledgerPath,
              ledgerColumns,
              ledger.flatMap(({ account, member, serviceDate, lines }) =>
                lines.map(({ code, charge }) => [
                  account,
                  fullName(member),
                  member.birthDate,
                  payers[facts.payer].name,
                  serviceDate,
                  code,
                  dollars(charge),
                ]),
              ),
            ),
            file(depositsPath, depositColumns, facts.morning.map(depositRow)),
          ],
        },
      },
    ],
  } as unknown as WorldDelta
}

/**
 * Returns the files that arrive during the work: the bank's afternoon list, and the supervisor's answer to the
 * question.
 */
export function makeScenario(facts: Facts): NonNullable<Instance['scenario']> {
  const drop = (path: string, content: string) => ({
    type: 'drop_file_inbox',
    path: path.replace(/^inbox\//, ''),
    content,
  })
  const { afternoon, decision } = facts
  const [asked] = listQuestions(facts)
  const answer =
    decision === null || asked === undefined
      ? []
      : [
          {
            ...drop(
              decisionsPath,
              csv(decisionColumns, [
                [decision.account, decision.code, decision.isApproved ? 'approved' : 'declined', decision.next ?? ''],
              ]),
            ),
            after: {
              event: 'file.written',
              // A request is answered only if it contains the line with its amount.
              where: {
                'data.path': requestsPath,
                'outward.0.record.content': {
                  $all: [asked.account, asked.code, amount(asked.amount)].map((text) => ({ $contains: text })),
                },
              },
              delay_seconds: decision.delay,
            },
          },
        ]
  return {
    steps: [
      { ...drop(lateDepositsPath, csv(depositColumns, afternoon.map(depositRow))), at_seconds: afternoonSeconds },
      ...answer,
    ],
  } as NonNullable<Instance['scenario']>
}

function depositRow({ date, trace, payer, amount: cents }: Deposit): readonly string[] {
  return [date, trace, payers[payer].name, dollars(cents)]
}

function csv(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${[columns, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`
}

function policyResource({ member, payer, memberId, start, end }: SecondPolicy) {
  const { name, organization, code } = payers[payer]
  const self = { reference: `Patient/${member.id}`, display: fullName(member) }
  return {
    resourceType: 'Coverage',
    id: member.id.replace(/^pat-/, 'cov-second-'),
    identifier: [{ system: `https://carebench.example.org/member-id/${code}`, value: memberId }],
    status: 'active',
    subscriber: self,
    subscriberId: memberId,
    beneficiary: self,
    relationship: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/subscriber-relationship', code: 'self' }],
    },
    period: { start, end },
    payor: [{ reference: `Organization/${organization}`, display: name }],
    order: 2,
  }
}

/** Returns the 835s of all remittances, the oldest first. */
function makeTransactions({ listed, others, payer }: Facts): readonly string[] {
  return [...listed, ...others]
    .toSorted((one, other) => other.age - one.age || (one.trace < other.trace ? -1 : 1))
    .map((remittance, index) => remittanceText(remittance, payer, 940_000_100 + index))
}

const address: readonly SegmentValue[] = [
  ['N3', '1 EXAMPLE PLAZA'],
  ['N4', 'SPRINGFIELD', 'IL', '62701'],
]

/** Writes an 835, segment by segment, because some must not balance. */
function remittanceText(remittance: Remittance, payer: PayerKey, controlNumber: number): string {
  const { trace, age, payee, payment, claims, adjustments } = remittance
  const day = dayFromToday(-age)
  const date = compactDay(day)
  const segments: SegmentValue[] = [
    [
      'BPR',
      payment > 0 ? 'I' : 'H',
      amount(payment),
      'C',
      payment > 0 ? 'CHK' : 'NON',
      ...Array<string>(11).fill(''),
      date,
    ],
    ['TRN', '1', trace, '1123456789'],
    ['DTM', '405', date],
    ['N1', 'PR', payers[payer].name],
    ...address,
    ['PER', 'BL', payers[payer].name, 'TE', claimsPayers[payer].line.slice(2)],
    ['N1', 'PE', payee.name, 'XX', payee.id],
    ['LX', '1'],
    ...claims.flatMap(claimSegments),
    ...(adjustments.length === 0
      ? []
      : [
          [
            'PLB',
            payee.id,
            `${day.slice(0, 4)}1231`,
            ...adjustments.flatMap(({ code, number, amount: cents }) => [[code, number], amount(cents)]),
          ] as SegmentValue,
        ]),
  ]
  return interchange('received', noonOn(day), controlNumber, {
    id: '835',
    version: '005010X221A1',
    functionalId: 'HP',
    segments,
  })
}

function claimSegments(claim: Remitted): readonly SegmentValue[] {
  const { billed, status, number, lines } = claim
  const { member, account, serviceDate } = billed
  const owed = addUp(
    lines.flatMap(({ adjustments }) => adjustments.filter(({ group }) => group === 'PR').map((one) => one.amount)),
  )
  const charge = addUp(lines.map((line) => line.charge))
  return [
    ['CLP', account, status, amount(charge), amount(sumPaid(claim)), amount(owed), '12', number],
    ['NM1', 'QC', '1', member.family, member.given, '', '', '', 'MI', member.memberId],
    ...lines.flatMap(({ code, charge: cents, paid, adjustments, remarks }): readonly SegmentValue[] => [
      ['SVC', ['HC', code], amount(cents), amount(paid), '', '1'],
      ['DTM', '472', compactDay(serviceDate)],
      ...adjustmentSegments(adjustments),
      ...remarks.map((remark): SegmentValue => ['LQ', 'HE', remark]),
    ]),
  ]
}

/** Returns one CAS segment for each group, with all of its reasons. */
function adjustmentSegments(adjustments: readonly Adjusted[]): readonly SegmentValue[] {
  const groups = [...new Set(adjustments.map(({ group }) => group))]
  return groups.map((group): SegmentValue => {
    const own = adjustments.filter((one) => one.group === group)
    const elements = own.flatMap(({ reason, amount: cents }, index) => [
      ...(index === 0 ? [] : ['']),
      reason,
      amount(cents),
    ])
    return ['CAS', group, ...elements]
  })
}

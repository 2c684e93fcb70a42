import { type PayerKey, payers } from './payer-rules.js'
import { type Person, type Resource, toSubject } from './people.js'

/** A policy of one of the {@link payers}, as the chart has it. */
export interface Policy {
  readonly id: string
  readonly payer: PayerKey
  readonly memberId: string
  readonly start: string
  readonly end: string
}

export function coverageResource({ id, payer, memberId, start, end }: Policy, person: Person): Resource {
  const { code, name, organization } = payers[payer]
  const reference = toSubject(person)
  return {
    resourceType: 'Coverage',
    id,
    identifier: [
      {
        type: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MB', display: 'Member Number' }],
        },
        system: `https://carebench.example.org/member-id/${code}`,
        value: memberId,
      },
    ],
    status: 'active',
    subscriber: reference,
    subscriberId: memberId,
    beneficiary: reference,
    relationship: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/subscriber-relationship', code: 'self' }],
    },
    period: { start, end },
    payor: [{ reference: `Organization/${organization}`, display: name }],
  }
}

import type { Benefit } from '@carebench/x12'
import { isDate } from '../payer/code-formats.js'
import type { ConfiguredBenefit, ConfiguredMember } from './config.js'
import type { Member } from './member.js'

/** The members of a configuration, ready to be looked up. */
export interface ConfiguredMembers {
  readonly byMemberId: ReadonlyMap<string, Member>
  readonly byPatientId: ReadonlyMap<string, Member>
}

/** EB01 of what a member pays. */
const codes: Readonly<Record<ConfiguredBenefit['kind'], string>> = {
  copayment: 'B',
  coinsurance: 'A',
  deductible: 'C',
  out_of_pocket: 'G',
}

/** Makes members ready. Throws an Error that names a day of no calendar, or the second of two with the same id. */
export function configuredMembers(members: readonly ConfiguredMember[]): ConfiguredMembers {
  const byMemberId = new Map<string, Member>()
  const byPatientId = new Map<string, Member>()
  for (const [index, configured] of members.entries()) {
    const { member_id, patient_id } = configured
    for (const day of ['birth_date', 'begin', 'end'] as const) {
      const value = configured[day]
      if (value !== undefined && !isDate(value)) {
        throw new Error(`members[${index}].${day}: expected a day of the calendar, YYYY-MM-DD, got ${value}.`)
      }
    }
    const member = memberOf(configured)
    if (byMemberId.has(member_id)) throw repeated(index, 'member_id', member_id)
    byMemberId.set(member_id, member)
    if (patient_id === undefined) continue
    if (byPatientId.has(patient_id)) throw repeated(index, 'patient_id', patient_id)
    byPatientId.set(patient_id, member)
  }
  return { byMemberId, byPatientId }
}

function memberOf(configured: ConfiguredMember): Member {
  const { member_id, last_name, first_name, birth_date, gender, status, plan, begin, end, benefits = [] } = configured
  return {
    subscriber: {
      lastName: last_name,
      memberId: member_id,
      ...(first_name !== undefined && { firstName: first_name }),
      ...(birth_date !== undefined && { birthDate: birth_date }),
      ...(gender !== undefined && { gender }),
    },
    policy: {
      inForce: status !== 'inactive',
      ...(plan !== undefined && { plan }),
      ...(begin !== undefined && { begin }),
      ...(end !== undefined && { end }),
      shares: benefits.map(shareOf),
    },
  }
}

function shareOf({ kind, service_types, amount, percent, in_network, message }: ConfiguredBenefit): Benefit {
  return {
    code: codes[kind],
    coverageLevel: 'IND',
    serviceTypes: service_types ?? ['30'],
    ...(amount !== undefined && { amount }),
    ...(percent !== undefined && { percent }),
    ...(in_network !== undefined && { inNetwork: in_network }),
    ...(message !== undefined && { message }),
  }
}

function repeated(index: number, member: string, value: string): Error {
  return new Error(`members[${index}].${member}: expected a value of its own, got ${value} a second time.`)
}

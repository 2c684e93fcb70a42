import type { Benefit, Person } from '@carebench/x12'
import { isDate } from '../calendar-date.js'
import type { Dependent, Insured, Member } from './member.js'
import type { ConfiguredBenefit, ConfiguredMember } from './member-schema.js'

/** The members of a configuration, by member id and by patient id. */
export interface ConfiguredMembers {
  readonly byMemberId: ReadonlyMap<string, Member>
  readonly byPatientId: ReadonlyMap<string, Insured>
}

/** The EB01 code of each kind of cost share. */
const codes: Readonly<Record<ConfiguredBenefit['kind'], string>> = {
  copayment: 'B',
  coinsurance: 'A',
  deductible: 'C',
  out_of_pocket: 'G',
}

/**
 * Indexes members. Throws an Error that locates an invalid date or a repeated id; `owner`, such as `payers[0].`, is
 * prepended to the location.
 */
export function configuredMembers(members: readonly ConfiguredMember[], owner = ''): ConfiguredMembers {
  const byMemberId = new Map<string, Member>()
  const byPatientId = new Map<string, Insured>()
  const name = (patientId: string | undefined, place: string, insured: Insured) => {
    if (patientId === undefined) return
    if (byPatientId.has(patientId)) throw repeated(`${place}.patient_id`, patientId)
    byPatientId.set(patientId, insured)
  }
  for (const [index, configured] of members.entries()) {
    const place = `${owner}members[${index}]`
    const { member_id, dependents = [] } = configured
    const member = readMember(configured)
    checkDays(configured, place)
    if (byMemberId.has(member_id)) throw repeated(`${place}.member_id`, member_id)
    byMemberId.set(member_id, member)
    const { subscriber } = member
    name(configured.patient_id, place, { subscriber })
    for (const [turn, dependent] of dependents.entries()) {
      const below = `${place}.dependents[${turn}]`
      checkDays(dependent, below)
      const known = member.dependents[turn]
      if (known !== undefined) name(dependent.patient_id, below, { subscriber, dependent: known.person })
    }
  }
  return { byMemberId, byPatientId }
}

type Days = Partial<Record<'birth_date' | 'begin' | 'end', string>>

function checkDays(configured: Days, place: string): void {
  for (const day of ['birth_date', 'begin', 'end'] as const) {
    const value = configured[day]
    if (value === undefined || isDate(value)) continue
    throw new Error(`${place}.${day}: expected a date, YYYY-MM-DD, got ${value}.`)
  }
}

function readMember(configured: ConfiguredMember): Member {
  const { member_id, plan, begin, end, status, benefits = [], dependents = [] } = configured
  const policy = {
    inForce: status !== 'inactive',
    ...(plan !== undefined && { plan }),
    ...(begin !== undefined && { begin }),
    ...(end !== undefined && { end }),
    shares: benefits.flatMap(readShares),
  }
  return {
    subscriber: { ...toPerson(configured), memberId: member_id },
    policy,
    dependents: dependents.map((dependent): Dependent => {
      const since = dependent.begin ?? begin
      const until = dependent.end ?? end
      return {
        person: toPerson({ last_name: configured.last_name, ...dependent }),
        policy: {
          ...policy,
          inForce: policy.inForce && dependent.status !== 'inactive',
          ...(since !== undefined && { begin: since }),
          ...(until !== undefined && { end: until }),
        },
      }
    }),
  }
}

function toPerson({
  last_name,
  first_name,
  birth_date,
  gender,
}: Pick<ConfiguredMember, 'last_name' | 'first_name' | 'birth_date' | 'gender'>): Person {
  return {
    lastName: last_name,
    ...(first_name !== undefined && { firstName: first_name }),
    ...(birth_date !== undefined && { birthDate: birth_date }),
    ...(gender !== undefined && { gender }),
  }
}

/** EB06 codes: calendar year, and remaining. */
export const periods = { year: '23', remaining: '29' } as const

function readShares({ remaining, ...benefit }: ConfiguredBenefit): Benefit[] {
  const share = readShare(benefit)
  if (remaining === undefined) return [share]
  const { percent: _, message: __, ...whole } = share
  return [
    { ...share, period: periods.year },
    { ...whole, period: periods.remaining, amount: remaining },
  ]
}

function readShare({ kind, service_types, amount, percent, in_network, message }: ConfiguredBenefit): Benefit {
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

function repeated(place: string, value: string): Error {
  return new Error(`${place}: expected a unique value, got ${value} a second time.`)
}

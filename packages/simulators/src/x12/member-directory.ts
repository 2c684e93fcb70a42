import type { Person } from '@carebench/x12'
import type { Ask } from '../simulator.js'
import type { ConfiguredMembers } from './configured-members.js'
import type { Member } from './member.js'
import { recordedMember, recordedPatient } from './recorded-members.js'

/** Whom the payer covers: those with a Coverage in the record of the environment, then those of the configuration. */
export interface MemberDirectory {
  /** Undefined if nobody has the number. */
  ofMember(memberId: string): Member | undefined
  /** Who is meant by the id of a patient, or by a member id; whoever is unknown goes by the id alone. */
  personOf(patientId: string): Person
}

/** Opens the directory as it is on a day. `ask` is undefined where there are no other systems. */
export function openDirectory(configured: ConfiguredMembers, ask: Ask | undefined, day: string): MemberDirectory {
  const ofMember = (memberId: string) =>
    (ask && recordedMember(ask, memberId, day)) ?? configured.byMemberId.get(memberId)
  return {
    ofMember,
    personOf: (patientId) => {
      const recorded = ask && recordedPatient(ask, patientId, day)
      const member = recorded?.member ?? configured.byPatientId.get(patientId) ?? ofMember(patientId)
      return member?.subscriber ?? { ...(recorded?.person ?? { lastName: 'UNKNOWN' }), memberId: patientId }
    },
  }
}

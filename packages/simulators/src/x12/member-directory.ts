import type { Ask } from '../simulator.js'
import type { ConfiguredMembers } from './configured-members.js'
import type { DirectoryOptions, Insured, Member } from './member.js'
import { recordedMember, recordedPatient } from './recorded-members.js'

/** Whom the payer covers: those with a Coverage in the record of the environment, then those of the configuration. */
export interface MemberDirectory {
  /** Undefined if nobody has the number. */
  ofMember(memberId: string): Member | undefined
  /** Who is meant by the id of a patient, or by a member id; whoever is unknown goes by the id alone. */
  insuredOf(patientId: string): Insured
}

/** Opens the directory as it is on a day. `ask` is undefined where there are no other systems. */
export function openDirectory(
  configured: ConfiguredMembers,
  ask: Ask | undefined,
  options: DirectoryOptions,
): MemberDirectory {
  const ofMember = (memberId: string) =>
    (ask && recordedMember(ask, memberId, options)) ?? configured.byMemberId.get(memberId)
  return {
    ofMember,
    insuredOf: (patientId) => {
      const recorded = ask && recordedPatient(ask, patientId, options)
      const known = recorded?.insured ?? configured.byPatientId.get(patientId)
      if (known !== undefined) return known
      const subscriber = ofMember(patientId)?.subscriber
      return { subscriber: subscriber ?? { ...(recorded?.person ?? { lastName: 'UNKNOWN' }), memberId: patientId } }
    },
  }
}

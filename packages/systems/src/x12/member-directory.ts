import type { Ask } from '../simulator.js'
import type { ConfiguredMembers } from './configured-members.js'
import type { DirectoryOptions, Insured, Member } from './member.js'
import { recordedMember, recordedPatient } from './recorded-members.js'

/** The payer's members: those with a Coverage in the record of the environment, then those of the configuration. */
export interface MemberDirectory {
  /** Undefined if the number is unknown. */
  ofMember(memberId: string): Member | undefined
  /**
   * The person with a patient id or a member id; an unknown person is identified by the id alone. If `memberId` is
   * given as well, the patient uses that number, whether or not the payer assigned it to them.
   */
  insuredOf(patientId: string, memberId?: string): Insured
}

/** Opens the directory as of a day. `ask` is undefined if there are no other systems. */
export function openDirectory(
  configured: ConfiguredMembers,
  ask: Ask | undefined,
  options: DirectoryOptions,
): MemberDirectory {
  const ofMember = (memberId: string) =>
    (ask && recordedMember(ask, memberId, options)) ?? configured.byMemberId.get(memberId)
  return {
    ofMember,
    insuredOf: (patientId, memberId) => {
      const recorded = ask && recordedPatient(ask, patientId, { ...options, memberId })
      const ofConfiguration = configured.byPatientId.get(patientId)
      const known = recorded?.insured ?? ofConfiguration
      if (known !== undefined && (memberId === undefined || known.subscriber.memberId === memberId)) return known
      const person = recorded?.person ??
        ofConfiguration?.dependent ??
        ofConfiguration?.subscriber ?? { lastName: 'UNKNOWN' }
      const subscriber = memberId === undefined ? ofMember(patientId)?.subscriber : undefined
      return { subscriber: subscriber ?? { ...person, memberId: memberId ?? patientId } }
    },
  }
}

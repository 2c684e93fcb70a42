import type { JsonObject } from '@carebench/protocol'
import type { ConfiguredMembers } from '../membership/configured-members.js'
import type { DirectoryOptions, Insured, Member } from '../membership/member.js'
import { memberOfRow } from '../membership/member-row.js'
import { openCoverages, recordedMember, recordedPatient } from '../membership/recorded-members.js'
import type { Ask } from '../simulator.js'

/**
 * A payer's members. If it has a system in the environment, that says who is one, as for a 278: its rows of `patients`, or if it has
 * none, the people with a Coverage in the record; the record and the configuration only add details. Without such a system
 * they are the people with a Coverage, then those of the configuration.
 */
export interface MemberDirectory {
  /** Undefined if the number is unknown. */
  ofMember(memberId: string): Member | undefined
  /**
   * The person with a patient id or a member id; an unknown person is identified by the id alone. If `memberId` is
   * given as well, the patient uses that number, whether or not the payer assigned it to them.
   */
  insuredOf(patientId: string, memberId?: string): Insured
  /** Whether a patient id or a member id is that of a member. */
  knows(patientId: string): boolean
}

/** Looks up the rows of `patients` of a payer's system, undefined if it has no system. `memberId` undefined: any one row. */
export type LookUpPatients = (memberId: string | undefined) => readonly JsonObject[] | undefined

/** Opens the directory as of a day, for one call: members that are found are kept. `ask` is undefined if there are no other systems. */
export function openDirectory(
  configured: ConfiguredMembers,
  ask: Ask | undefined,
  lookUp: LookUpPatients,
  options: DirectoryOptions,
): MemberDirectory {
  const coveragesOf = ask && openCoverages(ask)
  const recorded = (memberId: string) => ask && recordedMember(ask, memberId, options, coveragesOf)
  const members = new Map<string, Member | undefined>()
  const ofMember = (memberId: string): Member | undefined => {
    if (!members.has(memberId)) members.set(memberId, find(memberId))
    return members.get(memberId)
  }
  const find = (memberId: string): Member | undefined => {
    const rows = lookUp(memberId)
    const other = () => recorded(memberId) ?? configured.byMemberId.get(memberId)
    if (rows === undefined) return other()
    const [row] = rows
    if (row !== undefined) return withDetails(memberOfRow(memberId, row), other())
    return lookUp(undefined)?.length === 0 ? recorded(memberId) : undefined
  }
  const known = (patientId: string, memberId?: string): Insured | undefined => {
    const recorded = ask && recordedPatient(ask, patientId, { ...options, memberId })
    const found = recorded?.insured ?? configured.byPatientId.get(patientId)
    return found !== undefined && (memberId === undefined || found.subscriber.memberId === memberId) ? found : undefined
  }
  return {
    ofMember,
    insuredOf: (patientId, memberId) => {
      const found = known(patientId, memberId)
      if (found !== undefined) return found
      const ofConfiguration = configured.byPatientId.get(patientId)
      const person = (ask && recordedPatient(ask, patientId, { ...options, memberId })?.person) ??
        ofConfiguration?.dependent ??
        ofConfiguration?.subscriber ?? { lastName: 'UNKNOWN' }
      const subscriber = memberId === undefined ? ofMember(patientId)?.subscriber : undefined
      return { subscriber: subscriber ?? { ...person, memberId: memberId ?? patientId } }
    },
    knows: (patientId) => {
      const found = known(patientId)
      return ofMember(found?.subscriber.memberId ?? patientId) !== undefined
    },
  }
}

/** A member as its payer has it, with what only the record or the configuration says. Whether the coverage is active, the payer says. */
function withDetails(member: Member, other: Member | undefined): Member {
  if (other === undefined) return member
  return {
    subscriber: { ...other.subscriber, ...member.subscriber, ...namesOf(other) },
    policy: {
      ...(other.policy.plan !== undefined && { plan: other.policy.plan }),
      ...member.policy,
      shares: member.policy.shares.length > 0 ? member.policy.shares : other.policy.shares,
    },
    dependents: member.dependents,
  }
}

/** The record has the parts of a name; a row may have it in one piece. */
function namesOf({ subscriber: { lastName, firstName } }: Member) {
  return { lastName, ...(firstName !== undefined && { firstName }) }
}

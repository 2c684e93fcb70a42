import type { JsonObject, Steps } from '@carebench/protocol'
import type { ConfiguredMembers } from '../../membership/configured-members.js'
import type { DirectoryOptions, Insured, Member } from '../../membership/member.js'
import { memberOfRow } from '../../membership/member-row.js'
import { type RecordedPatient, recordedMember, recordedPatient } from '../../membership/recorded-members.js'
import type { Ask } from '../../simulator.js'

/**
 * A payer's members. If it has a system in the environment, that says who is one, as for a 278: its rows of `patients`,
 * or if it has none, the people with a Coverage in the record; the record and the configuration only add details.
 * Without such a system they are the people with a Coverage, then those of the configuration. The record can be large,
 * so it is read in steps.
 */
export interface MemberDirectory {
  /** Undefined if the number is unknown. */
  ofMember(memberId: string): Steps<Member | undefined>
  /**
   * Returns the person with a patient id or a member id; an unknown person is identified by the id alone. If `memberId`
   * is given as well, the patient uses that number, whether or not the payer assigned it to them.
   */
  insuredOf(patientId: string, memberId?: string): Steps<Insured>
  /** Whether a patient id or a member id is that of a member. */
  knows(patientId: string): Steps<boolean>
}

/**
 * Looks up the rows of `patients` of a payer's system, undefined if it has no system. `memberId` undefined: any one
 * row.
 */
export type LookUpPatients = (memberId: string | undefined) => Steps<readonly JsonObject[] | undefined>

/**
 * Opens the directory as of a day, for one call: members that are found are kept. `ask` is undefined if there are no
 * other systems.
 */
export function openDirectory(
  configured: ConfiguredMembers,
  ask: Ask | undefined,
  lookUp: LookUpPatients,
  options: DirectoryOptions,
): MemberDirectory {
  const members = new Map<string, Member | undefined>()
  // Undefined until somebody is unknown: without rows of its own, a payer lists the whole record for the first one.
  let hasRows: boolean | undefined

  function* recorded(memberId: string): Steps<Member | undefined> {
    return ask && (yield* recordedMember(ask, memberId, options))
  }

  function* ofMember(memberId: string): Steps<Member | undefined> {
    if (!members.has(memberId)) members.set(memberId, yield* find(memberId))
    return members.get(memberId)
  }

  function* find(memberId: string): Steps<Member | undefined> {
    const rows = yield* lookUp(memberId)
    if (rows === undefined) return yield* other(memberId)
    const [row] = rows
    if (row !== undefined) return withDetails(memberOfRow(memberId, row), yield* other(memberId))
    hasRows ??= (yield* lookUp(undefined))?.length !== 0
    return hasRows ? undefined : yield* recorded(memberId)
  }

  function* other(memberId: string): Steps<Member | undefined> {
    return (yield* recorded(memberId)) ?? configured.byMemberId.get(memberId)
  }

  function* findPatient(patientId: string, memberId?: string): Steps<RecordedPatient | undefined> {
    return ask && (yield* recordedPatient(ask, patientId, { ...options, memberId }))
  }

  function known(patient: RecordedPatient | undefined, patientId: string, memberId?: string): Insured | undefined {
    const found = patient?.insured ?? configured.byPatientId.get(patientId)
    return found !== undefined && (memberId === undefined || found.subscriber.memberId === memberId) ? found : undefined
  }

  return {
    ofMember,
    *insuredOf(patientId, memberId) {
      const patient = yield* findPatient(patientId, memberId)
      const found = known(patient, patientId, memberId)
      if (found !== undefined) return found
      const ofConfiguration = configured.byPatientId.get(patientId)
      const person = patient?.person ??
        ofConfiguration?.dependent ??
        ofConfiguration?.subscriber ?? { lastName: 'UNKNOWN' }
      const subscriber = memberId === undefined ? (yield* ofMember(patientId))?.subscriber : undefined
      return { subscriber: subscriber ?? { ...person, memberId: memberId ?? patientId } }
    },
    *knows(patientId) {
      const found = known(yield* findPatient(patientId), patientId)
      return (yield* ofMember(found?.subscriber.memberId ?? patientId)) !== undefined
    },
  }
}

/**
 * Returns a member as its payer has it, with what only the record or the configuration says. Whether the coverage is
 * active, the payer says.
 */
function withDetails(member: Member, other: Member | undefined): Member {
  if (other === undefined) return member
  return {
    subscriber: { ...other.subscriber, ...member.subscriber, ...readNames(other) },
    policy: {
      ...(other.policy.plan !== undefined && { plan: other.policy.plan }),
      ...member.policy,
      shares: member.policy.shares.length > 0 ? member.policy.shares : other.policy.shares,
    },
    dependents: member.dependents,
  }
}

/** The record has the parts of a name; a row may have it in one piece. */
function readNames({ subscriber: { lastName, firstName } }: Member) {
  return { lastName, ...(firstName !== undefined && { firstName }) }
}

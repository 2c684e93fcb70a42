import type { JsonObject, Steps } from '@carebench/protocol'
import type { ConfiguredMembers } from '../../membership/configured-members.js'
import type { DirectoryOptions, Insured, Member } from '../../membership/member.js'
import { memberOfRow } from '../../membership/member-row.js'
import { type RecordedPatient, recordedMember, recordedPatient } from '../../membership/recorded-members.js'
import type { Ask } from '../../simulator.js'

/**
 * A payer's members. If the payer has a system in the environment, its rows of `patients` are the members, or if it has
 * none, the people with a Coverage in the record; the record and the configuration only add details. Without such a
 * system, the members are the people with a Coverage, then those of the configuration. The record can be large, so it
 * is read in steps.
 */
export interface MemberDirectory {
  /** Returns the member with a number; undefined if it is unknown. */
  ofMember(memberId: string): Steps<Member | undefined>
  /**
   * Returns the person with a patient id or a member id; an unknown person has only the id. With `memberId`, the person
   * has this number, even if the payer did not assign it to them.
   */
  insuredOf(patientId: string, memberId?: string): Steps<Insured>
  /** Whether a patient id or a member id belongs to a member. */
  knows(patientId: string): Steps<boolean>
}

/**
 * Looks up the rows of `patients` with a member id in a payer's system, or any one row if `memberId` is undefined.
 * Returns undefined if the payer has no system.
 */
export type LookUpPatients = (memberId: string | undefined) => Steps<readonly JsonObject[] | undefined>

/**
 * Opens the directory as of a day, for one call; found members are cached. `ask` is undefined if there are no other
 * systems.
 */
export function openDirectory(
  configured: ConfiguredMembers,
  ask: Ask | undefined,
  lookUp: LookUpPatients,
  options: DirectoryOptions,
): MemberDirectory {
  const members = new Map<string, Member | undefined>()
  // Undefined until a member is not found: a payer without rows lists the whole record, so this is asked only once.
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
 * Returns a member as the payer has it, completed from the record or the configuration. Whether the coverage is active
 * is taken from the payer.
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

/** Returns the names from the record, which has them in parts, while a row may have the whole name only. */
function readNames({ subscriber: { lastName, firstName } }: Member) {
  return { lastName, ...(firstName !== undefined && { firstName }) }
}

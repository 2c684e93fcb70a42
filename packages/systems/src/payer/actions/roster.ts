import type { JsonObject, Steps } from '@carebench/protocol'
import type { Member } from '../../membership/member.js'
import { memberOfRow, rowOfRecordedMember } from '../../membership/member-row.js'
import {
  type FindMember,
  recordedMember,
  recordedMembers,
  recordedMembersWith,
} from '../../membership/recorded-members.js'
import type { Ranked } from '../../rest/list-page.js'
import type { Ask } from '../../simulator.js'
import type { PortalTable } from '../model/portal-table.js'
import type { PayerState } from '../state.js'

/**
 * The member with a number: a row of `patients`, among which are the members of the configuration. If the payer has no
 * such rows, the people with a `Coverage` of it in the FHIR record are its members, by the policy that is active on the
 * day or else the last; that is found in steps. `ask` is undefined if there are no other systems.
 */
export function* findMember(
  state: PayerState,
  memberId: string,
  day: string,
  ask: Ask | undefined,
): Steps<Member | undefined> {
  return (yield* findMembers(state, [memberId], ask))(memberId, day)
}

/** The members with some numbers, as {@link findMember} finds each: the record is read once for all. */
export function* findMembers(state: PayerState, memberIds: readonly string[], ask: Ask | undefined): Steps<FindMember> {
  const rows = state.tables.get('patients')
  if (rows === undefined || rows.size === 0) {
    if (ask === undefined) return () => undefined
    return yield* recordedMembersWith(ask, memberIds, { organization: state.organization })
  }
  return (memberId) => {
    const row = rows.get(memberId)
    return row && memberOfRow(memberId, row)
  }
}

/**
 * The rows of `patients`, newest first; of the people with a `Coverage` if there are none, as for {@link findMember}.
 */
export function* memberRows(
  state: PayerState,
  memberId: string | undefined,
  day: string,
  ask: Ask | undefined,
): Steps<readonly Ranked<JsonObject>[]> {
  const rows = state.tables.get('patients')
  if (rows !== undefined && rows.size > 0) return findRows(rows, memberId)
  if (ask === undefined) return []
  const options = { day, organization: state.organization }
  if (memberId !== undefined) {
    const member = yield* recordedMember(ask, memberId, options)
    return member === undefined ? [] : [{ rank: 1, item: rowOfRecordedMember(memberId, member) }]
  }
  const members = [...(yield* recordedMembers(ask, options))]
  return members.map(([id, member], index) => ({ rank: members.length - index, item: rowOfRecordedMember(id, member) }))
}

/** The row with an identity, or all rows without one. */
export function findRows(
  rows: PortalTable<JsonObject> | undefined,
  id: string | undefined,
): readonly Ranked<JsonObject>[] {
  if (id === undefined) return rows?.newestFirst() ?? []
  const row = rows?.get(id)
  return row === undefined ? [] : [{ rank: 1, item: row }]
}

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
 * Finds the member with a number: a row of `patients`, which include the configured members. If there are no such rows,
 * the members are the people with one of the payer's `Coverage`s in the FHIR record, by the policy active on the day or
 * else the last; the search runs in steps. `ask` is undefined if there are no other systems.
 */
export function* findMember(
  state: PayerState,
  memberId: string,
  day: string,
  ask: Ask | undefined,
): Steps<Member | undefined> {
  return (yield* findMembers(state, [memberId], ask))(memberId, day)
}

/**
 * Returns a function that finds members with these numbers like {@link findMember}, reading the record once for all.
 */
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
 * Returns the rows of `patients`, newest first, or rows of the people with a `Coverage` if there are none, as in {@link
 * findMember}.
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

/** Returns the row with an id, or all rows if no id is given. */
export function findRows(
  rows: PortalTable<JsonObject> | undefined,
  id: string | undefined,
): readonly Ranked<JsonObject>[] {
  if (id === undefined) return rows?.newestFirst() ?? []
  const row = rows?.get(id)
  return row === undefined ? [] : [{ rank: 1, item: row }]
}

import type { Steps } from '@carebench/protocol'
import type { Member } from '../../membership/member.js'
import { memberOfRow } from '../../membership/member-row.js'
import { recordedMember } from '../../membership/recorded-members.js'
import type { Ask } from '../../simulator.js'
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
  const rows = state.tables.get('patients')
  if (rows === undefined || rows.size === 0) {
    return ask && (yield* recordedMember(ask, memberId, { day, organization: state.organization }))
  }
  const row = rows.get(memberId)
  return row && memberOfRow(memberId, row)
}

import type { JsonObject, Steps } from '@carebench/protocol'
import { isBornAs, type Member, nameOfPerson } from '../../membership/member.js'
import type { SimulatorContext } from '../../simulator.js'
import { decisionDeadline } from '../model/decision-term.js'
import type { PriorAuth } from '../model/prior-auth-row.js'
import type { PayerState } from '../state.js'
import { findMember } from './roster.js'

/**
 * A request as the portal shows it: until when the payer has to decide, and who it is about if the requester did not
 * say.
 */
export function* showRequest(state: PayerState, request: PriorAuth, context: SimulatorContext): Steps<JsonObject> {
  const name = yield* patientName(state, request, context)
  return { ...request, patient_name: name, decision_deadline: decisionDeadline(request) }
}

/** The name in a request, else that of its member, else null. */
export function* patientName(
  state: PayerState,
  { patient_name: name, patient_member_id: memberId, patient_dob: born, service_date: day }: PriorAuth,
  { at, ask }: SimulatorContext,
): Steps<string | null> {
  if (name !== null) return name
  const member = yield* findMember(state, memberId, day ?? at.slice(0, 10), ask)
  return (member && memberName(member, born)) ?? null
}

/** The name of the subscriber or dependent who was born on a day; undefined if it is not known. */
function memberName({ subscriber, dependents }: Member, born: string | null): string | undefined {
  const asked = { lastName: '', ...(born !== null && { birthDate: born }) }
  const person = [subscriber, ...dependents.map((one) => one.person)].find((one) => isBornAs(one, asked))
  return person && nameOfPerson(person)
}

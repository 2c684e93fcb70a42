import type { JsonObject, Steps } from '@carebench/protocol'
import { isBornAs, type Member, nameOfPerson } from '../../membership/member.js'
import type { SimulatorContext } from '../../simulator.js'
import { decisionDeadline } from '../model/decision-term.js'
import type { PriorAuth } from '../model/prior-auth-row.js'
import type { PayerState } from '../state.js'
import { findMembers } from './roster.js'

/**
 * Returns a request as the portal shows it: with the deadline of the decision, and with the patient's name filled in if
 * the requester left it out.
 */
export function* showRequest(state: PayerState, request: PriorAuth, context: SimulatorContext): Steps<JsonObject> {
  return (yield* requestViewer(state, [request], context)).show(request)
}

/** Returns functions that show and name the requests of a list. Looks up the members of all requests at once. */
export function* requestViewer(state: PayerState, requests: readonly PriorAuth[], { at, ask }: SimulatorContext) {
  const nameless = requests.filter(({ patient_name: name }) => name === null)
  const memberIds = nameless.map(({ patient_member_id: id }) => id)
  const find = memberIds.length === 0 ? () => undefined : yield* findMembers(state, memberIds, ask)
  /** Returns the name in a request, else the member's name, else null. */
  const readName = ({ patient_name: name, patient_member_id: id, patient_dob: born, service_date: day }: PriorAuth) => {
    if (name !== null) return name
    const member = find(id, day ?? at.slice(0, 10))
    return (member && memberName(member, born)) ?? null
  }
  const show = (request: PriorAuth): JsonObject => {
    return { ...request, patient_name: readName(request), decision_deadline: decisionDeadline(request) }
  }
  return { readName, show }
}

/** Returns the name of the subscriber or dependent with this birth date; undefined if there is none. */
function memberName({ subscriber, dependents }: Member, born: string | null): string | undefined {
  const asked = { lastName: '', ...(born !== null && { birthDate: born }) }
  const person = [subscriber, ...dependents.map((one) => one.person)].find((one) => isBornAs(one, asked))
  return person && nameOfPerson(person)
}

import type { JsonObject, Steps } from '@carebench/protocol'
import { isBornAs, type Member, nameOfPerson } from '../../membership/member.js'
import type { SimulatorContext } from '../../simulator.js'
import { decisionDeadline } from '../model/decision-term.js'
import type { PriorAuth } from '../model/prior-auth-row.js'
import type { PayerState } from '../state.js'
import { findMembers } from './roster.js'

/**
 * Returns a request as the portal shows it: with the deadline for the decision, and with the name of the patient if the
 * requester did not give it.
 */
export function* showRequest(state: PayerState, request: PriorAuth, context: SimulatorContext): Steps<JsonObject> {
  return (yield* requestViewer(state, [request], context)).show(request)
}

/** Returns a function that shows requests of a list. Reads the members of all of them at once. */
export function* requestViewer(state: PayerState, requests: readonly PriorAuth[], { at, ask }: SimulatorContext) {
  const nameless = requests.filter(({ patient_name: name }) => name === null)
  const memberIds = nameless.map(({ patient_member_id: id }) => id)
  const find = memberIds.length === 0 ? () => undefined : yield* findMembers(state, memberIds, ask)
  /** The name in a request, else that of its member, else null. */
  const nameOf = ({ patient_name: name, patient_member_id: id, patient_dob: born, service_date: day }: PriorAuth) => {
    if (name !== null) return name
    const member = find(id, day ?? at.slice(0, 10))
    return (member && memberName(member, born)) ?? null
  }
  const show = (request: PriorAuth): JsonObject => {
    return { ...request, patient_name: nameOf(request), decision_deadline: decisionDeadline(request) }
  }
  return { nameOf, show }
}

/** The name of the subscriber or dependent who was born on a day; undefined if it is not known. */
function memberName({ subscriber, dependents }: Member, born: string | null): string | undefined {
  const asked = { lastName: '', ...(born !== null && { birthDate: born }) }
  const person = [subscriber, ...dependents.map((one) => one.person)].find((one) => isBornAs(one, asked))
  return person && nameOfPerson(person)
}

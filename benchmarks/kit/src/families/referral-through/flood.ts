import { fullName } from '../../clinic/people.js'
import type { SolutionCall } from '../../task.js'
import type { Facts, Referral } from './facts.js'
import { spokenDay } from './slots.js'
import { book } from './visit-calls.js'
import { call, closeItem, fax, offer, request, writeNumber } from './work.js'

/** Returns calls that request, call, tell and book for everybody, without checking who or when. */
export function makeFlood(facts: Facts): readonly SolutionCall[] {
  const { slots, lookAlikes, practice, formerNumber } = facts
  const [slot] = slots
  if (slot === undefined) return []
  const everybody: readonly Referral[] = [facts, ...lookAlikes]
  const numbers = [formerNumber, ...everybody.flatMap((one) => [one.person.mobile, one.person.home])]
  return [
    ...everybody.flatMap((one) => [request(one, slot.day), writeNumber(one)]),
    ...numbers.flatMap((number, index) => call(`flood${index}`, number, [offer(facts, slot)], false)),
    ...everybody.flatMap((one, index) => book(one, slot, `flood${index}`)),
    ...everybody.flatMap((one) => [
      fax(practice.fax, `${fullName(one.person)}, born ${one.person.birthDate}: booked on ${spokenDay(slot.day)}.`),
      closeItem(one, 'booked'),
    ]),
  ]
}

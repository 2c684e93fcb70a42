import { patchChart, put, replace } from '../../builders/calls.js'
import { dayFromToday } from '../../clinic/dates.js'
import { cardCode } from '../../clinic/electronic-codes.js'
import { noteResource, patientLine } from '../../clinic/papers.js'
import { type PayerKey, payers } from '../../clinic/payer-rules.js'
import { fullName, type Person, type Resource } from '../../clinic/people.js'
import { coverageResource, type Policy } from '../../clinic/policies.js'
import type { SolutionCall } from '../../task.js'
import type { Card, Facts } from './facts.js'

// A member number that the payer does not know, and the card that has the new one.

/** Returns a policy with a person's first member number. */
export function makePolicy(payer: PayerKey, own: number): Policy {
  const memberId = `${payers[payer].memberPrefix}${own}0001`
  return { id: `cov-${own}-1`, payer, memberId, start: '2025-01-01', end: '2026-12-31' }
}

/** Returns an insurance card in the chart. */
export function cardResource({ id, memberId, holder, age, final }: Card, { person, policy }: Facts): Resource {
  const text = [
    `Insurance card - ${dayFromToday(-age)}`,
    `Document: ${id}`,
    patientLine(person),
    '',
    payers[policy.payer].name,
    `Member: ${holder}`,
    `Member ID: ${memberId}`,
  ]
  const display = 'Health insurance card'
  return noteResource({ id, code: cardCode, display, age, final, text: `${text.join('\n')}\n`, person })
}

/** Returns the card that counts by the page: the newest that is final and names the patient. */
export function newestCard(cards: readonly Card[], person: Person): Card | undefined {
  const own = cards.filter(({ holder, final }) => final && holder === fullName(person))
  return own.toSorted((one, other) => one.age - other.age)[0]
}

/** Writes the policy with the new number, and ends that of the chart. */
export function renewCoverage(
  { person, policy, outdated }: Facts,
  memberId = policy.memberId,
): readonly SolutionCall[] {
  if (outdated === null) return []
  return [writePolicy({ ...policy, memberId }, person), endPolicy(outdated)]
}

export function writePolicy(policy: Policy, person: Person): SolutionCall {
  return put(`fhir/Coverage/${policy.id}`, coverageResource(policy, person))
}

export function endPolicy({ id }: Policy): SolutionCall {
  return patchChart(`Coverage/${id}`, replace('/status', 'cancelled'))
}

/** Renews the policy with whole resources. */
export function renewWhole({ person, policy, outdated }: Facts): readonly SolutionCall[] {
  if (outdated === null) return []
  const ended = { ...coverageResource(outdated, person), status: 'cancelled' }
  return [put(`fhir/Coverage/${outdated.id}`, ended), writePolicy(policy, person)]
}

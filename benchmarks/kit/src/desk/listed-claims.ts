import {
  type ListedClaim,
  readClaimsList,
  searchFor,
  textAt,
  writeReference,
} from '@carebench/benchmark-solvers/readers'
import type { Desk } from './desk.js'
import { firstNamed } from './first-match.js'
import type { Flaws } from './flaws.js'

/**
 * Reads a list of the claims desk with its patients. If `greedy`, takes the first patient with the name, and that
 * patient's first policy.
 */
export async function readListedClaims(desk: Desk, path: string, { greedy }: Flaws): Promise<readonly ListedClaim[]> {
  const claims = await readClaimsList(desk.session, path)
  if (!greedy) return claims
  const found: ListedClaim[] = []
  for (const claim of claims) {
    const patient = (await firstNamed(desk, claim.cells.patient ?? '')) ?? claim.patient
    const [policy] = await searchFor(desk.session, 'Coverage', { beneficiary: writeReference(patient) })
    const born = textAt(patient, 'birthDate') ?? claim.born
    found.push({ ...claim, patient, born, memberId: textAt(policy, 'subscriberId') ?? claim.memberId })
  }
  return found
}

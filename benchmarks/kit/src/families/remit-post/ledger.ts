import type { Clinic } from '../../clinic/clinic.js'
import { refuseKnownPeople } from '../../refusals.js'
import type { Billed, Facts } from './facts.js'

/** Returns our claims without reversals, each account once, sorted by account. */
export function makeLedger({
  listed,
  others,
  lookAlikes,
  tempting,
}: Pick<Facts, 'listed' | 'others' | 'lookAlikes' | 'tempting'>): readonly Billed[] {
  const billed = [
    ...[...listed, ...others].flatMap(({ claims }) =>
      claims.filter(({ isOurs, status }) => isOurs && status !== '22').map((claim) => claim.billed),
    ),
    ...lookAlikes,
    ...(tempting === null ? [] : [tempting]),
  ]
  return [...new Map(billed.map((one) => [one.account, one])).values()].toSorted((one, other) =>
    one.account < other.account ? -1 : 1,
  )
}

/**
 * Throws if two people in the ledger, or one of them and somebody in the clinic, have the same name and date of birth,
 * by which the ledger identifies patients.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseUnclearLedger(facts: Facts, clinic: Clinic): void {
  const members = [...new Map(makeLedger(facts).map(({ member }) => [member.id, member])).values()]
  refuseKnownPeople(members, clinic)
}

import { fullName } from '../../clinic/claims-records.js'
import type { Clinic } from '../../clinic/clinic.js'
import { Refusal } from '../../family.js'
import type { Billed, Facts } from './facts.js'

/** The claims that are ours, each once. */
export function ledgerOf({
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
 * The ledger names patients by name and date of birth: nobody else may have both.
 *
 * @throws {@link Refusal}
 */
export function refuseKnownPeople(facts: Facts, { people }: Clinic): void {
  const members = [...new Map(ledgerOf(facts).map(({ member }) => [member.id, member])).values()]
  const names = members.map((member) => `${fullName(member)} ${member.birthDate}`)
  const known = names.find((name) => people.has(name))
  if (known !== undefined) throw new Refusal('ambiguous-patient', `${known} is in the clinic already`)
  if (new Set(names).size !== names.length || new Set(members.map(({ id }) => id)).size !== names.length) {
    throw new Refusal('ambiguous-patient', 'two patients of the ledger share a name and a date of birth, or an id')
  }
}

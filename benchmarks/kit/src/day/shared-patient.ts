import { resourcesIn } from '../builders/world-values.js'
import type { Chance } from '../chance.js'
import type { Person, Resource } from '../clinic/people.js'
import type { Instance } from '../family.js'
import { concernedIn } from '../guards/guard-questions.js'
import { IncompatibleError } from './merge/merge-values.js'

/** Draws a patient of one of these instances. */
export function pickPatient(instances: readonly Instance[], chance: Chance): Person {
  const people = instances.flatMap(({ world, criteria }) => {
    const concerned = concernedIn(criteria)
    return resourcesIn(world).filter(
      ({ resourceType, id }) => resourceType === 'Patient' && concerned.includes(`Patient/${id}`),
    )
  })
  return toPerson(chance.pick(people))
}

function toPerson({ id, name, gender, birthDate, identifier }: Resource): Person {
  const [official] = name as readonly { readonly family: string; readonly given: readonly string[] }[]
  const [record] = identifier as readonly { readonly value: string }[]
  return {
    id,
    family: official?.family ?? '',
    given: official?.given[0] ?? '',
    sex: gender === 'male' ? 'male' : 'female',
    birthDate: String(birthDate),
    mrn: record?.value ?? '',
  }
}

/**
 * Rejects two pieces of work that both have policies of a shared patient, because the policies of one would change the
 * right result of the other.
 *
 * @throws IncompatibleError if both have policies of the patient
 */
export function refuseTwoPolicies({ id }: Person, instance: Instance, others: readonly Instance[]): void {
  const isInsured = ({ world }: Instance) =>
    resourcesIn(world).some(
      ({ resourceType, beneficiary }) =>
        resourceType === 'Coverage' && JSON.stringify(beneficiary).includes(`"Patient/${id}"`),
    )
  if (!isInsured(instance) || !others.some(isInsured)) return
  throw new IncompatibleError(`expected policies of Patient/${id} in one piece of work, got them in ${instance.id} too`)
}

import type { JsonObject } from '@carebench/protocol'
import { repeatedIn } from '../repeated.js'

/**
 * Records, by default those of an instance, as a dataset of the FHIR system. Searches find records in the order of the
 * dataset, so they are in the order of their ids: the first that is found is not always the right one.
 *
 * @throws RangeError if two records have one id.
 */
export function chartDataset(resources: readonly JsonObject[], name = 'patients of the task') {
  const idOf = (resource: JsonObject) => `${resource.id} ${resource.resourceType}`
  const twice = repeatedIn(resources.map(({ resourceType, id }) => `${resourceType}/${id}`))
  if (twice !== undefined) throw new RangeError(`expected records with ids of their own, got ${twice} twice in ${name}`)
  const entry = resources.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1)).map((resource) => ({ resource }))
  return {
    type: 'FHIR',
    name,
    config: { bundle: { resourceType: 'Bundle', type: 'collection', entry } },
  } as const
}

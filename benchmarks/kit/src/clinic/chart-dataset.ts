import type { JsonObject } from '@carebench/protocol'
import { repeatedIn } from '../repeated.js'

/**
 * Returns a dataset of the FHIR system with the records, by default named as that of an instance. Searches return
 * records in the order of the dataset, so they are sorted by id: otherwise the order in which they were drawn would
 * reveal the right one.
 *
 * @throws RangeError if two records have the same type and id.
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

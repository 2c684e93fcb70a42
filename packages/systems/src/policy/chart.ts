import type { FhirResource } from '@carebench/fhir'

/** What a payer sees of a patient's chart: resources by type. */
export interface Chart {
  resourcesOf(type: string): readonly FhirResource[]
}

/** Returns a chart of the resources of one patient. */
export function chartOf(resources: Iterable<FhirResource>): Chart {
  const byType = new Map<string, FhirResource[]>()
  for (const resource of resources) {
    const ofType = byType.get(resource.resourceType)
    if (ofType === undefined) byType.set(resource.resourceType, [resource])
    else ofType.push(resource)
  }
  return { resourcesOf: (type) => byType.get(type) ?? [] }
}

/** A chart without resources. */
export const emptyChart: Chart = { resourcesOf: () => [] }

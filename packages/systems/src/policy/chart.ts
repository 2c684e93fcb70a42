import { type FhirResource, searchedValues } from '@carebench/fhir'
import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'

/** A payer's view of a patient's chart: resources by type, and by code. */
export interface Chart {
  resourcesOf(type: string): readonly FhirResource[]
  /**
   * Returns the resources of a type that have one of the codes, in any system and case, without duplicates. They are in
   * the order of the codes, then of the chart.
   */
  codedResourcesOf(type: string, codes: readonly string[]): readonly FhirResource[]
}

/** Returns a chart of the resources of one patient. The codes of a type are read on first use. */
export function chartOf(resources: Iterable<FhirResource>): Chart {
  const byType = new Map<string, FhirResource[]>()
  for (const resource of resources) {
    const ofType = byType.get(resource.resourceType)
    if (ofType === undefined) byType.set(resource.resourceType, [resource])
    else ofType.push(resource)
  }
  const indexes = new Map<string, ReadonlyMap<string, readonly FhirResource[]>>()
  return {
    resourcesOf: (type) => byType.get(type) ?? [],
    codedResourcesOf(type, codes) {
      const index = indexes.get(type) ?? indexCodes(byType.get(type) ?? [])
      indexes.set(type, index)
      const found = codes.map((code) => index.get(code.toLowerCase()) ?? [])
      return found.length === 1 ? (found[0] ?? []) : [...new Set(found.flat())]
    },
  }
}

/** A chart without resources. */
export const emptyChart: Chart = { resourcesOf: () => [], codedResourcesOf: () => [] }

function indexCodes(resources: readonly FhirResource[]): ReadonlyMap<string, readonly FhirResource[]> {
  const index = new Map<string, FhirResource[]>()
  for (const resource of resources) {
    for (const code of new Set(searchedValues(resource, 'code').flatMap(codesIn))) {
      const known = index.get(code)
      if (known === undefined) index.set(code, [resource])
      else known.push(resource)
    }
  }
  return index
}

/** Returns the codes of a coded value, in lower case. */
function codesIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value.toLowerCase()]
  if (!isJsonObject(value)) return []
  const codings: readonly JsonValue[] = Array.isArray(value.coding) ? value.coding : [value]
  return codings.flatMap((one) => (isJsonObject(one) && typeof one.code === 'string' ? [one.code.toLowerCase()] : []))
}
